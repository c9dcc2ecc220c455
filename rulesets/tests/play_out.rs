//! Battles played to their end by lot, with fixed seeds: nothing panics, nothing gets stuck, every state is sound, and
//! the log folds to it. Two thousand of them; with the feature `long`, as `./check --long` runs it, ten thousand others.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::fields::{everything, six_ships};
use rulesets::core::Book;
use rulesets::gunboat::play_out::{Ending, SetOut, by_lot, options_by_lot};
use rulesets::gunboat::*;
use std::collections::BTreeMap;

/// Seeds of so many battles in a hundred; `./check --long` plays other battles than `./check`.
fn seeds(in_a_hundred: u64) -> std::ops::Range<u64> {
    let (first, battles) = if cfg!(feature = "long") { (1_000_000, 10_000) } else { (0, 2_000) };
    first..first + battles * in_a_hundred / 100
}

/// How often something came to pass.
type Counts = BTreeMap<String, u32>;

fn count(counts: &mut Counts, what: impl ToString, often: u32) {
    *counts.entry(what.to_string()).or_default() += often;
}

/// "SalvoDeclared", "MortarRead".
fn kind(event: &Event) -> String {
    let told = match event {
        Event::Special(special) => format!("{special:?}"),
        other => format!("{other:?}"),
    };
    told.split([' ', '{', '(']).next().unwrap_or_default().to_owned()
}

/// Plays a battle and holds its log against its state.
fn played(book: &Gunboat, set_out: SetOut, seed: u64, kinds: &mut Counts) -> Ending {
    let (mut folded, mut last) = (set_out.state.clone(), set_out.state.clone());
    let mut decisions = 0;
    let ending = by_lot(book, set_out, seed, |battle, played| {
        folded = played.events.iter().fold(std::mem::take(&mut folded), Gunboat::apply);
        played.events.iter().for_each(|event| count(kinds, kind(event), 1));
        decisions += 1;
        if decisions % 50 == 0 {
            let text = serde_json::to_string(battle.state()).unwrap();
            let read: State = serde_json::from_str(&text).unwrap();
            assert_eq!(read, *battle.state(), "seed {seed}: the state does not survive being written");
            last = battle.state().clone();
            assert_eq!(folded, last, "seed {seed}: the log folds to another state");
        }
    });
    ending.unwrap_or_else(|stuck| panic!("seed {seed}: {stuck}"))
}

/// A ship that the umpire lets move once more, and that stays where she is, holds nobody up.
#[test]
fn who_may_move_once_more_may_stay() {
    let book = Gunboat::embedded().unwrap();
    for seed in 40..60 {
        played(&book, everything(&book, vec![], (20, 0.0)), seed, &mut Counts::new());
    }
}

/// Plays battles, and prints how they ended.
fn play(what: &str, in_a_hundred: u64, set_out: impl Fn(&Gunboat, u64) -> SetOut) -> (Counts, Counts) {
    let book = Gunboat::embedded().unwrap();
    let (mut ends, mut kinds, mut turns) = (Counts::new(), Counts::new(), 0);
    for seed in seeds(in_a_hundred) {
        let ending = played(&book, set_out(&book, seed), seed, &mut kinds);
        count(&mut ends, ending.ended, 1);
        ending.fates.into_iter().for_each(|(fate, ships)| count(&mut ends, fate, ships));
        turns += ending.turns;
    }
    println!("{what}: {turns} turns; {ends:?}; {kinds:?}");
    (ends, kinds)
}

fn all_happened(counts: &Counts, wanted: &[&str]) {
    let missing: Vec<&&str> = wanted.iter().filter(|what| !counts.contains_key(**what)).collect();
    assert!(missing.is_empty(), "never came to pass: {missing:?}");
}

#[test]
fn six_ships_on_open_water() {
    let (ends, kinds) = play("six ships", 60, |book, _| six_ships(book, 12, 0.0));
    all_happened(&ends, &["Union beaten", "Confederate beaten", "time", "sunk", "exploded"]);
    all_happened(&kinds, &["Rammed", "Collided", "RamRead", "PowerRolled", "UmpireOrdered", "OptionSet"]);
}

#[test]
fn six_ships_whose_places_err() {
    let (_, kinds) = play("six ships, measured", 5, |book, _| six_ships(book, 8, 0.03));
    all_happened(&kinds, &["Moved", "SalvoDeclared", "ChartRead", "TableRead", "Ticked", "DamageTookHold"]);
}

#[test]
fn everything_on_a_river() {
    let options =
        |book: &Gunboat, seed: u64| if seed.is_multiple_of(3) { vec![] } else { options_by_lot(book, seed) };
    let (ends, kinds) = play("everything", 35, |book, seed| everything(book, options(book, seed), (6, 0.0)));
    all_happened(&ends, &["aground", "sunk", "fort silenced", "fort stands"]);
    let wanted = [
        "Rammed",
        "Collided",
        "RefloatRolled",
        "MineTested",
        "ShoalTested",
        "TorpedoGunsRolled",
        "SectionChosen",
        "VolleyClosed",
        "FiredInVain",
        "Arrived",
        "Drifted",
        "Anchored",
        "FactsTyped",
        "UmpireOrdered",
        "OptionSet",
        "MortarRead",
        "FortTableRead",
        "PartiesFormed",
        "Embarked",
        "GrappleRead",
        "BoardingRead",
        "LaunchHitRead",
    ];
    all_happened(&kinds, &wanted);
}
