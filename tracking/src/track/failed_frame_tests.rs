//! A frame that cannot be measured leaves the state unchanged, whichever stage fails.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use crate::align::alignment::align;
use crate::associate::association::associate;
use crate::background::frame_signal::compare;
use crate::detect::detector::detect;
use crate::estimate::estimation::{EstimateInput, estimate};
use crate::estimate::observation::CalibrationInForce;
use crate::hull::annotation::FleetAnnotation;
use crate::learn::enrol::learn_fleet;
use crate::learn::fleet::Fleet;
use crate::motion::evidence::NoEvidence;
use crate::motion::rest::RestTimes;
use crate::segment::foreground::{Foreground, segment};
use crate::state::track_state::TrackState;
use crate::track::live::LiveTracker;
use crate::track::tracker::Tracker;
use demo::{DemoTable, TableSetup};
use geometry::{CalibrationId, FrameId, Heading, Point, Pose, ShipId};
use opencv::core::{CV_8UC3, CV_16UC3, Mat, Scalar};
use std::time::Duration;

const WIDTH: u32 = 1280;
const HEIGHT: u32 = 720;

fn table() -> DemoTable {
    DemoTable::new(TableSetup::standard(11).at_size(WIDTH, HEIGHT)).unwrap()
}

/// A fleet learnt without a picture of the empty table, so that there is background left to learn.
fn fleet(table: &mut DemoTable) -> Fleet {
    let words = serde_json::to_string(&table.fleet_annotation()).unwrap();
    let words = FleetAnnotation::from_json(&words).unwrap();
    let id = CalibrationId("demo".into());
    learn_fleet(&table.frame().unwrap(), None, &table.camera(), id, &words).unwrap()
}

fn put(table: &mut DemoTable, ship: &str, x_in: f64, y_in: f64, heading_deg: f64) -> Pose {
    let pose = Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(heading_deg) };
    table.place(&ShipId::new(ship), pose).unwrap();
    pose
}

/// A tracker that has measured a turn, was corrected by hand and has a pending correction; and a picture of
/// the next turn.
fn in_play() -> (Tracker, Mat) {
    let mut table = table();
    let fleet = fleet(&mut table);
    let mut tracker = Tracker::new(table.camera(), fleet.calibration.clone(), &fleet).unwrap();
    put(&mut table, "virginia", 24.0, 9.0, 80.0);
    tracker.observe(&table.frame().unwrap(), FrameId(1)).unwrap();
    tracker.turn_about(&ShipId::new("monitor")).unwrap();
    let pose = put(&mut table, "teaser", 48.0, 27.0, 250.0);
    tracker.correct(&ShipId::new("teaser"), pose).unwrap();
    put(&mut table, "virginia", 28.0, 10.0, 70.0);
    (tracker, table.frame().unwrap())
}

fn plain(width: u32, height: u32, kind: i32, value: f64) -> Mat {
    Mat::new_rows_cols_with_default(height as i32, width as i32, kind, Scalar::all(value)).unwrap()
}

/// Pictures that are refused: another size, not 8-bit, from a camera in night mode, and overexposed.
fn refused() -> [Mat; 4] {
    [
        plain(WIDTH / 2, HEIGHT / 2, CV_8UC3, 90.0),
        plain(WIDTH, HEIGHT, CV_16UC3, 90.0),
        plain(WIDTH, HEIGHT, CV_8UC3, 90.0),
        plain(WIDTH, HEIGHT, CV_8UC3, 255.0),
    ]
}

#[test]
fn a_picture_that_is_refused_leaves_the_state_as_it_was() {
    let (mut tracker, next) = in_play();
    let before = tracker.state.clone();
    for picture in refused() {
        tracker.observe(&picture, FrameId(2)).unwrap_err();
        assert!(tracker.state == before);
    }
    // The next picture reports the pending correction and makes a new state.
    let reading = tracker.observe(&next, FrameId(3)).unwrap();
    assert!(!reading.lessons.is_empty() && tracker.state != before);
}

#[test]
fn a_frame_that_is_refused_leaves_a_live_table_as_it_was() {
    let (tracker, next) = in_play();
    let mut live = LiveTracker::new(tracker);
    assert!(live.on_frame(&next, FrameId(2), Duration::from_millis(200)).unwrap().fresh);
    let before = live.tracker().state.clone();
    for frame in refused() {
        live.on_frame(&frame, FrameId(3), Duration::from_millis(300)).unwrap_err();
        assert!(live.tracker().state == before);
    }
    assert!(!live.on_frame(&next, FrameId(4), Duration::from_millis(400)).unwrap().fresh, "nothing moved");
}

/// The foreground of a picture that fails when more of it is read.
fn unreadable<'a>(state: &'a TrackState, picture: &'a Mat, broken: &'a Mat) -> Foreground<'a> {
    let mut foreground =
        segment(compare(&state.background, picture).unwrap(), &RestTimes::default()).unwrap();
    foreground.signal.picture = broken;
    foreground
}

#[test]
fn a_stage_that_fails_leaves_the_state_as_it_was() {
    let (tracker, picture) = in_play();
    let (state, before) = (&tracker.state, tracker.state.clone());
    let broken = plain(WIDTH, HEIGHT, CV_16UC3, 0.0);
    let calibration = CalibrationInForce::unmeasured(CalibrationId("demo".into()));

    assert!(compare(&state.background, &broken).is_err() && *state == before);
    let foreground = segment(compare(&state.background, &picture).unwrap(), &RestTimes::default()).unwrap();

    assert!(detect(&unreadable(state, &picture, &broken), &state.ships, &NoEvidence).is_err());
    assert!(*state == before);
    let detections = detect(&foreground, &state.ships, &NoEvidence).unwrap();

    assert!(align(&unreadable(state, &picture, &broken), detections.clone()).is_err());
    assert!(*state == before);
    let aligned = align(&foreground, detections).unwrap();

    let signal = unreadable(state, &picture, &broken).signal;
    assert!(associate(&signal, aligned.clone(), &state.hypotheses, &NoEvidence).is_err());
    assert!(*state == before);
    let association = associate(&foreground.signal, aligned, &state.hypotheses, &NoEvidence).unwrap();

    let unreadable = unreadable(state, &picture, &broken);
    let (things, calibration, frame) = (&state.things, &calibration, FrameId(2));
    let input = EstimateInput { before: state, things, calibration, frame };
    assert!(estimate(unreadable, association.clone(), input).is_err());
    assert!(*state == before);
    let estimate = estimate(foreground, association, input).unwrap();
    assert!(*state == before && estimate.next != before);
}
