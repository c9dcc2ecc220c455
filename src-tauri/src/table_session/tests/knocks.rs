//! Tests in which the demo table is bumped, checked and calibrated again.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::ipc::shore::ShoreAsk;
use crate::ipc::table::{ClickedPoint, DriftState, TableWay};
use crate::table_session::calibrate::table_report::{accuracy_view, table_words};
use crate::table_session::commands::check_stick::{bump, lay_stick};
use crate::table_session::latest::lock;
use crate::table_session::session::table_session::TableSession;
use crate::table_session::tests::stepped_table::SteppedTable;
use battle::TableNews;
use calibration::{CARD_THICKNESS_IN, TableCamera, TableFile, TableInput};
use geometry::{Point, Pose, ShipId};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Frames after which a bump must be reported: within a second of stillness. The demo table draws 30 frames a second,
/// of which a slow machine processes at least half.
const FRAMES_IN_A_SECOND: usize = 15;

/// The largest error of the table's camera over the table, compared with the true camera, inches.
fn worst_place_in(table: &TableFile, truth: &TableCamera) -> f64 {
    let camera = table.camera();
    let at = |x: i32, y: i32| Point::new(f64::from(x) * 10.0, f64::from(y) * 9.0);
    (0..=6)
        .flat_map(|x| (0..=4).map(move |y| at(x, y)))
        .map(|point| {
            let pixel = truth.pixel_from_table(point, 0.12).unwrap();
            camera.table_from_pixel(pixel, 0.12).unwrap().distance_in(point)
        })
        .fold(0.0, f64::max)
}

/// Makes the first two ships identical in paint and shape, and musters every ship again.
fn make_twins(stepped: &mut SteppedTable) -> [ShipId; 2] {
    stepped
        .hand
        .rearrange(|setup| {
            let (pose, id) = (setup.fleet[1].pose, setup.fleet[1].id.clone());
            setup.fleet[1] = demo::DemoShip { id, pose, ..setup.fleet[0].clone() };
        })
        .unwrap();
    stepped.look(3);
    stepped.forget_fleet();
    stepped.begin_recognition_anew();
    stepped.look(6);
    let truth = stepped.hand.truth();
    [truth[0].ship.clone(), truth[1].ship.clone()]
}

#[test]
fn a_doubt_outlives_a_bump_of_the_camera() {
    let mut stepped = SteppedTable::new();
    lock(&stepped.listener.truth).clear();
    let [one, other] = make_twins(&mut stepped);
    let asked = |stepped: &SteppedTable| {
        let view = stepped.view();
        let about =
            |ship: &ShipId| view.questions.iter().any(|question| question.ships.contains(&ship.to_string()));
        about(&one) && about(&other)
    };
    assert!(!asked(&stepped), "they were told apart at the muster");
    let truth = stepped.hand.truth();
    let place = |id: &ShipId| truth.iter().find(|ship| ship.ship == *id).unwrap().pose;
    let (here, there) = (place(&one), place(&other));
    // Both are moved at once, each to a place at the same distance from both old places, so nobody can tell which went
    // where.
    let way = here.stack.heading_to(there.stack);
    let middle = here.stack.moved(way, here.stack.distance_in(there.stack) / 2.0);
    for (ship, side_in) in [(&one, 3.0), (&other, -3.0)] {
        let stack = middle.moved(way.turned(std::f64::consts::FRAC_PI_2), side_in);
        stepped.hand.place(ship, Pose { stack, heading: here.heading }).unwrap();
    }
    stepped.look(8);
    assert!(asked(&stepped), "{:?}", stepped.view().questions);
    bump(&stepped.hand).unwrap();
    stepped.until_news();
    stepped.look(8);
    assert!(asked(&stepped), "the camera's correction settled it in silence");
}

#[test]
fn ships_and_banks_stay_where_they_are_when_the_playing_area_is_drawn_anew() {
    let mut stepped = SteppedTable::new();
    let session = stepped.live.session();
    let camera = stepped.hand.camera();
    let pixel = |x_in: f64, y_in: f64| {
        let seen = camera.pixel_from_table(Point::new(x_in, y_in), 0.0).unwrap();
        (seen.x_px, seen.y_px)
    };
    let line_px = [(40.0, 24.0), (46.0, 24.0), (46.0, 28.0), (40.0, 28.0)].map(|(x, y)| pixel(x, y)).to_vec();
    let traced = session.shore(&ShoreAsk::Trace { line_px, height_in: 0.0 }).unwrap();
    let words = traced.pieces[0].words.clone();
    session.shore(&ShoreAsk::Take { words }).unwrap();
    // The number of points of a bent edge depends on its length in inches; the rectangle around it does not.
    let outline_px = |session: &TableSession| {
        let line = session.shore(&ShoreAsk::Look).unwrap().pieces[0].foot_px.clone();
        let most = |of: fn(&(f64, f64)) -> f64| line.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        [(most(|p| -p.0), most(|p| -p.1)), (most(|p| p.0), most(|p| p.1))]
    };
    let bank_px = outline_px(&session);
    let stacks_px = |stepped: &SteppedTable| -> Vec<(f64, f64)> {
        stepped.view().ships.iter().map(|ship| ship.stack_px).collect()
    };
    let (before_px, before_in) = (stacks_px(&stepped), stepped.session.now().observations.to_vec());
    lock(&stepped.listener.truth).clear();

    let drawn = |corners: [(f64, f64); 4]| TableWay::FreeCards {
        card_in: 2.0,
        raised: Vec::new(),
        corners_px: corners.map(|(x, y)| pixel(x, y)),
        typed_in: None,
        trust_sides: false,
        stick_in: None,
    };
    let smaller = drawn([(4.0, 3.0), (57.0, 5.0), (56.0, 34.0), (3.0, 32.0)]);
    let (report, area) = session.calibrate_table(&table_words(&smaller), false).unwrap();
    let (area, _) = area.unwrap();
    assert_eq!((area.before_in, area.after_in), ((60.0, 36.0), report.size_in));
    let change = area.change;
    stepped.begin_recognition_anew();
    stepped.look(6);
    let apart = |one: &[(f64, f64)], other: &[(f64, f64)]| {
        assert_eq!(one.len(), other.len());
        one.iter().zip(other).map(|(a, b)| (a.0 - b.0).hypot(a.1 - b.1)).fold(0.0, f64::max)
    };
    assert!(apart(&before_px, &stacks_px(&stepped)) < 1.5, "a ship is drawn elsewhere");
    assert!(apart(&bank_px, &outline_px(&session)) < 1.5, "the bank is drawn elsewhere");
    for (was, is) in before_in.iter().zip(stepped.session.now().observations.iter()) {
        assert_eq!(was.ship, is.ship);
        let there = change.pose(was.pose).stack;
        assert!(there.distance_in(is.pose.stack) < 0.1 && is.sure, "{}: {there:?}, {is:?}", is.ship);
        assert!(was.pose.stack.distance_in(is.pose.stack) > 2.0);
    }
    // And back again.
    let corners =
        TableInput::CornerCards { size_in: (60.0, 36.0), card_in: 2.0, heights_in: BTreeMap::new() };
    session.calibrate_table(&corners, false).unwrap();
    let bank = session.terrain().remove(0);
    assert!(bank.outline[0].distance_in(Point::new(40.0, 24.0)) < 0.1, "{bank:?}");
}

#[test]
fn a_bumped_camera_is_noticed_within_a_second_and_places_stay_right() {
    let mut stepped = SteppedTable::new();
    let before = stepped.table();
    assert_eq!(stepped.view().drift.unwrap().state, DriftState::Steady);
    bump(&stepped.hand).unwrap();
    let uncorrected_in = worst_place_in(&before, &stepped.hand.camera());
    let frames = stepped.until_news();
    assert!(frames <= FRAMES_IN_A_SECOND, "noticed after {frames} frames");
    let news = lock(&stepped.listener.news).clone();
    let [TableNews::Moved(moved)] = &news[..] else { panic!("{news:?}") };
    assert!((moved.largest_in - uncorrected_in).abs() < 0.15 * uncorrected_in, "{moved:?}, {uncorrected_in}");
    assert_eq!((moved.cards.len(), &moved.from), (4, &before.id().0));

    let table = stepped.table();
    assert_eq!(moved.to, table.id().0);
    let corrected_in = worst_place_in(&table, &stepped.hand.camera());
    assert!(corrected_in < 0.05 && corrected_in < 0.2 * uncorrected_in, "{uncorrected_in} to {corrected_in}");
    stepped.look(6);
    let view = stepped.view();
    assert_eq!(view.drift.unwrap().state, DriftState::Corrected);
    assert!(view.notices.iter().any(|notice| notice.contains("moved")), "{:?}", view.notices);
    assert!(view.ships.len() == 6 && view.ships.iter().all(|ship| ship.seen), "{:?}", view.ships);
    let worst_in = *lock(&stepped.listener.worst_in);
    assert!(worst_in < 0.1, "a place {worst_in} in off the truth was told");
    assert_eq!(lock(&stepped.listener.news).len(), 1, "told once");
}

#[test]
fn while_a_knocked_camera_can_not_be_corrected_no_place_is_sure() {
    let mut stepped = SteppedTable::new();
    assert_eq!(*lock(&stepped.listener.sure), 6);
    // The cards are turned by four degrees about the one card that is left.
    let mut cards = Vec::new();
    stepped
        .hand
        .rearrange(|setup| {
            cards = setup.cards.clone();
            setup.cards.retain(|card| card.id == 1);
            let pivot = setup.cards[0].middle;
            let turned_rad = 4_f64.to_radians();
            let (sin, cos) = turned_rad.sin_cos();
            let about = |(x, y): (f64, f64)| {
                let (east, north) = (x - pivot.x_in, y - pivot.y_in);
                (pivot.x_in + cos * east - sin * north, pivot.y_in + sin * east + cos * north)
            };
            let camera = &mut setup.camera;
            let (x, y, up_in) = camera.position_in;
            let ((x, y), looks_at) = (about((x, y)), about((camera.looks_at.x_in, camera.looks_at.y_in)));
            (camera.position_in, camera.looks_at) = ((x, y, up_in), Point::new(looks_at.0, looks_at.1));
            camera.roll_rad += turned_rad;
        })
        .unwrap();
    // While positions wait, and long after.
    for frame in 0..70 {
        stepped.look(1);
        let view = stepped.view();
        let drift = view.drift.unwrap();
        if frame >= FRAMES_IN_A_SECOND {
            assert_eq!(drift.state, DriftState::Unsure, "frame {frame}: {}", drift.sentence);
            assert!(view.notices.contains(&drift.sentence), "{:?}", view.notices);
            assert!(view.ships.len() == 6 && view.ships.iter().all(|ship| !ship.sure), "{:?}", view.ships);
            assert_eq!(*lock(&stepped.listener.sure), 0, "frame {frame}");
        }
    }
    assert!(lock(&stepped.listener.news).is_empty());
    // The cards are uncovered: the calibration is corrected, and positions are sure again.
    stepped.hand.rearrange(|setup| setup.cards = cards).unwrap();
    stepped.until_news();
    stepped.look(6);
    let view = stepped.view();
    assert_eq!(view.drift.unwrap().state, DriftState::Corrected);
    assert_eq!(*lock(&stepped.listener.sure), 6, "{:?}", view.ships);
    let left_in = worst_place_in(&stepped.table(), &stepped.hand.camera());
    assert!(left_in < 0.1, "{left_in}");
}

#[test]
fn a_card_that_was_pushed_is_named_once_and_nothing_else_changes() {
    let mut stepped = SteppedTable::new();
    let before = stepped.table();
    stepped.hand.rearrange(|setup| setup.cards[2].middle.x_in -= 0.5).unwrap();
    stepped.until_news();
    stepped.look(4);
    let news = lock(&stepped.listener.news).clone();
    let [TableNews::Card(card)] = &news[..] else { panic!("{news:?}") };
    assert!(card.card.contains("(2)") && (card.moved_in - 0.5).abs() < 0.05, "{card:?}");
    assert_eq!(stepped.view().drift.unwrap().state, DriftState::CardMoved);
    assert!(Arc::ptr_eq(&before, &stepped.table()));
}

#[test]
fn the_stick_measures_a_foot_on_the_demo_table_and_a_wrong_ruler_shows() {
    let mut stepped = SteppedTable::new();
    let session = stepped.live.session();
    let missing = session.check_stick(12.0, 0.0).unwrap_err().sentence;
    assert!(missing.contains("not seen"), "{missing}");
    lay_stick(&stepped.hand, true).unwrap();
    stepped.look(3);
    let (view, checked, _) = session.check_stick(12.0, 0.0).unwrap();
    assert!((view.measured_in - 12.0).abs() < 0.03 && view.agrees, "{view:?}");
    assert_eq!((view.ends_px.len(), checked.grade.as_str()), (2, view.grade.as_str()));
    let (bent, ..) = session.check_stick(12.4, 0.0).unwrap();
    assert!(!bent.agrees && bent.grade == "poor", "{bent:?}");
    lay_stick(&stepped.hand, false).unwrap();
    stepped.look(3);
    assert!(session.check_stick(12.0, 0.0).is_err());
}

#[test]
fn a_table_is_calibrated_from_cards_anywhere_and_from_tape_points() {
    let stepped = SteppedTable::new();
    let camera = stepped.hand.camera();
    let pixel = |x_in: f64, y_in: f64, height_in: f64| {
        let seen = camera.pixel_from_table(Point::new(x_in, y_in), height_in).unwrap();
        (seen.x_px, seen.y_px)
    };
    let drawn = TableWay::FreeCards {
        card_in: 2.0,
        raised: Vec::new(),
        corners_px: [
            pixel(5.0, 4.0, 0.0),
            pixel(5.0, 30.0, 0.0),
            pixel(53.0, 30.0, 0.0),
            pixel(53.0, 4.0, 0.0),
        ],
        typed_in: Some((49.0, 26.0)),
        trust_sides: false,
        stick_in: None,
    };
    let report = stepped.calibrate(&drawn, false);
    assert!((report.size_in.0 - 48.0).abs() < 0.3 && (report.size_in.1 - 26.0).abs() < 0.2, "{report:?}");
    assert_eq!(report.doubts.len(), 1, "49 in was typed for 48: {report:?}");
    let quick = stepped.calibrate(&drawn, true);
    assert!(quick.quick_start && quick.grade == "coarse", "{quick:?}");

    let corners = [(0.0, 0.0), (60.0, 0.0), (60.0, 36.0), (0.0, 36.0), (30.0, 18.0), (15.0, 27.0)];
    let points = corners
        .map(|(x_in, y_in)| ClickedPoint { at_px: pixel(x_in, y_in, CARD_THICKNESS_IN), x_in, y_in })
        .to_vec();
    let tape = stepped.calibrate(&TableWay::Points { width_in: 60.0, height_in: 36.0, points }, false);
    assert!(tape.residual_in < 0.05, "{tape:?}");
    assert!(worst_place_in(&stepped.table(), &camera) < 0.1);
    let accuracy = accuracy_view(&stepped.table());
    assert_eq!(accuracy.cells.len(), 20 * 12);
    assert!(accuracy.best_in > 0.0 && accuracy.best_in <= accuracy.worst_in && accuracy.worst_in < 0.3);
}
