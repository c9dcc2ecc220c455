//! Scores the reading of dice on seeds of one's choice, as the tests do on theirs: `score trays FROM TO` (random trays, pips), `score d10
//! FROM TO THROWS` (also d6, d8, tens, d20: dice of these seeds, each taught and then thrown so often; with `still` at the end under
//! one camera that stands still), or `score untaught FROM TO THROWS` (the same, all kinds, not taught). A threshold is never to be
//! tuned on the seeds of the tests.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // As in the tests that it shares.

#[path = "../tests/score.rs"]
mod score;
#[path = "../tests/scored.rs"]
mod scored;

use demo::DieShape;
use scored::{Cameras, scored_throws, scored_trays, untaught_throws};

const USAGE: &str = "score trays FROM TO | score d6|d8|d10|tens|d20|untaught FROM TO THROWS [still]";

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
    let (Some(what), Some(from), Some(to)) = (words.first(), number(1), number(2)) else {
        println!("{USAGE}");
        return;
    };
    let throws = number(3).unwrap_or(10);
    let still = words.last().is_some_and(|word| word == "still");
    let cameras = if still { Cameras::Still } else { Cameras::Others };
    // Each prints its score.
    match (what.as_str(), shape(what)) {
        (_, Some(shape)) => _ = scored_throws(shape, from..to, throws, cameras),
        ("trays", None) => _ = scored_trays(from..to),
        ("untaught", None) => _ = untaught_throws(from..to, throws),
        _ => println!("{USAGE}"),
    }
}

fn shape(name: &str) -> Option<DieShape> {
    match name {
        "d6" => Some(DieShape::D6),
        "d8" => Some(DieShape::D8),
        "d10" => Some(DieShape::D10),
        "tens" => Some(DieShape::Tens),
        "d20" => Some(DieShape::D20),
        _ => None,
    }
}
