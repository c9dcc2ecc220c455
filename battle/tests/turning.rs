//! Where battles of the file turned.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod common;

use battle::view::TurningView;
use battle::{Affair, Audience, BattleError, Command, CommandSeat, Effort, KeptTurning, PlayOuts, play_outs};
use common::{Evening, NOW, begin_on_table, choice_of, play_out_every_book};
use journal::Journal;
use std::collections::BTreeMap;

const LITTLE: Effort = Effort { simulations: 6, throws: 3, workers: 2 };

fn find(journal: &Journal, battle: i64) -> KeptTurning {
    KeptTurning::find(journal, battle, LITTLE, &mut |_| true).unwrap().unwrap()
}

fn sums_up(turning: &TurningView) {
    let (first, last) = (turning.points.first().unwrap(), turning.points.last().unwrap());
    let whole = last.chance - first.chance;
    assert!((turning.plan + turning.dice - whole).abs() < 1e-9, "{turning:?}");
    let steps: f64 = turning.steps.iter().map(|step| step.plan + step.dice).sum();
    assert!((steps - whole).abs() < 1e-9);
    assert_eq!(turning.steps.len() + 1, turning.points.len());
    for point in &turning.points {
        let (low, high) = (point.low.min(point.chance), point.high.max(point.chance));
        assert_eq!((low, high), (point.low, point.high));
        assert!(low >= 0.0 && high <= 1.0);
    }
    assert!(turning.moments.len() <= 3);
    assert!(turning.steps.iter().all(|step| !step.why.is_empty() && step.from_seq < step.to_seq));
}

/// In every book luck and skill add up to the whole curve, and the winner's ends at the top.
#[test]
fn a_battle_of_every_book_has_a_curve_that_ends_as_it_ended() {
    let evening = Evening::new();
    play_out_every_book(&evening.file(), 1);
    let journal = evening.journal();
    let mut luck = 0;
    for row in journal.battles().unwrap() {
        let kept = find(&journal, row.number);
        let turning = &kept.turning;
        sums_up(turning);
        // The same battle has the same curve, however many threads work on it.
        let alone = Effort { workers: 1, ..LITTLE };
        let again = KeptTurning::find(&journal, row.number, alone, &mut |_| true).unwrap();
        assert_eq!(again.as_ref(), Some(&kept), "{}", row.book);
        luck += usize::from(turning.steps.iter().any(|step| step.dice.abs() > 0.001));
        let battle = battle::open(journal.clone(), row.number).unwrap();
        let winner =
            battle.account(&Audience::Umpire).events.iter().rev().find_map(|event| match &event.affair {
                Some(Affair::Ended { winner, .. }) => winner.clone(),
                _ => None,
            });
        let last = turning.points.last().unwrap();
        println!("{}: {} turns, {:?} won, {:.2}", row.book, turning.points.len(), winner, last.chance);
        if let Some(winner) = winner {
            let won = if winner.as_str() == turning.of.side { 1.0 } else { 0.0 };
            assert_eq!((last.chance, last.low, last.high), (won, won, won), "{}", row.book);
        }
        for step in turning.moments.iter().map(|at| &turning.steps[*at as usize]) {
            println!("  Turn {}: {}. {}. {}.", step.turn, step.headline, step.split, step.why);
        }
    }
    assert_eq!(luck, 5, "in some book no throw was luck");
}

/// An analysis counts for the battle that it was made of: a remark changes nothing, a decision or a declared end does.
#[test]
fn an_analysis_is_thrown_away_when_the_battle_has_gone_on() {
    let evening = Evening::new();
    let asked = PlayOuts { book: "hex_duel", scenario: "duel", seed: 3, count: 1, carried: None };
    play_outs(&asked, Some(&evening.file()), NOW).unwrap();
    let journal = evening.journal();
    let kept = find(&journal, 1);
    let text = kept.written().unwrap();
    let read = |text: &str| KeptTurning::read(text, &journal, 1).unwrap();
    assert_eq!(read(&text), Some(kept));
    assert_eq!(read("{}"), None);
    assert_eq!(read(&text[..text.len() / 2]), None);
    assert_eq!(read(&text.replacen("\"code\":1", "\"code\":0", 1)), None);
    assert!(matches!(KeptTurning::read(&text, &journal, 7), Err(BattleError::Journal(_))));

    let mut battle = battle::open(journal.clone(), 1).unwrap();
    let umpire = CommandSeat { word: "umpire", viewer: &Audience::Umpire };
    let mut note = |affair: &Affair| {
        let last = battle.view_for(&Audience::Umpire).seq;
        battle.carry_out(umpire, last, &Command::NoteAffair(affair), NOW, &mut || None).unwrap();
    };
    note(&Affair::Dated { date: "1862-03-09".to_owned() });
    assert!(read(&text).is_some());
    note(&Affair::Ended { winner: None, why: "as the umpire rules.".to_owned() });
    assert_eq!(read(&text), None);
}

/// A stopped analysis has no result, and stops soon.
#[test]
fn a_stopped_analysis_finds_nothing() {
    let evening = Evening::new();
    let asked = PlayOuts { book: "gunboat", scenario: "memphis", seed: 3, count: 1, carried: None };
    play_outs(&asked, Some(&evening.file()), NOW).unwrap();
    let much = Effort { simulations: 10_000, ..LITTLE };
    let mut asked_times = 0;
    let mut goes_on = |_: f64| {
        asked_times += 1;
        asked_times < 3
    };
    assert_eq!(KeptTurning::find(&evening.journal(), 1, much, &mut goes_on).unwrap(), None);
}

#[test]
fn a_battle_without_a_turn_says_so() {
    let evening = Evening::new();
    begin_on_table(&evening, &choice_of("gunboat", Some("memphis")), &BTreeMap::new()).unwrap();
    let error = KeptTurning::find(&evening.journal(), 1, LITTLE, &mut |_| true).unwrap_err();
    assert_eq!(error, BattleError::NothingPlayed { battle: 1 });
}

/// A battle in play is open to those who may know all of it: with secrets, to the umpire alone.
#[test]
fn a_battle_with_secrets_is_open_to_the_umpire_alone() {
    let evening = Evening::new();
    let plain = begin_on_table(&evening, &choice_of("gunboat", Some("memphis")), &BTreeMap::new()).unwrap();
    assert!(plain.is_open_to(&Audience::Everyone));
    let secret = begin_on_table(&evening, &choice_of("noddy", Some("fort-henry")), &BTreeMap::new()).unwrap();
    let hidden = secret.events_for(&Audience::Umpire).unwrap().len()
        != secret.events_for(&Audience::Everyone).unwrap().len();
    assert_eq!(secret.is_open_to(&Audience::Everyone), !hidden);
    assert!(secret.is_open_to(&Audience::Umpire));
}
