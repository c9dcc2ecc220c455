//! Every moment can be found by turn, step, ship or kind, and is replayed as it was played.

use crate::common::*;
use battle::{Audience, Battle, BattleError, EventQuery, Remark};
use geometry::ShipId;
use rulesets::gunboat::Decision;
use rulesets::gunboat::Gunboat;

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
    let find = |wanted: EventQuery| battle.moments(&wanted, &Audience::Everyone);
    let all = find(EventQuery::default());
    assert_eq!(all.len(), battle.entries().len());
    assert_eq!(
        find(EventQuery { kind: Some("salvo_declared".to_owned()), ..EventQuery::default() }),
        [declared]
    );
    let steps =
        find(EventQuery { kind: Some("step_began".to_owned()), turn: Some(2), ..EventQuery::default() });
    assert_eq!(steps.len(), 2);
    let fire =
        find(EventQuery { phase: Some("First fire".to_owned()), turn: Some(1), ..EventQuery::default() });
    assert!(fire.contains(&declared) && fire.len() < all.len());
    let of = |ship: &str| find(EventQuery { ship: Some(ShipId::new(ship)), ..EventQuery::default() });
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
    // A seat is named by its title, not by its key.
    for (by, told) in [("confederate", "Confederate marks"), ("everyone", "The players mark")] {
        battle.remark(Remark { by: by.to_owned(), ..mark("", Audience::Everyone) }, NOW).unwrap();
        let said = format!("{told} event {seq}.");
        assert!(battle.log().iter().any(|line| line.sentences[0].text == said), "no “{said}”");
    }
    assert_eq!(battle.situation().book, state);
    let error = battle.remark(Remark { about: 999, ..mark("", Audience::Everyone) }, NOW).unwrap_err();
    assert_eq!(error, BattleError::NoSuchMoment { battle: 1, seq: 999 });
}

#[test]
fn every_replayed_moment_equals_the_played_one() {
    let evening = Evening::new();
    let mut battle: Battle<Gunboat> = begin_judged(&evening);
    settle(&mut battle, 1, sighting);
    let mut lived = vec![battle.situation().clone()];
    for turn in 0..12 {
        if turn % 3 == 0 {
            must(&mut battle, Decision::NextStep);
            must(&mut battle, fire("monitor", "virginia"));
            lived.push(battle.situation().clone());
            clear_what_is_due(&mut battle);
            lived.push(battle.situation().clone());
        }
        for _ in 0..6 {
            must(&mut battle, Decision::NextStep);
            lived.push(battle.situation().clone());
        }
        while battle.view().phase != "Union movement" {
            must(&mut battle, Decision::NextStep);
        }
    }
    let to = lived[lived.len() / 2].seq;
    let back = battle::TakeBack { to, by: "Ann".to_owned(), why: "Again.".to_owned(), umpire: true };
    battle.take_back(&back, NOW).unwrap();
    must(&mut battle, Decision::NextStep);
    lived.push(battle.situation().clone());
    drop(battle);
    let again = evening.resume(1);
    for then in &lived {
        assert_eq!(again.situation_at(then.seq).unwrap(), *then, "{}", then.seq);
    }
}
