//! Battles played out by lot are kept like any other: verified, taken up again, equal to what was played.
#![allow(clippy::unwrap_used, clippy::panic)]

use battle::{Battle, BattleError, PlayOuts, play_out, play_out_in, play_outs, verify_file};
use journal::Journal;
use rulesets::gunboat::{Gunboat, Library};

const NOW: &str = "2025-03-08T19:30:00Z";

#[test]
fn a_battle_by_lot_is_verified_and_taken_up_again() {
    let book = Gunboat::embedded().unwrap();
    let library = Library::embedded(book.tables()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (at, scenario) in library.scenarios().iter().enumerate() {
        let scene = library.scene(scenario, 1.0).unwrap();
        let file = folder.path().join(format!("{at}.ironclad"));
        let seed = at as u64;
        let ending =
            play_out_in(Journal::create_or_open(&file).unwrap(), (scenario, &scene), seed, NOW).unwrap();
        assert_eq!(ending, play_out(&book, (scenario, &scene), seed).unwrap(), "{}", scenario.id);
        let found = verify_file(&file).unwrap();
        assert_eq!(found.difference, None, "{}", scenario.id);
        assert!(found.decisions > 20, "{}: {} decisions", scenario.id, found.decisions);
        let battle = Battle::<Gunboat>::resume(Journal::open(&file).unwrap(), 1).unwrap();
        let afloat = battle.situation().book.ships.values().filter(|ship| ship.afloat()).count() as u32;
        let lost: u32 = ["sunk", "exploded", "captured", "went home"]
            .iter()
            .map(|fate| ending.fates.get(*fate).copied().unwrap_or(0))
            .sum();
        assert_eq!(afloat + lost, scene.ships.len() as u32, "{}", scenario.id);
    }
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
    assert!(matches!(error, BattleError::NoSuchBook { .. }), "{error}");
    assert!(!file.exists());
    let endings = play_outs(&PlayOuts { scenario: "memphis", count: 2, ..asked }, Some(&file), NOW).unwrap();
    assert_eq!((endings.battles, endings.ended.values().sum::<u32>()), (2, 2));
    assert_eq!(verify_file(&file).unwrap().battles, 2);
}
