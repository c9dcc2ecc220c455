//! Scores the reading of dice on seeds of one's choice, as the tests do on theirs: `score trays FROM TO` (random trays, pips), or
//! `score d10 FROM TO THROWS` (also d6, d8, tens, d20: dice of these seeds, each taught and then thrown so often). The seeds are
//! shared by two threads. A threshold is never to be tuned on the seeds of the tests.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // As in the tests that it shares.

#[path = "../tests/score.rs"]
mod score;
#[path = "../tests/scored.rs"]
mod scored;

use demo::DieShape;
use score::Score;
use scored::{scored_throws, scored_trays};
use std::ops::Range;

const USAGE: &str = "score trays FROM TO | score d6|d8|d10|tens|d20 FROM TO THROWS";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
    let (Some(what), Some(from), Some(to)) = (words.first(), number(1), number(2)) else {
        println!("{USAGE}");
        return;
    };
    let shape = match what.as_str() {
        "d6" => Some(DieShape::D6),
        "d8" => Some(DieShape::D8),
        "d10" => Some(DieShape::D10),
        "tens" => Some(DieShape::Tens),
        "d20" => Some(DieShape::D20),
        _ => None,
    };
    let part = |seeds: Range<u64>| match shape {
        Some(shape) => scored_throws(shape, seeds, number(3).unwrap_or(10)),
        None => scored_trays(seeds),
    };
    let middle = u64::midpoint(from, to);
    let (first, second) = std::thread::scope(|scope| {
        let second = scope.spawn(|| part(middle..to));
        (part(from..middle), second.join().unwrap_or_default())
    });
    println!("together: {}", Score::sum(first, second));
}
