//! Battles a second on one core for six ships and for every scenario of every book, nanoseconds a salvo, and the odds of
//! a broadside: `cargo bench -p rulesets`.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)] // A measure that can't be taken is none.

#[path = "../tests/common/mod.rs"]
mod common;

use common::fields::{everything, six_ships};
use common::{Battle, fire, id, ninth};
use rulesets::core::play_out::{ByLot, Drawings, Ending, PlayOut, SetOut};
use rulesets::core::{AppDice, Book};
use rulesets::gunboat::{Gunboat, MountChoice};
use rulesets::hex_duel::HexDuel;
use rulesets::noddy::Noddy;
use rulesets::sp_bp::SpBp;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Turns of a battle.
const TURNS: u32 = 20;
/// Battles of one kind are played for so long.
const FOR: Duration = Duration::from_secs(2);

/// The best of some runs, nanoseconds each.
fn best_ns(runs: u32, each: u32, mut run: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        let begin = Instant::now();
        (0..each).for_each(|_| run());
        best = best.min(begin.elapsed().as_secs_f64() * 1e9 / f64::from(each));
    }
    best
}

/// Plays a battle as `play-out` does, but for looking after it.
fn play<B: ByLot>(book: &B, set_out: SetOut<B>, seed: u64) -> Ending<B::Ended> {
    let mut drawings = Drawings::new(&set_out.state, seed);
    let battle = PlayOut::new(book, set_out, drawings.players(), seed);
    battle.to_the_end(|_, _| {}).unwrap_or_else(|stuck| panic!("seed {seed}: {stuck}"))
}

/// Plays battles for a while, and prints how many a second.
fn battles<B: ByLot + Clone>(what: &str, book: &B, set_out: &SetOut<B>) {
    let begin = Instant::now();
    let (mut count, mut turns, mut decisions) = (0, 0, 0);
    while begin.elapsed() < FOR {
        let ending = play(book, set_out.clone(), count);
        (count, turns, decisions) = (count + 1, turns + ending.turns, decisions + ending.decisions);
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{what:<44} {:8.0} battles/s   {:5.1} turns, {:6.1} decisions each   {:6.2} µs a decision",
        count as f64 / seconds,
        f64::from(turns) / count as f64,
        f64::from(decisions) / count as f64,
        seconds * 1e6 / f64::from(decisions)
    );
}

/// Every scenario of a book.
fn scenarios<B: ByLot + Clone>() {
    let book = B::embedded().unwrap_or_else(|error| panic!("{error}"));
    for scenario in book.scenarios().expect("the book's own scenarios can be read") {
        let staged = book.staged(&scenario, None).expect("the book has it");
        let set_out = staged.set_out(&book).expect("the book opens it");
        battles(&format!("{}: {scenario}", B::ID), &book, &set_out);
    }
}

fn main() {
    let book = Gunboat::embedded().expect("the book's own tables are sound");
    battles("six ships on open water", &book, &six_ships(&book, TURNS, 0.0));
    battles("the same, measured to 0.03 in", &book, &six_ships(&book, TURNS, 0.03));
    battles("twelve ships and a fort on a river", &book, &everything(&book, Vec::new(), (TURNS, 0.0)));
    scenarios::<Gunboat>();
    scenarios::<HexDuel>();
    scenarios::<Noddy>();
    scenarios::<SpBp>();

    let duel = Battle::duel(ninth(5), 0, 5.0, &[]);
    let (firer, victim) = (id("firer"), id("victim"));
    let salvo_ns = best_ns(20, 500, || {
        let decided =
            duel.book.decide(&duel.state, &fire("firer", "victim"), &duel.facts, &mut AppDice::new(1, &[]));
        black_box(decided.map(|events| events.iter().fold(duel.state.clone(), Gunboat::apply)).ok());
    });
    println!("{:<44} {salvo_ns:8.0} ns", "a salvo, declared and folded");
    let odds_ns = best_ns(20, 50, || {
        let choice = MountChoice::AllThatBear;
        black_box(duel.book.preview(&duel.state, &duel.facts, &firer, &victim, &choice, &[]));
    });
    println!("{:<44} {:8.3} ms", "a broadside's odds", odds_ns / 1e6);
}
