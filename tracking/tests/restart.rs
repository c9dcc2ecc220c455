//! A tracker that starts in mid-battle: with a single later picture, or with a resumed battle.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use demo::{DemoTable, TableSetup};
use geometry::{CalibrationId, Confidence, FrameId, Heading, Observation, Point, Pose, ShipId};
use tracking::{FleetAnnotation, LastPlace, Question, TableReading, Tracker, learn_fleet};

const SEA_IN: (f64, f64) = (60.0, 36.0);
/// Two models of one kind and paint.
const TWINS: [&str; 2] = ["essex", "cairo"];
/// The other ships, at other places than at the muster and not one move away.
const LATER: [(f64, f64, f64); 5] =
    [(54.0, 31.0, 200.0), (6.0, 29.0, 80.0), (30.0, 31.0, 310.0), (27.0, 5.0, 10.0), (54.0, 6.0, 140.0)];

fn pose(x_in: f64, y_in: f64, heading_deg: f64) -> Pose {
    Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(heading_deg) }
}

/// A table with two twins far apart among others.
fn table(seed: u64) -> DemoTable {
    let mut setup = TableSetup::standard(seed).at_size(1920, 1080);
    let model = setup.fleet.iter().position(|ship| ship.id.as_str() == "congress").unwrap();
    let model = setup.fleet.remove(model);
    for (ship, at) in
        setup.fleet.iter_mut().zip([(30.0, 12.0), (24.0, 17.0), (33.0, 18.0), (28.0, 23.0), (36.0, 25.0)])
    {
        ship.pose = pose(at.0, at.1, 60.0);
    }
    for (name, x_in) in TWINS.into_iter().zip([10.0, 50.0]) {
        let mut twin = model.clone();
        (twin.id, twin.pose) = (ShipId::new(name), pose(x_in, 12.0, 0.0));
        setup.fleet.push(twin);
    }
    DemoTable::new(setup).unwrap()
}

/// The fleet is mustered, and many turns later every ship is far from there; each twin is right ahead of the
/// other one's place at the muster.
fn many_turns_later(table: &mut DemoTable) -> Tracker {
    let (empty, picture) = (table.empty_frame().unwrap(), table.frame().unwrap());
    let words = serde_json::to_string(&table.fleet_annotation()).unwrap();
    let words = FleetAnnotation::from_json(&words).unwrap();
    let id = CalibrationId("demo".into());
    let fleet = learn_fleet(&picture, Some(&empty), &table.camera(), id.clone(), &words).unwrap();
    let ships: Vec<ShipId> = table.truth().into_iter().map(|truth| truth.ship).collect();
    let others = ships.iter().filter(|ship| !TWINS.contains(&ship.as_str()));
    for (ship, (x_in, y_in, heading_deg)) in others.zip(LATER) {
        table.place(ship, pose(x_in, y_in, heading_deg)).unwrap();
    }
    for (name, x_in) in TWINS.into_iter().zip([50.0, 10.0]) {
        table.place(&ShipId::new(name), pose(x_in, 17.0, 10.0)).unwrap();
    }
    Tracker::new(table.camera(), id, &fleet).unwrap().within(SEA_IN)
}

fn is_right(table: &DemoTable, seen: &Observation) -> bool {
    let truth = table.truth().into_iter().find(|truth| truth.ship == seen.ship).unwrap();
    truth.pose.stack.distance_in(seen.pose.stack) < 0.3
        && truth.pose.heading.angle_to(seen.pose.heading) < 0.2
}

fn of<'a>(reading: &'a TableReading, name: &str) -> &'a Observation {
    reading.observations.iter().find(|seen| seen.ship.as_str() == name).unwrap()
}

fn places(table: &DemoTable, confidence: Confidence) -> Vec<LastPlace> {
    let truth = table.truth().into_iter();
    truth.map(|truth| LastPlace { ship: truth.ship, pose: truth.pose, confidence }).collect()
}

const SURE: Confidence = Confidence { name: 1.0, bow: 1.0 };

#[test]
fn on_a_single_later_picture_twins_are_not_distinguished_by_their_muster_places() {
    for seed in [71, 72] {
        let mut table = table(seed);
        let mut tracker = many_turns_later(&mut table);
        let reading = tracker.observe(&table.frame().unwrap(), FrameId(1)).unwrap();
        for seen in &reading.observations {
            assert!(seen.seen && (is_right(&table, seen) || !seen.sure), "{seen:?}");
        }
        assert!(TWINS.iter().all(|name| !of(&reading, name).sure), "{:?}", reading.observations);
        let asked = |question: &Question| match question {
            Question::Names { ships, .. } => {
                TWINS.iter().all(|name| ships.iter().any(|ship| ship.as_str() == *name))
            }
            Question::Bow { .. } => false,
        };
        assert!(reading.questions.iter().any(asked), "{:?}", reading.questions);
    }
}

#[test]
fn a_battle_taken_up_again_knows_its_ships_by_its_last_places() {
    let mut table = table(73);
    let mut tracker = many_turns_later(&mut table);
    tracker.start_from(&places(&table, SURE));
    let reading = tracker.observe(&table.frame().unwrap(), FrameId(1)).unwrap();
    for seen in &reading.observations {
        assert!(is_right(&table, seen) && seen.sure, "{seen:?}");
    }
}

#[test]
fn the_last_places_of_a_battle_are_a_prior_and_no_certainty() {
    let mut table = table(74);
    let mut tracker = many_turns_later(&mut table);
    let last = places(&table, SURE);
    // While the camera was off, the table was cleared and set up again: every ship is elsewhere, the twins
    // astern of one another's last place.
    let anew =
        [(12.0, 5.0, 20.0), (40.0, 12.0, 250.0), (24.0, 20.0, 100.0), (44.0, 30.0, 70.0), (7.0, 21.0, 170.0)];
    let others = last.iter().filter(|place| !TWINS.contains(&place.ship.as_str()));
    for (place, (x_in, y_in, heading_deg)) in others.zip(anew) {
        table.place(&place.ship, pose(x_in, y_in, heading_deg)).unwrap();
    }
    for (name, x_in) in TWINS.into_iter().zip([11.0, 51.0]) {
        table.place(&ShipId::new(name), pose(x_in, 13.0, 10.0)).unwrap();
    }
    tracker.start_from(&last);
    let reading = tracker.observe(&table.frame().unwrap(), FrameId(1)).unwrap();
    for seen in &reading.observations {
        assert!(seen.seen && (is_right(&table, seen) || !seen.sure), "{seen:?}");
    }
}

#[test]
fn a_doubt_is_no_certainty_after_a_restart() {
    let mut table = table(75);
    let mut tracker = many_turns_later(&mut table);
    let mut last = places(&table, SURE);
    for place in last.iter_mut().filter(|place| TWINS.contains(&place.ship.as_str())) {
        place.confidence.name = 0.6;
    }
    tracker.start_from(&last);
    let reading = tracker.observe(&table.frame().unwrap(), FrameId(1)).unwrap();
    for seen in &reading.observations {
        let twin = TWINS.contains(&seen.ship.as_str());
        assert_eq!(seen.sure, !twin, "{seen:?}");
    }
}
