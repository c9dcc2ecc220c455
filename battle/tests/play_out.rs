//! Battles played out by lot are stored like any other: verified, resumed, equal to what was played.
#![allow(clippy::unwrap_used, clippy::panic)]

use battle::{
    Audience, Battle, BattleError, BookAdapter, Carried, Place, PlayOuts, open, play_out, play_out_in,
    play_outs, verify_file,
};
use journal::Journal;
use rulesets::core::play_out::{ByLot, by_lot};
use rulesets::gunboat::Gunboat;
use rulesets::hex_duel::HexDuel;
use rulesets::noddy::Noddy;
use rulesets::sp_bp::SpBp;
use std::collections::BTreeMap;

const NOW: &str = "2025-03-08T19:30:00Z";

/// Plays out and stores every scenario of a book.
fn every_scenario<B: BookAdapter + ByLot>() {
    let book = B::embedded().ok().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let scenarios = book.scenarios().unwrap();
    assert!(!scenarios.is_empty());
    for (scenario, seed) in scenarios.iter().zip(0..) {
        let staged = book.staged(scenario, None).unwrap();
        let file = folder.path().join(format!("{seed}.ironclad"));
        let ending = play_out_in(Journal::create_or_open(&file).unwrap(), &staged, seed, NOW).unwrap();
        assert_eq!(ending, play_out(&book, &staged, seed).unwrap(), "{scenario}");
        let found = verify_file(&file).unwrap();
        assert_eq!((found.difference, found.battles), (None, 1), "{scenario}");
        assert!(found.decisions > 15, "{scenario}: {} decisions", found.decisions);
        let battle = open(Journal::open(&file).unwrap(), 1).unwrap();
        let account = battle.account(&Audience::Umpire);
        assert!(account.is_over(), "{scenario}");
        let ships = battle.view_for(&Audience::Umpire).ships.len();
        assert_eq!(ships, staged.models.len() + staged.later.len(), "{scenario}");
        // Models' places in the file equal those on the computed table.
        let battle = Battle::<B>::resume(Journal::open(&file).unwrap(), 1).unwrap();
        let mut stood = BTreeMap::new();
        by_lot(&book, staged.set_out(&book).unwrap(), seed, |play, _| {
            for model in play.table().ships() {
                stood.insert(model.observation.ship.clone(), Place::of(&model.observation));
            }
            if play.ending().is_some() {
                assert_eq!(*play.state(), battle.situation().book, "{scenario}");
            }
        })
        .unwrap();
        for (ship, place) in stood {
            assert_eq!(battle.situation().places.get(&ship), Some(&place), "{scenario}: {ship}");
        }
    }
}

#[test]
fn gunboat_battles_by_lot_are_verified_and_taken_up_again() {
    every_scenario::<Gunboat>();
}

#[test]
fn noddy_battles_by_lot_are_verified_and_taken_up_again() {
    every_scenario::<Noddy>();
}

#[test]
fn sp_bp_battles_by_lot_are_verified_and_taken_up_again() {
    every_scenario::<SpBp>();
}

#[test]
fn hex_duels_by_lot_are_verified_and_taken_up_again() {
    every_scenario::<HexDuel>();
}

#[test]
fn mahans_ship_sunk_by_the_first_of_two_lots_of_hits_owes_nothing_more() {
    // In this battle General Bragg is hit by a ram and by shot in one turn, and is lost with the first.
    let endings = play_outs(
        &PlayOuts { book: "mahan", scenario: "meeting", seed: 100_044, count: 1, carried: None },
        None,
        NOW,
    );
    assert_eq!(endings.unwrap().battles, 1);
}

#[test]
fn what_is_not_there_is_named_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("campaign.ironclad");
    let asked = PlayOuts { book: "gunboat", scenario: "atlantis", seed: 1, count: 1, carried: None };
    let error = play_outs(&asked, Some(&file), NOW).unwrap_err();
    assert!(
        matches!(&error, BattleError::NoSuchScenario { known, .. } if known.contains("memphis")),
        "{error}"
    );
    let error = play_outs(&PlayOuts { book: "chess", ..asked }, Some(&file), NOW).unwrap_err();
    assert!(matches!(&error, BattleError::NoSuchBook { known, .. } if known.contains("noddy")), "{error}");
    // Only Gunboat's cards carry damage from battle to battle.
    let carried = Carried::default();
    let noddy = PlayOuts { book: "noddy", scenario: "memphis", carried: Some(&carried), ..asked };
    let error = play_outs(&noddy, Some(&file), NOW).unwrap_err();
    assert!(error.to_string().contains("begin every battle as printed"), "{error}");
    assert!(!file.exists());
    let endings = play_outs(&PlayOuts { scenario: "memphis", count: 2, ..asked }, Some(&file), NOW).unwrap();
    assert_eq!((endings.battles, endings.ended.values().sum::<u32>()), (2, 2));
    assert_eq!(verify_file(&file).unwrap().battles, 2);
    // One campaign with battles of every book.
    for (book, scenario) in
        [("noddy", "fort-henry"), ("sp_bp", "spb-hampton-roads-1862-03-09"), ("hex_duel", "duel")]
    {
        play_outs(&PlayOuts { book, scenario, ..asked }, Some(&file), NOW).unwrap();
    }
    assert_eq!(verify_file(&file).unwrap().battles, 5);
}
