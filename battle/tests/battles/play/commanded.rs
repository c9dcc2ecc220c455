//! A side commanded by the app: where the battle goes back, its commander goes back too, and does the same
//! again.

use crate::common::*;
use battle::view::AnswerView;
use battle::{
    AreaRedrawn, Audience, Battle, Ghost, GhostWhy, MovesAre, SetUp, ShipInSetUp, TakeBack, verify_file,
};
use geometry::{Heading, Point, Pose, ShipId, Similarity};
use rulesets::gunboat::{Decision, Gunboat, Library};

/// Monitor far from Virginia and Teaser, which the app commands; places are set by hand.
fn begin(evening: &Evening) -> Battle<Gunboat> {
    let book = Gunboat::embedded().unwrap();
    let library = Library::embedded(book.tables()).unwrap();
    let places =
        [("monitor", 190.0, 50.0, 270.0), ("virginia", 10.0, 50.0, 90.0), ("teaser", 10.0, 80.0, 90.0)];
    let ships = places.iter().map(|(ship, ..)| {
        let card = library.card(library.ship(ship).unwrap()).unwrap();
        ShipInSetUp { ship: card.into(), hull: HULL }
    });
    let size_in = (200.0, 100.0);
    let set_up = SetUp {
        moves: MovesAre::Judged,
        commanded: [rulesets::gunboat::Side::Confederate.id()].into(),
        ..SetUp::of_ships(("Solo".to_owned(), size_in), ships.collect(), Vec::new(), 1862)
    };
    let mut battle = Battle::begin(evening.journal(), &set_up, NOW).unwrap();
    for (ship, x_in, y_in, heading_deg) in places {
        let pose = Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(heading_deg) };
        battle.lay_by_hand(&ShipId::new(ship), pose, NOW, || None).unwrap();
    }
    battle
}

/// Goes on to the Confederates' step; returns the ghosts of their models.
fn to_their_move(battle: &mut Battle<Gunboat>) -> Vec<Ghost> {
    must(battle, Decision::NextStep);
    battle.command(NOW, || None).unwrap();
    must(battle, Decision::NextStep);
    battle.command(NOW, || None).unwrap();
    ordered(battle)
}

fn ordered(battle: &Battle<Gunboat>) -> Vec<Ghost> {
    battle.ghosts().into_iter().filter(|ghost| ghost.why == GhostWhy::Ordered).collect()
}

/// Places every model on its ghost, until none is left.
fn carry_out(battle: &mut Battle<Gunboat>) {
    for _ in 0..9 {
        let ghosts = ordered(battle);
        for ghost in &ghosts {
            battle.lay_by_hand(&ghost.ship, ghost.place.pose(), NOW, || None).unwrap();
        }
        battle.command(NOW, || None).unwrap();
        if ghosts.is_empty() {
            return;
        }
    }
    panic!("never carried out: {:?}", battle.ghosts());
}

fn take_back(battle: &mut Battle<Gunboat>, to: i64) {
    let asked = TakeBack { to, by: "Ann".to_owned(), why: "Once more.".to_owned(), umpire: false };
    let answer = battle.take_back(&asked, NOW).unwrap();
    assert!(matches!(answer, AnswerView::Done { .. }), "{answer:?}");
    battle.command(NOW, || None).unwrap();
}

fn last_of(battle: &Battle<Gunboat>, kind: &str) -> i64 {
    battle.entries().iter().rev().find(|entry| entry.kind == kind).unwrap().seq
}

#[test]
fn undone_commands_are_repeated_identically() {
    let evening = Evening::new();
    let mut battle = begin(&evening);
    let wanted = to_their_move(&mut battle);
    assert_eq!(wanted.len(), 2, "{wanted:?}");
    let before = last_of(&battle, "step_began");
    carry_out(&mut battle);
    let moved = battle.situation().places.clone();
    assert_ne!(moved[&wanted[0].ship].x_in, 10.0);
    // To the start of their step, and to the moment after the speeds were rung up.
    take_back(&mut battle, before);
    assert_eq!(ordered(&battle), wanted, "no other orders, for the dice are the same");
    carry_out(&mut battle);
    assert_eq!(battle.situation().places, moved);
    let rung = last_of(&battle, "speed_rung");
    take_back(&mut battle, rung);
    assert_eq!(ordered(&battle), wanted);
    carry_out(&mut battle);
    assert_eq!(battle.situation().places, moved);
    // Redo to where everything was done: nothing is left to do.
    let done = battle.situation().seq;
    take_back(&mut battle, before);
    take_back(&mut battle, done);
    assert_eq!(battle.situation().places, moved);
    assert!(ordered(&battle).is_empty(), "{:?}", battle.ghosts());
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn one_undo_skips_what_the_app_would_only_repeat() {
    let evening = Evening::new();
    let mut battle = begin(&evening);
    to_their_move(&mut battle);
    carry_out(&mut battle);
    let back = battle.undo_line(&Audience::Everyone).back.unwrap();
    assert!(back.sentence.contains("Confederate movement"), "the step that a player began: {back:?}");
    take_back(&mut battle, back.to);
    assert_eq!(battle.view().phase, "First fire");
    assert!(ordered(&battle).is_empty());
    // And once more: it does not return to the same place endlessly.
    let further = battle.undo_line(&Audience::Everyone).back.unwrap();
    assert!(further.to < back.to, "{further:?}");
    take_back(&mut battle, further.to);
    assert_eq!(battle.view().phase, "Union movement");
    let forward = battle.undo_line(&Audience::Everyone).forward.unwrap();
    take_back(&mut battle, forward.to);
    assert_eq!(battle.view().phase, "First fire");
}

#[test]
fn an_order_being_carried_out_goes_along_into_another_frame_of_reference() {
    let evening = Evening::new();
    let mut battle = begin(&evening);
    let wanted = to_their_move(&mut battle);
    let area = AreaRedrawn {
        change: Similarity::new((0.0, 1.0), Point::new(100.0, 0.0)).unwrap(),
        before_in: (200.0, 100.0),
        after_in: (100.0, 200.0),
    };
    // One model is already on its ghost.
    battle.lay_by_hand(&wanted[0].ship, wanted[0].place.pose(), NOW, || None).unwrap();
    battle.redraw(&area, NOW, || None).unwrap();
    battle.command(NOW, || None).unwrap();
    let there = ordered(&battle);
    assert_eq!(there.len(), 1, "{there:?}");
    let pose = area.change.pose(wanted[1].place.pose());
    assert_eq!(there[0].ship, wanted[1].ship);
    assert!(there[0].place.pose().stack.distance_in(pose.stack) < 2e-3, "{there:?}");
    carry_out(&mut battle);
    for ghost in &wanted {
        let stands = battle.situation().places[&ghost.ship].pose();
        let pose = area.change.pose(ghost.place.pose());
        assert!(stands.stack.distance_in(pose.stack) < 3e-3, "{stands:?} {pose:?}");
        assert!(stands.heading.angle_to(pose.heading) < 1e-3);
    }
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}
