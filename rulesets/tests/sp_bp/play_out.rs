//! Random battles played to their end, with fixed seeds: nothing panics, nothing gets stuck, every state is
//! sound, and the state can be rebuilt from the log.

use crate::waters::everything;
use rulesets::core::play_out::{PlayOut, Players};
use rulesets::core::{Audience, Book, Commander, SideId};
use rulesets::sp_bp::play_out::{Ending, RandomCommander, SetOut, by_lot, options_by_lot};
use rulesets::sp_bp::*;
use std::collections::BTreeMap;

/// Number of occurrences of each kind of event.
type Counts = BTreeMap<String, u32>;

fn count(counts: &mut Counts, what: impl ToString, often: u32) {
    *counts.entry(what.to_string()).or_default() += often;
}

fn word(told: String) -> String {
    told.split([' ', '{', '(']).next().unwrap_or_default().to_owned()
}

/// The kinds of an event, such as "SalvoFired"; for a roll its result, and for a critical hit its number.
fn kinds(event: &Event) -> Vec<String> {
    match event {
        Event::RollRead { read: Read::Critical { n, .. }, .. } => {
            vec!["Critical".to_owned(), format!("Critical {n}")]
        }
        Event::RollRead { read, .. } => vec![word(format!("{read:?}"))],
        other => vec![word(format!("{other:?}"))],
    }
}

/// Plays a battle and compares the state rebuilt from its log with its state.
fn played(book: &SpBp, set_out: SetOut, seed: u64, counts: &mut Counts) -> Ending {
    let mut folded = set_out.state.clone();
    let mut decisions = 0;
    // A separate random stream for the commanders, so that the seeds below still produce all kinds of events.
    let commander = |role, at: u64| RandomCommander::new(role, seed.wrapping_mul(7).wrapping_add(at));
    let sides = set_out.state.sides();
    let mut umpire = commander(Audience::Umpire, sides.len() as u64);
    let mut commanders: Vec<(SideId, RandomCommander)> = sides
        .into_iter()
        .zip(0..)
        .map(|(side, at)| (side.clone(), commander(Audience::Side(side), at)))
        .collect();
    let sides = commanders.iter_mut();
    let players = Players {
        sides: sides.map(|(side, it)| (side.clone(), it as &mut dyn Commander<SpBp>)).collect(),
        umpire: &mut umpire,
    };
    let battle = PlayOut::new(book, set_out, players, seed).looked_after();
    let ending = battle.to_the_end(|battle, played| {
        for event in &played.events {
            let sentences = book.sentences(&folded, event);
            assert!(sentences.iter().all(|told| told.ends_with('.') || told.contains(". ")), "{sentences:?}");
            folded = SpBp::apply(std::mem::take(&mut folded), event);
            kinds(event).into_iter().for_each(|kind| count(counts, kind, 1));
        }
        decisions += 1;
        if decisions % 40 == 0 {
            let text = serde_json::to_string(battle.state()).unwrap();
            let read: State = serde_json::from_str(&text).unwrap();
            assert_eq!(read, *battle.state(), "seed {seed}: the state does not survive being written");
            assert_eq!(folded, *battle.state(), "seed {seed}: the log folds to another state");
        }
    });
    ending.unwrap_or_else(|stuck| panic!("seed {seed}: {stuck}"))
}

fn seeds() -> std::ops::Range<u64> {
    if cfg!(feature = "long") { 1_000_000..1_003_000 } else { 0..160 }
}

#[test]
fn battles_by_lot_come_to_their_end() {
    let book = SpBp::embedded().unwrap();
    let (mut ends, mut counts, mut turns, mut decisions) = (Counts::new(), Counts::new(), 0, 0);
    for seed in seeds() {
        // Every third battle on a table with measuring errors, and every other one with random options.
        let options = if seed % 2 == 0 { vec![] } else { options_by_lot(&book, seed) };
        let sigma_in = if seed % 3 == 0 { 0.05 } else { 0.0 };
        let ending = played(&book, everything(&book, options, (20, sigma_in)), seed, &mut counts);
        count(&mut ends, ending.ended, 1);
        ending.fates.into_iter().for_each(|(fate, ships)| count(&mut ends, fate, ships));
        turns += ending.turns;
        decisions += ending.decisions;
    }
    println!("{turns} turns, {decisions} decisions; {ends:?}; {counts:?}");
    let wanted = [
        "Opened",
        "StepBegan",
        "SalvoFired",
        "Moved",
        "SpeedPlanned",
        "Anchored",
        "Drifted",
        "DriftChecked",
        "RepairTried",
        "Undertaken",
        "Adjudicated",
        "ActionBegan",
        "ActionEnded",
        "Arrived",
        "Left",
        "FactsTyped",
        "OptionSet",
        "UmpireOrdered",
        "InitiativeAdded",
        "ToHit",
        "Located",
        "Weapon",
        "Commander",
        "Test",
        "Armour",
        "Structural",
        "TurretHit",
        "GunLost",
        "HelmSide",
        "Steaming",
        "Sinking",
        "Initiative",
        "Explosion",
        "Boarding",
        "Again",
    ];
    let criticals: Vec<String> = (1..=20).map(|n| format!("Critical {n}")).collect();
    let all = wanted.iter().filter(|what| **what != "Opened").map(|what| (*what).to_owned()).chain(criticals);
    let missing: Vec<String> = all.filter(|what| !counts.contains_key(what)).collect();
    assert!(missing.is_empty(), "never happened: {missing:?}");
    let fates = ["sunk", "abandoned", "captured", "left", "afloat", "time"];
    let missing: Vec<&&str> = fates.iter().filter(|fate| !ends.contains_key(**fate)).collect();
    assert!(missing.is_empty(), "never happened: {missing:?}");
}

#[test]
fn the_same_seed_plays_the_same_battle() {
    let book = SpBp::embedded().unwrap();
    let play = || {
        let mut events = vec![];
        let set_out = everything(&book, vec![], (6, 0.05));
        by_lot(&book, set_out, 7, |_, played| events.extend(played.events)).unwrap();
        events
    };
    assert_eq!(play(), play());
}
