//! Battles of every earlier schema, and of every version of the rules, can always be verified, shown and
//! resumed.

use crate::common::*;
use battle::view::AnswerView;
use battle::{Audience, Battle, BookAdapter, DiceKey, EventQuery, TakeBack, open, verify_file};
use journal::Journal;
use rulesets::gunboat::Gunboat;
use rulesets::hex_duel::HexDuel;
use rulesets::mahan::MahanBook;
use rulesets::noddy::Noddy;
use rulesets::sp_bp::SpBp;
use std::fs;

#[test]
fn the_battle_of_schema_1_is_verified_and_goes_on() {
    let evening = Evening::new();
    fs::write(evening.file(), include_bytes!("../../../../journal/tests/data/schema1.ironclad")).unwrap();
    let found = verify_file(&evening.file()).unwrap();
    assert_eq!(found.difference, None);
    assert!(found.decisions >= 8, "{} decisions", found.decisions);
    let mut battle: Battle<Gunboat> = Battle::resume(Journal::open(&evening.file()).unwrap(), 1).unwrap();
    done(&mut battle, &battle::view::DecisionView::NextStep);
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

/// A battle played by lot with version 1 of its book's rules: it is verified, with a report of the rules
/// corrected since; every moment is shown; and it is continued from its middle under today's rules.
fn of_version_1(recorded: &[u8]) {
    let evening = Evening::new();
    fs::write(evening.file(), recorded).unwrap();
    let found = verify_file(&evening.file()).unwrap();
    assert_eq!((found.difference, found.battles), (None, 1));
    println!("{:?}", found.changed_since);
    let counted = format!("of its {} decisions would be ruled otherwise today", found.decisions);
    let mended = |told: &&String| told.contains("version 1 of its rule book") && told.contains(&counted);
    assert_eq!(found.changed_since.iter().filter(mended).count(), 1, "{:?}", found.changed_since);

    let mut battle = open(Journal::open(&evening.file()).unwrap(), 1).unwrap();
    assert!(battle.is_over());
    let moments = battle.moments(&EventQuery::default(), &Audience::Umpire);
    let ships = |seq: i64| battle.replay_at_for(seq, &Audience::Umpire).unwrap().ships.len();
    let shown: Vec<usize> = moments.iter().map(|seq| ships(*seq)).collect();
    // No ship is there before the book's opening, and none is missing afterwards.
    assert!(shown.is_sorted() && shown.last() > Some(&1), "{shown:?}");
    let to = moments[moments.len() / 2];
    let back = TakeBack { to, by: "Ann".to_owned(), why: "We try it again.".to_owned(), umpire: true };
    let answer = battle.take_back(&back, NOW).unwrap();
    assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
    assert!(!battle.is_over());
    drop(battle);
    let again = open(Journal::open(&evening.file()).unwrap(), 1).unwrap();
    assert!(!again.is_over() && again.log_for(&Audience::Umpire).len() > moments.len());
    drop(again);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn a_noddy_battle_of_version_1_is_verified_shown_and_gone_back_in() {
    of_version_1(include_bytes!("../../data/noddy-rules-1.ironclad"));
}

#[test]
fn an_sp_bp_battle_of_version_1_is_verified_shown_and_gone_back_in() {
    of_version_1(include_bytes!("../../data/sp-bp-rules-1.ironclad"));
}

/// The digest of every state that a battle went through, as serialised.
fn states_written<B: BookAdapter>(recorded: &[u8]) -> (&'static str, String) {
    let evening = Evening::new();
    fs::write(evening.file(), recorded).unwrap();
    let battle: Battle<B> = Battle::resume(Journal::open(&evening.file()).unwrap(), 1).unwrap();
    assert_eq!(battle.situation().begun.dice_key, DiceKey::State);
    let moments = battle.moments(&EventQuery::default(), &Audience::Umpire);
    assert!(moments.len() > 3);
    let mut written = Vec::new();
    for seq in moments {
        serde_json::to_writer(&mut written, &battle.situation_at(seq).unwrap().book).unwrap();
    }
    let digest = journal::content_hash(&written);
    (B::ID, digest.iter().take(8).map(|byte| format!("{byte:02x}")).collect())
}

/// Dice of battles begun under the oldest key follow from their serialised states ([`DiceKey::State`]):
/// renaming, moving, adding or dropping a serialised field changes dice that are still to be thrown.
#[test]
fn states_that_dice_follow_from_are_written_as_ever() {
    let written = [
        states_written::<Gunboat>(include_bytes!("../../../../journal/tests/data/schema1.ironclad")),
        states_written::<Noddy>(include_bytes!("../../data/noddy-rules-1.ironclad")),
        states_written::<SpBp>(include_bytes!("../../data/sp-bp-rules-1.ironclad")),
        states_written::<MahanBook>(include_bytes!("../../data/mahan-rules-2.ironclad")),
        states_written::<HexDuel>(include_bytes!("../../data/hex-duel-rules-1.ironclad")),
    ];
    let golden = [
        ("gunboat", "184392305c32db61"),
        ("noddy", "a31572ef6c0d6abc"),
        ("sp_bp", "69cf98f187c5d081"),
        ("mahan", "2f642985b9b0a270"),
        ("hex_duel", "3e366e5e7b794f1e"),
    ];
    assert_eq!(written, golden.map(|(book, digest)| (book, digest.to_owned())));
}

/// Dice of new battles follow from the number of events; a battle keeps the key that it was begun with.
#[test]
fn a_battle_keeps_the_key_that_its_dice_follow_from() {
    let evening = Evening::new();
    fs::write(evening.file(), include_bytes!("../../../../journal/tests/data/schema1.ironclad")).unwrap();
    let old: Battle<Gunboat> = Battle::resume(Journal::open(&evening.file()).unwrap(), 1).unwrap();
    assert_eq!(old.situation().begun.dice_key, DiceKey::State);
    drop(old);
    let new = Evening::new();
    let battle = new.begin();
    assert_eq!(battle.situation().begun.dice_key, DiceKey::Events);
    drop(battle);
    assert_eq!(new.resume(1).situation().begun.dice_key, DiceKey::Events);
}
