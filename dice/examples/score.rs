//! Scores the reading of dice on seeds of one's choice, as the tests do on theirs: `score trays FROM TO` (random trays, pips), or
//! `score d10 FROM TO THROWS` (also d6, d8, tens, d20: dice of these seeds, each taught and then thrown so often). A threshold
//! is never to be tuned on the seeds of the tests.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // As in the tests that it shares.

#[path = "../tests/score.rs"]
mod score;
#[path = "../tests/scored.rs"]
mod scored;

use demo::DieShape;
use scored::{scored_throws, scored_trays};

const USAGE: &str = "score trays FROM TO | score d6|d8|d10|tens|d20 FROM TO THROWS";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
    let (Some(what), Some(from), Some(to)) = (words.first(), number(1), number(2)) else {
        println!("{USAGE}");
        return;
    };
    let shape = match what.as_str() {
        "trays" => None,
        "d6" => Some(DieShape::D6),
        "d8" => Some(DieShape::D8),
        "d10" => Some(DieShape::D10),
        "tens" => Some(DieShape::Tens),
        "d20" => Some(DieShape::D20),
        _ => {
            println!("{USAGE}");
            return;
        }
    };
    // Both print the score.
    match shape {
        Some(shape) => scored_throws(shape, from..to, number(3).unwrap_or(10)),
        None => scored_trays(from..to),
    };
}
