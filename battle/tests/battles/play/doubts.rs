//! Doubts of the camera: on which ships the decision in hand depends, and that nothing is decided about one in doubt.

use crate::common::*;
use battle::{Battle, Sighting};
use geometry::{Observation, ShipId};
use rulesets::gunboat::{Decision, Gunboat, SpeedOrder};
use std::collections::BTreeSet;

fn monitor() -> ShipId {
    ShipId::new("monitor")
}

/// The table with the monitor at this place, her name a guess.
fn guessed_at(y_in: f64) -> impl Fn(u64) -> Sighting {
    move |frame| {
        let guess = Observation { sure: false, ..seen("monitor", 35.0, y_in, 0.0, frame) };
        sighting_with(frame, guess)
    }
}

/// A reading in which the monitor's name is a guess.
fn doubt(battle: &mut Battle<Gunboat>, frame: u64, y_in: f64) {
    battle.take_doubts(BTreeSet::from([monitor()]));
    assert!(settle(battle, frame, guessed_at(y_in)).is_empty(), "a guess is never official");
}

#[test]
fn a_salvo_waits_for_the_answer_about_its_ships_only() {
    let evening = Evening::new();
    let mut battle = in_first_fire(&evening);
    doubt(&mut battle, 50, 18.0);
    assert!(battle.ships_in_hand().is_empty(), "{:?}", battle.ships_in_hand());
    let seq = battle.situation().seq;
    let why = refused(&mut battle, fire("monitor", "virginia"));
    assert!(why.contains("It isn't certain how USS Monitor stands"), "{why}");
    assert_eq!(battle.situation().seq, seq);
    assert_eq!(battle.ships_in_hand(), BTreeSet::from([monitor()]));
    battle.take_doubts(BTreeSet::new());
    settle(&mut battle, 60, sighting);
    assert!(battle.ships_in_hand().is_empty());
    must(&mut battle, fire("monitor", "virginia"));
}

#[test]
fn a_forecast_and_a_ship_seen_elsewhere_make_a_doubt_matter() {
    let evening = Evening::new();
    let mut battle = in_first_fire(&evening);
    battle.preview("monitor", "virginia").unwrap();
    assert_eq!(battle.ships_in_hand(), BTreeSet::from([monitor(), ShipId::new("virginia")]));
    let evening = Evening::new();
    let mut battle = begin_judged(&evening);
    settle(&mut battle, 1, sighting);
    doubt(&mut battle, 10, 18.0);
    assert!(battle.ships_in_hand().is_empty(), "she stands where she was");
    doubt(&mut battle, 20, 18.7);
    assert_eq!(battle.ships_in_hand(), BTreeSet::from([monitor()]));
}

#[test]
fn a_step_does_not_end_while_a_ship_that_could_be_moved_is_in_doubt() {
    let evening = Evening::new();
    let mut battle = begin_judged(&evening);
    settle(&mut battle, 1, sighting);
    must(&mut battle, Decision::RingUp { orders: vec![SpeedOrder { ship: monitor(), speed: 2 }] });
    doubt(&mut battle, 10, 18.0);
    let why = refused(&mut battle, Decision::NextStep);
    assert!(why.contains("answer the question about her"), "{why}");
    battle.take_doubts(BTreeSet::new());
    settle(&mut battle, 20, sighting);
    must(&mut battle, Decision::NextStep);
}
