//! Battles played to their end by lot: nothing panics, nothing gets stuck, every state is sound, and the log folds to it.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::fields::{everything, six_ships};
use rulesets::core::Book;
use rulesets::gunboat::play_out::{Ending, SetOut, by_lot, options_by_lot};
use rulesets::gunboat::*;
use std::collections::BTreeMap;

/// Plays a battle and holds its log against its state.
fn played(book: &Gunboat, set_out: SetOut, seed: u64, kinds: &mut BTreeMap<String, u32>) -> Ending {
    let opened = set_out.state.clone();
    let (mut log, mut last) = (Vec::new(), opened.clone());
    let ending = by_lot(book, set_out, seed, |battle, played| {
        if battle.state().step != last.step {
            let text = serde_json::to_string(battle.state()).unwrap();
            let read: State = serde_json::from_str(&text).unwrap();
            assert_eq!(read, *battle.state(), "seed {seed}: the state does not survive being written");
        }
        last = battle.state().clone();
        for event in &played.events {
            let name = format!("{event:?}");
            *kinds.entry(name.split([' ', '{']).next().unwrap_or_default().to_owned()).or_default() += 1;
        }
        log.extend(played.events);
    });
    let ending = ending.unwrap_or_else(|stuck| panic!("seed {seed}: {stuck}"));
    let folded = log.iter().fold(opened, Gunboat::apply);
    assert_eq!(folded, last, "seed {seed}: the log folds to another state");
    ending
}

fn count(what: &str, endings: impl Iterator<Item = Ending>) {
    let (mut ends, mut decisions, mut refused, mut turns) = (BTreeMap::<String, u32>::new(), 0, 0, 0);
    let begin = std::time::Instant::now();
    for ending in endings {
        *ends.entry(format!("{:?}", ending.ended)).or_default() += 1;
        for (fate, ships) in ending.fates {
            *ends.entry(fate).or_default() += ships;
        }
        (decisions, refused, turns) =
            (decisions + ending.decisions, refused + ending.refused, turns + ending.turns);
    }
    println!("{what}: {ends:?} {decisions} decisions {refused} refused {turns} turns {:?}", begin.elapsed());
}

#[test]
fn battles_end() {
    let book = Gunboat::embedded().unwrap();
    let battles = std::env::var("COUNT").ok().and_then(|n| n.parse().ok()).unwrap_or(10);
    let mut kinds = BTreeMap::new();
    count("six ships", (0..battles).map(|seed| played(&book, six_ships(&book, 20), seed, &mut kinds)));
    println!("{kinds:?}");
    let options = |seed| if seed % 2 == 0 { vec![] } else { options_by_lot(&book, seed) };
    count(
        "everything",
        (0..battles).map(|seed| played(&book, everything(&book, options(seed), 20), seed, &mut kinds)),
    );
    println!("{kinds:?}");
}
