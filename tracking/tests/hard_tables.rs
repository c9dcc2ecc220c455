//! Tables that differ from the muster: other light, and people beside the sea.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use crate::at;
use demo::{DemoTable, TableSetup};
use geometry::{CalibrationId, FrameId, Point, Pose, ShipId};
use opencv::core::{self, Mat, Rect, Scalar};
use opencv::imgproc;
use opencv::prelude::*;
use tracking::{FleetAnnotation, LiveTracker, TableReading, Tracker, learn_fleet};

const SEA_IN: (f64, f64) = (60.0, 36.0);

fn table(seed: u64) -> DemoTable {
    DemoTable::new(TableSetup::standard(seed)).unwrap()
}

fn tracker(table: &mut DemoTable) -> Tracker {
    let (empty, picture) = (table.empty_frame().unwrap(), table.frame().unwrap());
    let words = serde_json::to_string(&table.fleet_annotation()).unwrap();
    let words = FleetAnnotation::from_json(&words).unwrap();
    let fleet =
        learn_fleet(&picture, Some(&empty), &table.camera(), CalibrationId("demo".into()), &words).unwrap();
    Tracker::new(table.camera(), fleet.calibration.clone(), &fleet).unwrap()
}

fn assert_right(table: &DemoTable, reading: &TableReading) {
    for ship in table.truth() {
        let seen = reading.observations.iter().find(|o| o.ship == ship.ship).unwrap();
        let off_in = seen.pose.stack.distance_in(ship.pose.stack);
        let off_deg = seen.pose.heading.angle_to(ship.pose.heading).to_degrees();
        assert!(seen.seen && off_in < 0.12 && off_deg < 5.0, "{}: {off_in:.3} in {off_deg:.1}", seen.ship);
    }
}

/// The picture with linear light times `gain`, clipped at white.
fn in_light(picture: &Mat, gain: f64) -> Mat {
    let code = |value: u8| (f64::from(value) * gain.powf(1.0 / 2.2)).min(255.0) as u8;
    let codes: Vec<u8> = (0..=255).map(code).collect();
    let mut out = Mat::default();
    core::lut(picture, &Mat::from_slice(&codes).unwrap(), &mut out).unwrap();
    out
}

fn moved(table: &mut DemoTable, ship: &str, east_in: f64) {
    let from = table.truth().into_iter().find(|truth| truth.ship.as_str() == ship).unwrap().pose;
    let stack = Point::new(from.stack.x_in + east_in, from.stack.y_in);
    table.place(&ShipId::new(ship), Pose { stack, heading: from.heading }).unwrap();
}

#[test]
fn a_person_beside_the_sea_is_no_hand_over_it() {
    let mut table = table(31);
    let mut tracker = tracker(&mut table).within(SEA_IN);
    let mut picture = table.frame().unwrap();
    let height = picture.rows();
    // A shoulder along the left edge of the picture, three inches from the sea.
    let west = table.camera().pixel_from_table(Point::new(-3.0, 18.0), 0.0).unwrap().x_px as i32;
    let shoulder = Rect::new(0, height / 4, west, height / 2);
    imgproc::rectangle(&mut picture, shoulder, Scalar::new(60.0, 40.0, 150.0, 0.0), -1, 8, 0).unwrap();
    let reading = tracker.observe(&picture, FrameId(1)).unwrap();
    assert!(reading.still);
    assert!(reading.strangers.is_empty(), "{:?}", reading.strangers);
    assert_right(&table, &reading);
    // An arm that reaches in from there counts as one.
    table.show_arm(Some(Point::new(12.0, 18.0)));
    let reading = tracker.observe(&table.frame().unwrap(), FrameId(2)).unwrap();
    assert!(!reading.still);
}

#[test]
fn movement_beside_the_sea_does_not_stop_measuring() {
    let mut table = table(35);
    let mut live = LiveTracker::new(tracker(&mut table).within(SEA_IN));
    let mut frame = 0;
    let mut look = |table: &mut DemoTable| {
        frame += 1;
        let mut picture = table.frame().unwrap();
        let height = picture.rows();
        let west = table.camera().pixel_from_table(Point::new(-3.0, 18.0), 0.0).unwrap().x_px as i32;
        // Three inches from the sea, at another place in every frame.
        let top = height / 8 * (1 + frame as i32 % 5);
        let shoulder = Rect::new(0, top, west, height / 4);
        imgproc::rectangle(&mut picture, shoulder, Scalar::new(60.0, 40.0, 150.0, 0.0), -1, 8, 0).unwrap();
        live.on_frame(&picture, FrameId(frame), at(frame)).unwrap()
    };
    look(&mut table);
    let rests = look(&mut table);
    assert!(!rests.moving && !rests.fresh, "nothing on the sea has changed");
    moved(&mut table, "teaser", 3.0);
    assert!(look(&mut table).moving, "what moves on the sea is seen all the same");
    let after: Vec<_> = (0..3).map(|_| look(&mut table)).collect();
    assert_eq!(
        after.iter().filter(|reading| reading.fresh).count(),
        1,
        "measured once it rests, and once only"
    );
    let teaser = table.truth().into_iter().find(|truth| truth.ship.as_str() == "teaser").unwrap();
    let seen = after[2].observations.iter().find(|seen| seen.ship == teaser.ship).unwrap();
    assert!(seen.seen && seen.pose.stack.distance_in(teaser.pose.stack) < 0.15, "{seen:?}");
}

#[test]
fn a_lamp_turned_up_or_down_after_the_muster_makes_no_strangers() {
    let mut table = table(32);
    let mut tracker = tracker(&mut table).within(SEA_IN);
    moved(&mut table, "teaser", 4.0);
    for (frame, gain) in [(1, 1.3), (2, 0.7)] {
        let picture = in_light(&table.frame().unwrap(), gain);
        let reading = tracker.observe(&picture, FrameId(frame)).unwrap();
        assert!(reading.still);
        let large: Vec<_> = reading.strangers.iter().filter(|stranger| stranger.length_in > 0.7).collect();
        assert!(large.is_empty(), "{large:?}");
        assert_right(&table, &reading);
    }
}

#[test]
fn a_nudge_is_seen_though_the_light_changed_with_it() {
    let mut table = table(33);
    let mut tracker = tracker(&mut table);
    let before = tracker.observe(&table.frame().unwrap(), FrameId(1)).unwrap();
    moved(&mut table, "teaser", 0.2);
    let after = tracker.observe(&in_light(&table.frame().unwrap(), 0.75), FrameId(2)).unwrap();
    let stack = |reading: &TableReading| {
        reading.observations.iter().find(|o| o.ship.as_str() == "teaser").unwrap().pose.stack
    };
    let by_in = stack(&after).x_in - stack(&before).x_in;
    assert!((by_in - 0.2).abs() < 0.04, "{by_in}");
}

#[test]
fn no_picture_of_the_bare_table_is_needed() {
    let mut table = table(34);
    let picture = table.frame().unwrap();
    let words = serde_json::to_string(&table.fleet_annotation()).unwrap();
    let words = FleetAnnotation::from_json(&words).unwrap();
    let fleet = learn_fleet(&picture, None, &table.camera(), CalibrationId("demo".into()), &words).unwrap();
    let fleet = tracking::Fleet::from_json(&fleet.to_json().unwrap()).unwrap();
    let mut tracker = Tracker::new(table.camera(), fleet.calibration.clone(), &fleet).unwrap().within(SEA_IN);
    for (frame, ship) in [(1, "teaser"), (2, "virginia"), (3, "teaser")] {
        moved(&mut table, ship, 3.0);
        let reading = tracker.observe(&table.frame().unwrap(), FrameId(frame)).unwrap();
        assert!(reading.still);
        assert_right(&table, &reading);
        let large: Vec<_> = reading.strangers.iter().filter(|stranger| stranger.length_in > 0.7).collect();
        assert!(large.is_empty(), "{large:?}");
    }
}
