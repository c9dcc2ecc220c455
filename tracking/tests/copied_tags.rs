//! Two tags with one number: a doubt, unless the other one has another size or shape.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use demo::{DemoTable, TableSetup};
use geometry::{CalibrationId, FrameId, Heading, Observation, Point, Pose, ShipId};
use opencv::core::{Mat, Rect, Size};
use opencv::imgproc;
use opencv::prelude::*;
use tracking::{Fleet, FleetAnnotation, Question, TableReading, Tracker, learn_fleet};

const SEA_IN: (f64, f64) = (60.0, 36.0);
const TAG_HEIGHT_IN: f64 = 0.8;
/// Half the side of the square around a tag's paper at any rotation, inches.
const HALF_PAPER_IN: f64 = 0.68;
const SHIP: &str = "congress";
/// The place of the copy: open sea.
const COPY: Point = Point { x_in: 9.0, y_in: 31.0 };

fn table(seed: u64) -> DemoTable {
    let mut setup = TableSetup::standard(seed).at_size(1920, 1080);
    for (ship, at) in setup.fleet.iter_mut().zip([
        (12.0, 8.0),
        (20.0, 14.0),
        (30.0, 20.0),
        (40.0, 12.0),
        (48.0, 26.0),
        (26.0, 28.0),
    ]) {
        ship.pose = Pose { stack: Point::new(at.0, at.1), heading: Heading::from_deg(70.0) };
        if ship.id.as_str() == SHIP {
            ship.tag = Some(10);
        }
    }
    DemoTable::new(setup).unwrap()
}

fn mustered(table: &mut DemoTable) -> Fleet {
    let (empty, picture) = (table.empty_frame().unwrap(), table.frame().unwrap());
    let words = serde_json::to_string(&table.fleet_annotation()).unwrap();
    let words = FleetAnnotation::from_json(&words).unwrap();
    let fleet =
        learn_fleet(&picture, Some(&empty), &table.camera(), CalibrationId("demo".into()), &words).unwrap();
    Fleet::from_json(&fleet.to_json().unwrap()).unwrap()
}

fn tracker(table: &DemoTable, fleet: &Fleet) -> Tracker {
    Tracker::new(table.camera(), fleet.calibration.clone(), fleet).unwrap().within(SEA_IN)
}

fn truth(table: &DemoTable) -> Pose {
    table.truth().into_iter().find(|truth| truth.ship.as_str() == SHIP).unwrap().pose
}

fn square(table: &DemoTable, middle: Point, half_px: (i32, i32)) -> Rect {
    let at = table.camera().pixel_from_table(middle, TAG_HEIGHT_IN).unwrap();
    let (x, y) = (at.x_px.round() as i32, at.y_px.round() as i32);
    Rect::new(x - half_px.0, y - half_px.1, 2 * half_px.0, 2 * half_px.1)
}

/// A copy of the ship's tag as in the present picture, scaled in length and width.
fn copied(table: &mut DemoTable, times: (f64, f64)) -> Mat {
    let picture = table.frame().unwrap();
    let stands = truth(table);
    let hull = table.setup().fleet.iter().find(|ship| ship.id.as_str() == SHIP).unwrap().hull();
    let middle = hull.middle(stands);
    let half_px = (HALF_PAPER_IN * table.camera().px_per_in(middle).unwrap()).round();
    let tag = Mat::roi(&picture, square(table, middle, (half_px as i32, half_px as i32))).unwrap();
    let size = Size::new(2 * (half_px * times.0) as i32, 2 * (half_px * times.1) as i32);
    let mut copy = Mat::default();
    imgproc::resize(&tag, &mut copy, size, 0.0, 0.0, imgproc::INTER_CUBIC).unwrap();
    copy
}

/// The picture with the copy placed on the open sea.
fn with_copy(table: &mut DemoTable, copy: &Mat) -> Mat {
    let mut picture = table.frame().unwrap();
    let place = square(table, COPY, (copy.cols() / 2, copy.rows() / 2));
    copy.copy_to(&mut Mat::roi_mut(&mut picture, place).unwrap()).unwrap();
    picture
}

fn seen(reading: &TableReading) -> &Observation {
    reading.observations.iter().find(|seen| seen.ship.as_str() == SHIP).unwrap()
}

fn off_in(table: &DemoTable, reading: &TableReading) -> f64 {
    seen(reading).pose.stack.distance_in(truth(table).stack)
}

fn is_asked(reading: &TableReading) -> bool {
    reading.questions.iter().any(|question| match question {
        Question::Names { ships, alternatives, .. } => ships[0].as_str() == SHIP && alternatives.len() == 2,
        Question::Bow { .. } => false,
    })
}

#[test]
fn a_second_copy_of_a_tag_is_a_doubt_until_somebody_answers() {
    let mut table = table(81);
    let fleet = mustered(&mut table);
    let mut tracker = tracker(&table, &fleet);
    let copy = copied(&mut table, (1.0, 1.0));
    let before = tracker.observe(&table.frame().unwrap(), FrameId(1)).unwrap();
    assert!(seen(&before).sure && off_in(&table, &before) < 0.1);
    for frame in 2..5 {
        let reading = tracker.observe(&with_copy(&mut table, &copy), FrameId(frame)).unwrap();
        assert!(!seen(&reading).sure && is_asked(&reading), "{:?}", seen(&reading));
        assert!(off_in(&table, &reading) < 0.1, "she stands where she stood");
    }
    tracker.name_is_right(&ShipId::new(SHIP)).unwrap();
    for frame in 5..7 {
        let reading = tracker.observe(&with_copy(&mut table, &copy), FrameId(frame)).unwrap();
        assert!(seen(&reading).sure && !is_asked(&reading) && off_in(&table, &reading) < 0.1);
    }
    // The copy is still recognised as one when the ship moves.
    let moved = Pose { stack: Point::new(44.0, 31.0), heading: Heading::from_deg(40.0) };
    table.place(&ShipId::new(SHIP), moved).unwrap();
    let reading = tracker.observe(&with_copy(&mut table, &copy), FrameId(7)).unwrap();
    assert!(seen(&reading).sure && off_in(&table, &reading) < 0.1, "{:?}", seen(&reading));
}

#[test]
fn a_ship_placed_by_hand_decides_which_of_two_tags_is_its_own() {
    let mut table = table(82);
    let fleet = mustered(&mut table);
    let mut tracker = tracker(&table, &fleet);
    let copy = copied(&mut table, (1.0, 1.0));
    let doubt = tracker.observe(&with_copy(&mut table, &copy), FrameId(1)).unwrap();
    assert!(!seen(&doubt).sure);
    tracker.correct(&ShipId::new(SHIP), truth(&table)).unwrap();
    for frame in 2..4 {
        let reading = tracker.observe(&with_copy(&mut table, &copy), FrameId(frame)).unwrap();
        assert!(seen(&reading).sure && off_in(&table, &reading) < 0.1, "{:?}", seen(&reading));
    }
}

#[test]
fn a_tag_of_another_size_or_not_square_is_none() {
    for (seed, times) in [(83, (2.5, 2.5)), (84, (1.6, 1.6)), (85, (1.7, 1.0))] {
        let mut table = table(seed);
        let fleet = mustered(&mut table);
        let mut tracker = tracker(&table, &fleet);
        let copy = copied(&mut table, times);
        let reading = tracker.observe(&with_copy(&mut table, &copy), FrameId(1)).unwrap();
        assert!(seen(&reading).sure && off_in(&table, &reading) < 0.1, "{times:?}: {:?}", seen(&reading));
    }
}
