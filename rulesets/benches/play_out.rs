//! Battles a second on one core for six ships, nanoseconds a salvo, and the odds of a broadside:
//! `cargo bench -p rulesets`.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)] // A measure that can't be taken is none.

#[path = "../tests/common/mod.rs"]
mod common;

use common::fields::{everything, six_ships};
use common::{Battle, fire, id, ninth};
use rulesets::core::{AppDice, Audience, Book, Commander, SideId};
use rulesets::gunboat::play_out::{PlayOut, Players, RandomCommander, SetOut};
use rulesets::gunboat::{Gunboat, MountChoice, Side};
use std::hint::black_box;
use std::time::Instant;

/// Turns of a battle.
const TURNS: u32 = 20;

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
fn play(book: &Gunboat, set_out: SetOut, seed: u64) -> (u32, u32) {
    let commander = |role, at| RandomCommander::new(role, 3 * seed + at);
    let mut union = commander(Audience::Side(Side::Union.id()), 0);
    let mut confederate = commander(Audience::Side(Side::Confederate.id()), 1);
    let mut umpire = commander(Audience::Umpire, 2);
    let sides: Vec<(SideId, &mut dyn Commander<Gunboat>)> =
        vec![(Side::Union.id(), &mut union), (Side::Confederate.id(), &mut confederate)];
    let players = Players { sides, umpire: &mut umpire };
    let mut battle = PlayOut::new(book, set_out, players, seed);
    loop {
        if let Some(ending) = battle.ending() {
            return (ending.turns, ending.decisions);
        }
        if let Err(stuck) = battle.play_on() {
            eprintln!("{stuck}");
            return (0, 0);
        }
    }
}

fn battles(what: &str, count: u64, mut one: impl FnMut(u64) -> (u32, u32)) {
    let begin = Instant::now();
    let (turns, decisions) = (0..count).map(&mut one).fold((0, 0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{what:<44} {:8.0} battles/s   {:5.1} turns, {:6.1} decisions each   {:6.2} µs a decision",
        count as f64 / seconds,
        f64::from(turns) / count as f64,
        f64::from(decisions) / count as f64,
        seconds * 1e6 / f64::from(decisions)
    );
}

fn main() {
    let book = Gunboat::embedded().expect("the book's own tables are sound");
    let open_water = six_ships(&book, TURNS, 0.0);
    battles("six ships on open water", 2_000, |seed| play(&book, open_water.clone(), seed));
    let seen = six_ships(&book, TURNS, 0.03);
    battles("the same, measured to 0.03 in", 200, |seed| play(&book, seen.clone(), seed));
    let river = everything(&book, Vec::new(), (TURNS, 0.0));
    battles("twelve ships and a fort on a river", 300, |seed| play(&book, river.clone(), seed));

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
