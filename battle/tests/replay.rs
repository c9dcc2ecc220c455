//! Any moment, found by turn, step, ship or kind; kept situations are those of a full fold.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use battle::{Audience, Battle, BattleError, Moments, Remark};
use common::*;
use geometry::ShipId;
use rulesets::gunboat::Decision;

#[test]
fn moments_are_found_by_turn_step_ship_and_kind() {
    let evening = Evening::new();
    let mut battle = begin_judged(&evening);
    settle(&mut battle, 1, sighting);
    must(&mut battle, Decision::NextStep);
    let declared = must(&mut battle, fire("monitor", "virginia"))[0].seq;
    clear_what_is_due(&mut battle);
    for _ in 0..6 {
        must(&mut battle, Decision::NextStep);
    }
    let find = |wanted: Moments| battle.moments(&wanted, &Audience::Everyone);
    let all = find(Moments::default());
    assert_eq!(all.len(), battle.entries().len());
    assert_eq!(find(Moments { kind: Some("salvo_declared".to_owned()), ..Moments::default() }), [declared]);
    let steps = find(Moments { kind: Some("step_began".to_owned()), turn: Some(2), ..Moments::default() });
    assert_eq!(steps.len(), 2);
    let fire = find(Moments { phase: Some("First fire".to_owned()), turn: Some(1), ..Moments::default() });
    assert!(fire.contains(&declared) && fire.len() < all.len());
    let of = |ship: &str| find(Moments { ship: Some(ShipId::new(ship)), ..Moments::default() });
    assert!(of("virginia").contains(&declared) && of("monitor").contains(&declared));
    assert!(!of("teaser").contains(&declared) && !of("teaser").is_empty());
}

#[test]
fn bookmarks_and_notes_stand_beside_the_log() {
    let evening = Evening::new();
    let mut battle = begin_judged(&evening);
    settle(&mut battle, 1, sighting);
    let seq = battle.situation().seq;
    let state = battle.situation().book.clone();
    let mark =
        |text: &str, audience| Remark { about: seq, by: "Ben".to_owned(), text: text.to_owned(), audience };
    battle.remark(mark("", Audience::Everyone), NOW).unwrap();
    battle.remark(mark("Our guns were wet.", Audience::Umpire), NOW).unwrap();
    assert_eq!(battle.remarks(&Audience::Everyone).len(), 1);
    assert_eq!(battle.remarks(&Audience::Umpire).len(), 2);
    assert!(battle.log().iter().any(|line| line.sentences[0].text == format!("Ben marks event {seq}.")));
    assert_eq!(battle.situation().book, state);
    let error = battle.remark(Remark { about: 999, ..mark("", Audience::Everyone) }, NOW).unwrap_err();
    assert_eq!(error, BattleError::NoSuchMoment { battle: 1, seq: 999 });
}

#[test]
fn kept_situations_are_those_of_a_full_fold() {
    let evening = Evening::new();
    let mut battle: Battle = begin_judged(&evening);
    settle(&mut battle, 1, sighting);
    for turn in 0..70 {
        if turn % 9 == 0 {
            must(&mut battle, Decision::NextStep);
            must(&mut battle, fire("monitor", "virginia"));
            clear_what_is_due(&mut battle);
        }
        for _ in 0..6 {
            must(&mut battle, Decision::NextStep);
        }
        while battle.view().phase != "Union movement" {
            must(&mut battle, Decision::NextStep);
        }
    }
    let seqs: Vec<i64> = battle.entries().iter().map(|entry| entry.seq).collect();
    assert!(seqs.len() > 512, "{} events: none is kept", seqs.len());
    let to = seqs[seqs.len() - 20];
    let back = battle::TakeBack { to, by: "Ann".to_owned(), why: "Again.".to_owned(), umpire: true };
    battle.take_back(&back, NOW).unwrap();
    for seq in seqs.iter().rev().step_by(37).chain([seqs.last().unwrap()]) {
        assert_eq!(battle.situation_at(*seq).unwrap(), battle.situation_folded_to(*seq).unwrap(), "{seq}");
    }
    let now = battle.situation().clone();
    assert_eq!(battle.situation_folded_to(now.seq).unwrap(), now);
}
