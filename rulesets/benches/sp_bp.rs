//! Battles a second on one core for the scenarios of SP/BP: `cargo bench -p rulesets --bench sp_bp`.
#![allow(clippy::expect_used)] // A measure that can't be taken is none.

use rulesets::sp_bp::play_out::by_lot;
use rulesets::sp_bp::{SpBp, scenarios};
use std::time::Instant;

/// Battles of each scenario.
const BATTLES: u32 = 300;

fn main() {
    let book = SpBp::embedded().expect("the book's own tables are sound");
    for scenario in scenarios().expect("the book's own scenarios can be read") {
        let (open, models) = scenario.open().expect("it names ships that the book has");
        let (mut turns, mut decisions) = (0, 0);
        let begin = Instant::now();
        for seed in 0..BATTLES {
            let set_out = scenario.set_out(&book, &open, models.clone()).expect("the book opens it");
            let ending = by_lot(&book, set_out, u64::from(seed), |_, _| {}).expect("it comes to its end");
            turns += ending.turns;
            decisions += ending.decisions;
        }
        let seconds = begin.elapsed().as_secs_f64();
        println!(
            "{:<44} {:8.0} battles/s   {:5.1} turns, {:6.1} decisions each",
            scenario.name,
            f64::from(BATTLES) / seconds,
            f64::from(turns) / f64::from(BATTLES),
            f64::from(decisions) / f64::from(BATTLES)
        );
    }
}
