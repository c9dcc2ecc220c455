//! The summary of a battle for its campaign agrees with its account.

use crate::common::*;
use battle::account::{BattleAccount, BattleSummary, EventSummary, NamedThrow, ShipSummary};
use battle::view::DecisionView;
use battle::{Audience, TakeBack, open, summaries};
use journal::Journal;
use rulesets::core::SideId;
use std::path::Path;

/// The same summary computed from the whole account.
fn summary_of(account: &BattleAccount, seq: i64) -> BattleSummary {
    let ships = account.ships.iter().map(|ship| ShipSummary {
        ship: ship.ship.clone(),
        name: ship.name.clone(),
        side: ship.side.clone(),
        player: ship.player.clone(),
        before: ship.before.rows.clone(),
        after: ship.after.rows.clone(),
        fate: ship.fate.clone(),
        lost: ship.lost,
    });
    let standing = account.events.iter().filter(|event| !event.taken_back);
    let counted = standing.map(|event| EventSummary {
        turn: event.line.turn,
        phase: event.line.phase.clone(),
        hits: event.hits.clone(),
        lost: event
            .changed
            .iter()
            .filter(|line| line.lost)
            .filter_map(|line| Some((line.ship.clone(), line.fate.clone()?)))
            .collect(),
        affair: event.affair.clone(),
    });
    let dice = account.events.iter().filter(|event| !event.taken_back).flat_map(|event| {
        let kinds = event.rolled.iter().flat_map(|roll| roll.thrown.faces.iter().map(|_| roll.request.die));
        event.line.dice.iter().zip(kinds)
    });
    let named_dice = dice.filter_map(|(shown, die)| {
        Some(NamedThrow { name: shown.read.as_ref()?.name.clone()?, die, face: shown.face })
    });
    BattleSummary {
        named_dice: named_dice.collect(),
        battle: account.battle,
        name: account.name.clone(),
        book: account.book.clone(),
        began_at: account.began_at.clone(),
        seq,
        turns: account.turns.last().map_or(0, |turn| turn.turn),
        ships: ships.collect(),
        events: counted
            .filter(|event| !(event.hits.is_empty() && event.lost.is_empty() && event.affair.is_none()))
            .collect(),
    }
}

fn same_for_all(campaign: &Path) -> usize {
    let journal = Journal::open(campaign).unwrap();
    let mut events = 0;
    for umpire in [true, false] {
        for summary in summaries(&journal, umpire).unwrap() {
            let summary = summary.unwrap();
            let battle = open(journal.clone(), summary.battle).unwrap();
            let seq = battle.view_for(&Audience::Umpire).seq;
            let viewer = if umpire || battle.is_over() { Audience::Umpire } else { Audience::Everyone };
            assert_eq!(summary, summary_of(&battle.account(&viewer), seq), "{}, {viewer:?}", summary.name);
            assert_eq!(battle.is_over(), battle.account(&Audience::Everyone).is_over());
            events += summary.events.len();
        }
    }
    events
}

#[test]
fn a_summary_agrees_with_the_account_in_every_book() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("campaign");
    play_out_every_book(&file, 1);
    assert!(same_for_all(&file) > 20);
}

#[test]
fn a_summary_leaves_out_undone_events_and_secrets() {
    let evening = Evening::new();
    let mut battle = in_first_fire(&evening);
    let quiet = battle.situation().seq;
    done(&mut battle, &salvo("monitor", "virginia", None));
    done(&mut battle, &DecisionView::Roll { typed: Some(vec![5]), read: None });
    clear_what_is_due(&mut battle);
    let fought = battle.situation().seq;
    assert_eq!(same_for_all(&evening.file()) % 2, 0);
    let back = |to| TakeBack { to, by: "Ann".to_owned(), why: "Again.".to_owned(), umpire: true };
    battle.take_back(&back(quiet), NOW).unwrap();
    let without = same_for_all(&evening.file());
    battle.take_back(&back(fought), NOW).unwrap();
    let with = same_for_all(&evening.file());
    assert!(with > without, "{with} events count after the salvo stands again, {without} before");
    let won = battle::Affair::Ended { winner: Some(SideId::of("union")), why: "Night fell.".to_owned() };
    let end = battle.situation().seq;
    battle.note_affair(won, NOW).unwrap();
    assert!(same_for_all(&evening.file()) > with);
    battle.take_back(&back(end), NOW).unwrap();
    assert_eq!(same_for_all(&evening.file()), with, "the end was taken back");
}
