//! Identity on the demo table: sister ships, similar pairs, lines that move up, and models recognised again.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use crate::at;
use demo::{Colour, DemoTable, TableSetup};
use geometry::{CalibrationId, FrameId, Heading, Observation, Point, Pose, ShipId};
use tracking::{
    Fleet, FleetAnnotation, LiveTracker, ModelLibrary, Question, TableReading, Tracker, learn_fleet,
    recognise,
};

fn id(name: &str) -> ShipId {
    ShipId::new(name)
}

fn pose(x_in: f64, y_in: f64, heading_deg: f64) -> Pose {
    Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(heading_deg) }
}

/// A table with `ships` of the congress's kind; each may have a colour band of its own.
fn sisters(seed: u64, ships: &[(&str, Option<Colour>, Pose)]) -> DemoTable {
    let mut setup = TableSetup::standard(seed).at_size(1280, 720);
    let model = setup.fleet.iter().find(|ship| ship.id == id("congress")).unwrap().clone();
    setup.fleet = ships
        .iter()
        .map(|(name, band, pose)| {
            let mut ship = model.clone();
            (ship.id, ship.pose, ship.paint.band) = (id(name), *pose, *band);
            ship
        })
        .collect();
    DemoTable::new(setup).unwrap()
}

fn mustered(table: &mut DemoTable) -> Fleet {
    let (empty, picture) = (table.empty_frame().unwrap(), table.frame().unwrap());
    let words = serde_json::to_string(&table.fleet_annotation()).unwrap();
    let words = FleetAnnotation::from_json(&words).unwrap();
    learn_fleet(&picture, Some(&empty), &table.camera(), CalibrationId("demo".into()), &words).unwrap()
}

fn tracker(table: &mut DemoTable) -> Tracker {
    let fleet = mustered(table);
    Tracker::new(table.camera(), fleet.calibration.clone(), &fleet).unwrap()
}

fn read(table: &mut DemoTable, tracker: &mut Tracker, frame: u64) -> TableReading {
    tracker.observe(&table.frame().unwrap(), FrameId(frame)).unwrap()
}

fn put(table: &mut DemoTable, name: &str, at: Pose) {
    table.place(&id(name), at).unwrap();
}

fn of<'a>(observations: &'a [Observation], name: &str) -> &'a Observation {
    observations.iter().find(|seen| seen.ship == id(name)).unwrap()
}

/// Tells whether the ship is reported at its true place.
fn is_right(table: &DemoTable, seen: &Observation) -> bool {
    let truth = table.truth().into_iter().find(|truth| truth.ship == seen.ship).unwrap();
    truth.pose.stack.distance_in(seen.pose.stack) < 0.3
}

/// Two similar ships side by side that both moved ahead on crossing ways.
fn crossed(seed: u64) -> (DemoTable, Tracker) {
    let (a, b) = (pose(20.0, 18.0, 0.0), pose(24.0, 18.0, 0.0));
    let mut table = sisters(seed, &[("essex", None, a), ("cairo", None, b)]);
    let mut tracker = tracker(&mut table);
    put(&mut table, "essex", pose(23.9, 22.0, 20.0));
    put(&mut table, "cairo", pose(20.1, 22.0, 340.0));
    let reading = read(&mut table, &mut tracker, 1);
    assert!(reading.observations.iter().all(|seen| seen.seen && !seen.sure), "{:?}", reading.observations);
    (table, tracker)
}

#[test]
fn similar_ships_that_both_moved_raise_a_question_until_it_is_answered() {
    let (mut table, mut tracker) = crossed(41);
    // Nothing moves: the doubt stays the same.
    let first = read(&mut table, &mut tracker, 2);
    for frame in 3..7 {
        let reading = read(&mut table, &mut tracker, frame);
        let asked = reading.questions.iter().find_map(|question| match question {
            Question::Names { ships, places, alternatives } => Some((ships, places, alternatives)),
            Question::Bow { .. } => None,
        });
        let (ships, places, alternatives) = asked.unwrap();
        assert_eq!((ships.len(), places.len(), alternatives.len()), (2, 2, 2));
        let sum: f64 = alternatives.iter().map(|alternative| alternative.probability).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{alternatives:?}");
        let stated = of(&reading.observations, "essex").confidence.name;
        assert!((stated - of(&first.observations, "essex").confidence.name).abs() < 0.1);
    }
    if !is_right(&table, of(&first.observations, "essex")) {
        tracker.exchange(&id("essex"), &id("cairo")).unwrap();
    } else {
        tracker.name_is_right(&id("essex")).unwrap();
    }
    for frame in 7..10 {
        let reading = read(&mut table, &mut tracker, frame);
        assert!(reading.questions.iter().all(|question| matches!(question, Question::Bow { .. })));
        for seen in &reading.observations {
            assert!(is_right(&table, seen) && seen.confidence.name > 0.99, "{seen:?}");
        }
    }
}

#[test]
fn a_ship_named_at_its_place_settles_the_other_too() {
    let (mut table, mut tracker) = crossed(42);
    tracker.is_named(Point::new(23.9, 22.0), &id("essex")).unwrap();
    let reading = read(&mut table, &mut tracker, 2);
    for seen in &reading.observations {
        assert!(is_right(&table, seen) && seen.confidence.name > 0.99, "{seen:?}");
    }
    assert!(tracker.exchange(&id("essex"), &id("nobody")).is_err());
}

#[test]
fn a_bow_turned_about_by_the_player_stays_so() {
    let mut table = sisters(43, &[("essex", None, pose(20.0, 18.0, 0.0))]);
    let mut tracker = tracker(&mut table);
    let before = read(&mut table, &mut tracker, 1);
    tracker.turn_about(&id("essex")).unwrap();
    let after = read(&mut table, &mut tracker, 2);
    let turned = before.observations[0].pose.heading.angle_to(after.observations[0].pose.heading);
    assert!(turned > 3.0 && after.observations[0].confidence.bow > 0.99, "{after:?}");
}

#[test]
fn sisters_are_distinguished_by_a_band_though_both_moved() {
    let (red, yellow) = (Some(Colour(190, 40, 36)), Some(Colour(224, 190, 50)));
    let ships = [("essex", red, pose(20.0, 10.0, 0.0)), ("cairo", yellow, pose(25.0, 10.0, 0.0))];
    let mut table = sisters(44, &ships);
    let mut tracker = tracker(&mut table);
    put(&mut table, "essex", pose(24.9, 7.0, 20.0));
    put(&mut table, "cairo", pose(20.1, 7.0, 340.0));
    let reading = read(&mut table, &mut tracker, 1);
    for seen in &reading.observations {
        assert!(is_right(&table, seen), "{seen:?}");
        assert!(seen.confidence.name > 0.8, "{seen:?}");
    }
}

#[test]
fn five_alike_ships_in_line_that_move_one_place_up_are_never_mixed_up_in_silence() {
    let names = ["a", "b", "c", "d", "e"];
    let at = |place: usize| pose(12.0 + 3.5 * place as f64, 18.0, 90.0);
    let ships: Vec<_> = names.iter().enumerate().map(|(place, name)| (*name, None, at(place))).collect();
    let mut table = sisters(45, &ships);
    let mut tracker = tracker(&mut table);
    read(&mut table, &mut tracker, 1);
    for (place, name) in names.iter().enumerate().rev() {
        put(&mut table, name, at(place + 1));
    }
    for frame in 2..4 {
        let reading = read(&mut table, &mut tracker, frame);
        for seen in &reading.observations {
            assert!(is_right(&table, seen) || !seen.sure, "{seen:?}");
        }
        assert!(!reading.questions.is_empty());
    }
}

#[test]
fn a_watching_tracker_knows_which_of_two_similar_ships_went_where() {
    let (a, b) = (pose(20.0, 18.0, 0.0), pose(24.0, 18.0, 0.0));
    let mut table = sisters(46, &[("essex", None, a), ("cairo", None, b)]);
    let mut live = LiveTracker::new(tracker(&mut table));
    let mut frame = 0;
    let mut next = |table: &mut DemoTable, live: &mut LiveTracker| {
        frame += 1;
        live.on_frame(&table.frame().unwrap(), FrameId(frame), at(frame)).unwrap()
    };
    next(&mut table, &mut live);
    // One after the other, and never two equal frames in between.
    for (name, steps) in [
        ("essex", [pose(21.5, 20.0, 10.0), pose(23.9, 22.0, 20.0)]),
        ("cairo", [pose(22.5, 20.0, 350.0), pose(20.1, 22.0, 340.0)]),
    ] {
        for step in steps {
            put(&mut table, name, step);
            assert!(next(&mut table, &mut live).moving);
        }
    }
    let rested: Vec<_> = (0..3).map(|_| next(&mut table, &mut live)).collect();
    for seen in &rested[2].observations {
        assert!(is_right(&table, seen) && seen.confidence.name > 0.97, "{seen:?}");
    }
    // An answer to the live table counts from the next frame.
    live.answer(|tracker| tracker.turn_about(&id("essex"))).unwrap();
    let told = next(&mut table, &mut live);
    let turned = of(&told.observations, "essex")
        .pose
        .heading
        .angle_to(of(&rested[2].observations, "essex").pose.heading);
    assert!(told.fresh && turned > 3.0, "{told:?}");
}

#[test]
fn models_are_known_again_next_evening_in_another_light_from_another_place() {
    let mut first = DemoTable::new(TableSetup::standard(47).at_size(1280, 720)).unwrap();
    let fleet = mustered(&mut first);
    let mut library = ModelLibrary::default();
    for ship in &fleet.ships {
        assert!(library.keep(ship.words.id.as_str(), &ship.words.kind, Vec::new(), ship));
    }
    let library = ModelLibrary::from_json(&library.to_json().unwrap()).unwrap();
    assert!(library.models()[0].may_play(&id("any"), &library.models()[0].class));
    let mut setup = TableSetup::standard(48).at_size(1280, 720);
    setup.light.brightness *= 0.8;
    setup.camera.position_in.0 += 3.0;
    setup.camera.position_in.1 -= 2.0;
    for (place, ship) in setup.fleet.iter_mut().enumerate() {
        ship.pose =
            pose(10.0 + 7.0 * place as f64, 12.0 + 3.0 * (place % 3) as f64, 40.0 + 50.0 * place as f64);
    }
    let mut second = DemoTable::new(setup).unwrap();
    let (picture, empty) = (second.frame().unwrap(), second.empty_frame().unwrap());
    for bare in [Some(&empty), None] {
        let proposals = recognise(&picture, bare, &second.camera(), (60.0, 36.0), &library).unwrap();
        for truth in second.truth() {
            let here = proposals
                .iter()
                .filter(|proposal| !proposal.names.is_empty())
                .min_by(|a, b| {
                    let off = |p: &tracking::ModelProposal| p.pose.stack.distance_in(truth.pose.stack);
                    off(a).total_cmp(&off(b))
                })
                .unwrap();
            assert!(here.pose.stack.distance_in(truth.pose.stack) < 0.6, "{}: {here:?}", truth.ship);
            assert_eq!(here.names[0].model, truth.ship.as_str(), "{here:?}");
        }
    }
    // On a first evening no model is known, and all are outlined nevertheless.
    for bare in [Some(&empty), None] {
        let strangers =
            recognise(&picture, bare, &second.camera(), (60.0, 36.0), &ModelLibrary::default()).unwrap();
        assert_eq!(strangers.len(), second.truth().len(), "{strangers:?}");
        for truth in second.truth() {
            let off = |p: &tracking::ModelProposal| p.pose.stack.distance_in(truth.pose.stack);
            assert!(strangers.iter().any(|stranger| off(stranger) < 0.6), "{}: {strangers:?}", truth.ship);
        }
    }
    // Twins are named with even probabilities, and the text says what helps.
    let mut twins = library.clone();
    let congress = fleet.ships.iter().find(|ship| ship.words.id == id("congress")).unwrap();
    assert!(twins.keep("cumberland", "city", vec![id("cumberland")], congress));
    let proposals = recognise(&picture, Some(&empty), &second.camera(), (60.0, 36.0), &twins).unwrap();
    let advice: Vec<_> = proposals.iter().filter_map(|proposal| proposal.advice.as_ref()).collect();
    assert!(advice.iter().any(|text| text.contains("congress") && text.contains("cumberland")), "{advice:?}");
}
