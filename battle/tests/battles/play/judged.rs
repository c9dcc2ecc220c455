//! Battles with judged moves: proposals, nudges, bumps, a dead camera, a table set up again.

use crate::at_the_table::AtTheTable;
use crate::common::*;
use battle::view::AnswerView;
use battle::{
    Battle, BattleError, DecisionRequest, GhostWhy, MovesAre, Place, SetUp, Settling, Sighting, verify_file,
};
use geometry::{Heading, Point, Pose, ShipId};
use rulesets::core::play_out::ByLot;
use rulesets::gunboat::Gunboat;
use rulesets::gunboat::{Decision, MoveOrder, SpeedOrder};
use rulesets::noddy::{self, Noddy};

fn begin(evening: &Evening) -> Battle<Gunboat> {
    let mut battle = begin_judged(evening);
    assert_eq!(settle(&mut battle, 1, sighting)[0].kind, "ships_placed");
    battle
}

fn ring_up(battle: &mut Battle<Gunboat>, ship: &str, speed: u16) {
    let orders = vec![SpeedOrder { ship: ShipId::new(ship), speed }];
    must(battle, Decision::RingUp { orders });
}

fn moves(ships: &[&str]) -> Decision {
    let order = |ship: &&str| MoveOrder { ship: ShipId::new(*ship), settled: Vec::new(), ashore: false };
    Decision::Move { moves: ships.iter().map(order).collect() }
}

fn monitor_at(y_in: f64) -> impl Fn(u64) -> Sighting {
    move |frame| sighting_with(frame, seen("monitor", 35.0, y_in, 0.0, frame))
}

fn place(battle: &Battle<Gunboat>, ship: &str) -> Place {
    battle.situation().places[&ShipId::new(ship)]
}

#[test]
fn a_move_is_proposed_judged_and_then_decided() {
    let evening = Evening::new();
    let mut battle = begin(&evening);
    ring_up(&mut battle, "monitor", 2);
    assert!(settle(&mut battle, 10, monitor_at(18.4)).is_empty(), "nothing is official yet");
    assert!(settle(&mut battle, 20, monitor_at(18.7)).is_empty());
    let proposals = battle.proposals();
    assert_eq!(proposals.len(), 1);
    let (moved, judged) = (&proposals[0].moved, &proposals[0].judged);
    assert_eq!((moved.from.y_in, moved.stops.len(), moved.to.y_in), (18.0, 1, 18.7));
    assert!(judged.legal(), "{judged:?}");
    let (way_in, _) = judged.way_in.unwrap();
    assert!((way_in - 0.7).abs() < 0.01 && judged.allowed_in == Some(1.0), "{judged:?}");
    assert_eq!(place(&battle, "monitor").y_in, 18.0);
    let reasons = refused(&mut battle, Decision::NextStep);
    assert!(reasons.contains("review her move"), "{reasons}");
    let log = must(&mut battle, moves(&["monitor"]));
    let kinds: Vec<&str> = log.iter().map(|line| line.kind.as_str()).collect();
    assert_eq!(kinds[..2], ["ships_moved", "moved"]);
    assert_eq!(place(&battle, "monitor").y_in, 18.7);
    assert!(battle.proposals().is_empty() && battle.ghosts().is_empty());
    must(&mut battle, Decision::NextStep);
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn a_move_that_goes_too_far_is_refused_with_its_ghost() {
    let evening = Evening::new();
    let mut battle = begin(&evening);
    ring_up(&mut battle, "monitor", 2);
    settle(&mut battle, 10, monitor_at(22.0));
    let judged = battle.proposals().remove(0).judged;
    assert!(!judged.legal());
    let ghost = battle.ghosts().remove(0);
    assert_eq!((ghost.ship.as_str(), ghost.why), ("monitor", GhostWhy::TooFar));
    assert!((ghost.place.y_in - 19.0).abs() < 0.05, "{ghost:?}");
    let seq = battle.view().seq;
    refused(&mut battle, moves(&["monitor"]));
    assert_eq!(battle.view().seq, seq, "a refusal leaves no trace");
    // Put back as accurately as by hand: nothing happened, and the small offset is no movement.
    settle(&mut battle, 20, monitor_at(18.15));
    assert!(battle.proposals().is_empty());
    must(&mut battle, Decision::NextStep);
    assert_eq!(place(&battle, "monitor").y_in, 18.15);
    assert!(battle.situation().ways.is_empty());
}

#[test]
fn a_ship_drawn_back_onto_her_ghost_has_not_gone_further() {
    let evening = Evening::new();
    let mut battle = begin(&evening);
    ring_up(&mut battle, "monitor", 2);
    settle(&mut battle, 10, monitor_at(22.0));
    assert!(!battle.proposals()[0].judged.legal());
    settle(&mut battle, 20, monitor_at(18.9));
    let proposal = battle.proposals().remove(0);
    assert!(proposal.judged.legal(), "{:?}", proposal.judged);
    let (way_in, _) = proposal.judged.way_in.unwrap();
    assert!((way_in - 0.9).abs() < 0.01, "{way_in}");
    must(&mut battle, moves(&["monitor"]));
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn a_model_laid_twice_too_far_is_drawn_back_once() {
    let evening = Evening::new();
    let mut battle = begin(&evening);
    ring_up(&mut battle, "monitor", 2);
    let monitor = ShipId::new("monitor");
    for y_in in [22.0, 22.0, 18.9] {
        let pose = Pose { stack: Point::new(35.0, y_in), heading: Heading::from_deg(0.0) };
        battle.lay_by_hand(&monitor, pose, NOW, || None).unwrap();
    }
    let proposal = battle.proposals().remove(0);
    assert!(proposal.judged.legal(), "{:?}", proposal.judged);
    assert!((proposal.judged.way_in.unwrap().0 - 0.9).abs() < 0.01, "{:?}", proposal.judged);
}

/// A Noddy battle off Newport News under orders: Virginia is to go 2 knots and turn 20 degrees, all others stay.
fn noddy_under_orders(evening: &Evening) -> Battle<Noddy> {
    let staged = Noddy::embedded().unwrap().staged("newport-news", None).unwrap();
    let set_up = SetUp::of_staged(&staged, MovesAre::Judged, 1862);
    let mut battle = Battle::<Noddy>::begin(evening.journal(), &set_up, NOW).unwrap();
    for ghost in battle.ghosts() {
        battle.lay_by_hand(&ghost.ship, ghost.place.pose(), NOW, || None).unwrap();
    }
    for side in battle.sides() {
        let ships = battle.situation().book.ships.values().filter(|ship| ship.card.side.as_str() == side);
        let ships = ships.filter(|ship| ship.takes_orders(1)).map(|ship| ship.card.id.clone());
        let order = |ship: ShipId| {
            let course = if ship.as_str() == "virginia" {
                noddy::Course { speed: 4, turn_deg: 20.0 }
            } else {
                noddy::Course { speed: 0, turn_deg: 0.0 }
            };
            noddy::ShipOrder { ship, order: noddy::Written::Here { course }, settled: Vec::new() }
        };
        let orders: Vec<_> = ships.map(order).collect();
        if !orders.is_empty() {
            must_do(&mut battle, noddy::Decision::WriteOrders { orders });
        }
    }
    must_do(&mut battle, noddy::Decision::NextStep);
    battle
}

fn must_do(battle: &mut Battle<Noddy>, decision: noddy::Decision) {
    let answer = battle.decide(&DecisionRequest::of(decision.clone()), NOW, || None).unwrap();
    assert!(matches!(answer, AnswerView::Done { .. }), "{decision:?}: {answer:?}");
}

/// Her orders say where the model must stand: once it stands there, how it came there is forgiven.
#[test]
fn in_noddy_a_model_that_went_too_far_is_drawn_back_to_where_her_orders_take_her() {
    let evening = Evening::new();
    let mut battle = noddy_under_orders(&evening);
    let virginia = ShipId::new("virginia");
    let from = battle.situation().places[&virginia].pose();
    let lay = |battle: &mut Battle<Noddy>, ahead_in: f64, clockwise_deg: f64| {
        let heading = from.heading.turned(clockwise_deg.to_radians());
        let pose = Pose { stack: from.stack.moved(from.heading, ahead_in), heading };
        battle.lay_by_hand(&virginia, pose, NOW, || None).unwrap();
    };
    let put_there = noddy::MoveOrder { ship: virginia.clone(), short: None, settled: Vec::new() };
    lay(&mut battle, 2.0, 0.0);
    let ghost = battle.ghosts().remove(0);
    assert_eq!((&ghost.ship, ghost.why), (&virginia, GhostWhy::TooFar));
    assert!(ghost.place.pose().stack.distance_in(from.stack.moved(from.heading, 1.0)) < 1e-3, "{ghost:?}");
    lay(&mut battle, 1.1, 0.0);
    assert!(battle.ghosts().is_empty() && battle.proposals()[0].judged.legal(), "{:?}", battle.proposals());
    must_do(&mut battle, noddy::Decision::Move { moves: vec![put_there.clone()] });
    must_do(&mut battle, noddy::Decision::NextStep);
    // The turn: too far, and back.
    lay(&mut battle, 1.1, 50.0);
    assert!(!battle.proposals()[0].judged.legal());
    lay(&mut battle, 1.1, 20.0);
    assert!(battle.proposals()[0].judged.legal(), "{:?}", battle.proposals());
    must_do(&mut battle, noddy::Decision::Move { moves: vec![put_there] });
}

#[test]
fn a_nudge_is_settled_and_never_counts_as_movement() {
    let evening = Evening::new();
    let mut battle = begin(&evening);
    must(&mut battle, Decision::NextStep);
    let log = settle(&mut battle, 10, monitor_at(18.2));
    assert_eq!(log.len(), 1);
    assert_eq!(log[0].kind, "ships_settled");
    assert!(log[0].sentences[0].text.contains("nobody's movement"), "{log:?}");
    assert_eq!(place(&battle, "monitor").y_in, 18.2);
    assert!(battle.situation().ways.is_empty());
    // Several small nudges don't add up to a move: the second exceeds the limit, measured from the ship's
    // official place.
    assert!(settle(&mut battle, 20, monitor_at(18.4)).is_empty());
    let shift = battle.shifts().remove(0);
    assert_eq!((shift.ship.as_str(), shift.off_in), ("monitor", 0.2));
    assert_eq!(battle.ghosts()[0].why, GhostWhy::Shifted);
    let said = refused(&mut battle, fire("monitor", "virginia"));
    assert!(said.contains("put her back") && said.contains("USS Monitor"), "{said}");
    let other = ShipId::new("virginia");
    let error = battle.accept_shifts(&[other], "Ann", NOW, picture).unwrap_err();
    assert_eq!(error, BattleError::NotShifted { ship: "CSS Virginia".to_owned() });
    let log = battle.accept_shifts(&[ShipId::new("monitor")], "Ann", NOW, picture).unwrap();
    assert!(log[0].sentences[0].text.contains("says Ann") && log[0].photo.is_some(), "{log:?}");
    assert_eq!(place(&battle, "monitor").y_in, 18.4);
    must(&mut battle, fire("monitor", "virginia"));
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

fn bumped(by_in: f64) -> impl Fn(u64) -> Sighting {
    move |frame| {
        let mut all = sighting(frame);
        all.observations.iter_mut().for_each(|seen| seen.pose.stack.x_in += by_in);
        all
    }
}

#[test]
fn a_bumped_table_is_one_list_put_back_or_accepted() {
    let evening = Evening::new();
    let mut battle = begin(&evening);
    must(&mut battle, Decision::NextStep);
    assert!(settle(&mut battle, 10, bumped(0.2)).is_empty(), "not even small shifts settle by themselves");
    assert!(battle.is_bumped());
    assert_eq!((battle.shifts().len(), battle.ghosts().len()), (6, 6));
    settle(&mut battle, 20, sighting);
    assert!(!battle.is_bumped() && battle.ghosts().is_empty(), "put back");
    settle(&mut battle, 30, bumped(0.9));
    let ships: Vec<ShipId> = battle.shifts().into_iter().map(|shift| shift.ship).collect();
    let log = battle.accept_shifts(&ships, "the umpire", NOW, picture).unwrap();
    assert_eq!((log.len(), log[0].sentences.len()), (1, 6));
    assert!(battle.shifts().is_empty());
    assert_eq!(place(&battle, "monitor").x_in, 35.9);
}

#[test]
fn the_battle_goes_on_when_the_camera_dies() {
    let evening = Evening::new();
    let mut battle = begin(&evening);
    ring_up(&mut battle, "monitor", 2);
    battle.camera_lost();
    let monitor = ShipId::new("monitor");
    let to = Pose { stack: Point::new(35.0, 18.8), heading: Heading::from_deg(0.0) };
    assert!(battle.lay_by_hand(&monitor, to, NOW, || None).unwrap().is_empty(), "a proposal like any other");
    assert!(battle.proposals()[0].judged.legal());
    must(&mut battle, moves(&["monitor"]));
    assert!(place(&battle, "monitor").by_hand);
    assert!(battle.log().iter().any(|line| line.sentences[0].text.contains("laid by hand")));
    must(&mut battle, Decision::NextStep);
    must(&mut battle, fire("monitor", "virginia"));
    // The camera is back, but the ship is out of its sight: the place set by hand stays valid.
    let mut partly = sighting(10);
    partly.observations.retain(|seen| seen.ship != monitor);
    settle(&mut battle, 10, |frame| Sighting {
        observations: partly
            .observations
            .iter()
            .cloned()
            .map(|seen| geometry::Observation { frame: geometry::FrameId(frame), ..seen })
            .collect(),
        still: true,
    });
    throw_and_tick(&mut battle);
    must(&mut battle, fire("virginia", "monitor"));
    let nowhere = Pose { stack: Point::new(f64::NAN, 1.0), heading: Heading::from_deg(0.0) };
    let error = battle.lay_by_hand(&monitor, nowhere, NOW, || None).unwrap_err();
    assert!(matches!(error, BattleError::NoPlace { .. }), "{error}");
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn a_hidden_ship_is_not_ruled_about_until_somebody_says_where_she_is() {
    let evening = Evening::new();
    let mut battle = begin(&evening);
    must(&mut battle, Decision::NextStep);
    let mut hidden = sighting(20);
    hidden.observations.retain(|seen| seen.ship.as_str() != "minnesota");
    battle.observe(&hidden, NOW, picture).unwrap();
    let said = refused(&mut battle, fire("virginia", "minnesota"));
    assert!(said.contains("Minnesota is hidden"), "{said}");
    must(&mut battle, fire("virginia", "monitor"));
    throw_and_tick(&mut battle);
    let near = Pose { stack: Point::new(38.0, 13.0), heading: Heading::from_deg(0.0) };
    let log = battle.lay_by_hand(&ShipId::new("minnesota"), near, NOW, || None).unwrap();
    assert_eq!(log[0].kind, "reading_corrected");
    must(&mut battle, fire("minnesota", "virginia"));
}

#[test]
fn another_evening_begins_with_ghosts() {
    let evening = Evening::new();
    let mut battle = begin(&evening);
    must(&mut battle, Decision::NextStep);
    drop(battle);
    let mut battle = evening.resume(1);
    let log = battle.set_up_again(NOW).unwrap();
    assert_eq!(log[0].kind, "setting_up");
    assert!(battle.ghosts().iter().all(|ghost| ghost.why == GhostWhy::Return));
    assert_eq!(battle.ghosts().len(), 6);
    // Five are near enough; Teaser is half an inch off, Monitor's bow six degrees.
    let roughly = |frame| {
        let mut all = sighting(frame);
        for seen in &mut all.observations {
            seen.pose.stack.x_in += if seen.ship.as_str() == "teaser" { 0.5 } else { 0.2 };
            if seen.ship.as_str() == "monitor" {
                seen.pose.heading = Heading::from_deg(6.0);
            }
        }
        all
    };
    let log = settle(&mut battle, 10, roughly);
    assert_eq!((log.len(), log[0].kind.as_str(), log[0].sentences.len()), (1, "ships_settled", 4));
    assert_eq!(place(&battle, "minnesota").x_in, 48.2, "she stands where she stands");
    let said = refused(&mut battle, fire("monitor", "virginia"));
    assert!(said.contains("not back on her place yet"), "{said}");
    settle(&mut battle, 20, |frame| {
        let mut all = roughly(frame);
        all.observations.iter_mut().find(|seen| seen.ship.as_str() == "monitor").unwrap().pose.heading =
            Heading::from_deg(4.0);
        all
    });
    let waiting: Vec<String> = battle.ghosts().iter().map(|ghost| ghost.ship.to_string()).collect();
    assert_eq!(waiting, ["teaser"]);
    battle.waive_set_up(&[ShipId::new("teaser")], "the umpire", NOW, picture).unwrap();
    assert_eq!(place(&battle, "teaser").x_in, 14.5);
    assert!(battle.ghosts().is_empty() && battle.shifts().is_empty());
    let waived = battle.entries().iter().filter(
        |entry| matches!(&entry.event, battle::DomainEvent::Settled(settled) if settled.why == Settling::Waived),
    );
    assert_eq!(waived.count(), 1);
    must(&mut battle, fire("monitor", "virginia"));
    let situation = battle.situation().clone();
    drop(battle);
    assert_eq!(*evening.resume(1).situation(), situation);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn a_scenario_begins_with_its_forts_terrain_and_ghosts() {
    let evening = Evening::new();
    let (_, scene) = scene_with("fort");
    let set_up = battle::SetUp::of_scene(&scene, MovesAre::Judged, 7);
    let mut battle: Battle<Gunboat> = Battle::begin(evening.journal(), &set_up, NOW).unwrap();
    assert!(!scene.forts.is_empty() && !scene.terrain.is_empty());
    assert_eq!(battle.situation().book.forts.len(), scene.forts.len());
    assert_eq!(battle.situation().terrain.len(), scene.terrain.len());
    let on_table =
        scene.ships.iter().filter(|ship| battle.situation().book.ships[&ship.setup.card.id].present());
    assert_eq!(battle.ghosts().len(), on_table.count());
    assert!(battle.ghosts().iter().all(|ghost| ghost.why == GhostWhy::SetOut));
    // A model counts as set out only at its ghost.
    let first = battle.ghosts()[0].clone();
    let stands = |off_in: f64| {
        move |frame| {
            let (ship, at) = (first.ship.as_str(), first.place);
            let seen = seen(ship, at.x_in + off_in, at.y_in, at.heading_deg, frame);
            battle::Sighting { observations: vec![seen], still: true }
        }
    };
    let ghosts = battle.ghosts().len();
    assert!(settle(&mut battle, 1, stands.clone()(2.0)).is_empty());
    assert_eq!(battle.ghosts().len(), ghosts);
    assert_eq!(settle(&mut battle, 10, stands(0.1))[0].kind, "ships_placed");
    assert_eq!(battle.ghosts().len(), ghosts - 1);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn the_current_takes_official_places_along_and_the_models_follow() {
    let evening = Evening::new();
    let mut set_up = judged();
    let Decision::Open { options, .. } = &mut set_up.opening[0] else { unreachable!() };
    options.push(option("gun.current_in", 1.0));
    options.push(option("gun.current_toward_deg", 90.0));
    let mut battle: Battle<Gunboat> = Battle::begin(evening.journal(), &set_up, NOW).unwrap();
    settle(&mut battle, 1, sighting);
    for _ in 0..5 {
        must(&mut battle, Decision::NextStep);
    }
    assert_eq!(battle.view().phase, "End of turn");
    assert_eq!((place(&battle, "monitor").x_in, place(&battle, "virginia").x_in), (36.0, 31.0));
    assert_eq!(battle.ghosts().len(), 6);
    let drifted = |frame| {
        let mut all = sighting(frame);
        all.observations.iter_mut().for_each(|seen| seen.pose.stack.x_in += 1.1);
        all
    };
    assert_eq!(settle(&mut battle, 10, drifted)[0].kind, "ships_settled");
    assert!(battle.ghosts().is_empty());
    must(&mut battle, Decision::NextStep);
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}

#[test]
fn any_book_is_played_by_its_own_decisions_as_json() {
    let evening = Evening::new();
    drop(begin(&evening));
    let mut play = battle::open(evening.journal(), 1).unwrap();
    assert_eq!(play.book_id(), "gunboat");
    let everyone = battle::Audience::Everyone;
    assert!(play.questions_for(&everyone).iter().any(|question| question.ask["ask"] == "next_step"));
    let mut ask =
        |decision: serde_json::Value| play.decide_json(DecisionRequest::of(decision), NOW, &mut || None);
    let done = ask(serde_json::json!({"decision": "next_step"})).unwrap();
    assert!(matches!(done, AnswerView::Done { .. }));
    let refused =
        ask(serde_json::json!({"decision": "ram", "rammer": "monitor", "target": "virginia"})).unwrap();
    assert!(matches!(refused, AnswerView::Refused { .. }));
    assert!(serde_json::from_value::<Decision>(serde_json::json!({"decision": "castle"})).is_err());
}

#[test]
fn a_battle_of_a_book_that_is_not_here_is_refused_by_name() {
    let evening = Evening::new();
    let journal = evening.journal();
    let new = journal::NewBattle {
        name: "Salamis".to_owned(),
        book: "triremes".to_owned(),
        book_version: "1".to_owned(),
        rule_data: Vec::new(),
    };
    let event = journal::NewEvent {
        turn: 0,
        phase: "set_up".to_owned(),
        audience: "everyone".to_owned(),
        kind: "battle_begun".to_owned(),
        body: "{}".to_owned(),
        body_version: 1,
        rules: Vec::new(),
        with_photo: false,
    };
    let batch = journal::Batch { at: NOW.to_owned(), events: vec![event], photo: None };
    journal.begin_battle(new, batch).unwrap();
    let error = battle::open(journal, 1).unwrap_err();
    assert_eq!(error, BattleError::OtherBook { battle: 1, book: "triremes".to_owned() });
}

#[test]
fn a_forgotten_shot_is_ruled_on_the_table_of_its_step() {
    let evening = Evening::new();
    let mut battle = begin(&evening);
    for _ in 0..6 {
        must(&mut battle, Decision::NextStep);
    }
    // A turn later Monitor is out of sight only because of the distance.
    let far = Pose { stack: Point::new(58.0, 34.0), heading: Heading::from_deg(0.0) };
    battle.camera_lost();
    must(&mut battle, Decision::NextStep);
    battle.lay_by_hand(&ShipId::new("monitor"), far, NOW, || None).unwrap();
    assert!(refused(&mut battle, fire("monitor", "virginia")).contains("beyond"));
    let late = |turn, step| Decision::FireLate {
        turn,
        step,
        shooter: ShipId::new("monitor"),
        target: ShipId::new("virginia"),
        mounts: rulesets::gunboat::MountChoice::AllThatBear,
        settled: Vec::new(),
        reason: "Forgotten.".to_owned(),
    };
    let log = must(&mut battle, late(1, rulesets::gunboat::Step::SecondFire));
    assert!(log[0].sentences[0].text.contains("5.00") || log[0].sentences.len() > 1, "{log:?}");
    clear_what_is_due(&mut battle);
    drop(battle);
    assert_eq!(verify_file(&evening.file()).unwrap().difference, None);
}
