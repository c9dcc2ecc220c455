//! Muster, track and watch the demo table, whose truth is known.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use crate::at;
use demo::{DemoTable, TableSetup};
use geometry::{CalibrationId, FrameId, Heading, Observation, Point, Pose, ShipId};
use tracking::{Fleet, FleetAnnotation, FleetError, LearnError, LiveTracker, Tracker, learn_fleet};

const WIDTH: u32 = 1280;
const HEIGHT: u32 = 720;

fn table(seed: u64) -> DemoTable {
    DemoTable::new(TableSetup::standard(seed).at_size(WIDTH, HEIGHT)).unwrap()
}

fn words(table: &DemoTable) -> FleetAnnotation {
    FleetAnnotation::from_json(&serde_json::to_string(&table.fleet_annotation()).unwrap()).unwrap()
}

fn mustered(table: &mut DemoTable) -> Fleet {
    let (empty, picture) = (table.empty_frame().unwrap(), table.frame().unwrap());
    let id = CalibrationId("demo".into());
    let fleet = learn_fleet(&picture, Some(&empty), &table.camera(), id, &words(table)).unwrap();
    Fleet::from_json(&fleet.to_json().unwrap()).unwrap()
}

fn tracker(table: &mut DemoTable) -> Tracker {
    let fleet = mustered(table);
    Tracker::new(table.camera(), fleet.calibration.clone(), &fleet).unwrap()
}

fn of<'a>(observations: &'a [Observation], ship: &str) -> &'a Observation {
    observations.iter().find(|o| o.ship.as_str() == ship).unwrap()
}

fn put(table: &mut DemoTable, ship: &str, x_in: f64, y_in: f64, heading_deg: f64) {
    let pose = Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(heading_deg) };
    table.place(&ShipId::new(ship), pose).unwrap();
}

/// Checks that every ship of the demo is seen within `place_in` and `heading_deg` of its true pose.
fn assert_right(table: &DemoTable, observations: &[Observation], place_in: f64, heading_deg: f64) {
    let truth = serde_json::to_value(table.truth_picture()).unwrap();
    for ship in truth["ships"].as_array().unwrap() {
        let seen = of(observations, ship["id"].as_str().unwrap());
        let number = |value: &serde_json::Value| value.as_f64().unwrap();
        let stack = Point::new(number(&ship["stack"][0]), number(&ship["stack"][1]));
        let off_in = stack.distance_in(seen.pose.stack);
        let off_deg = Heading::from_deg(number(&ship["heading"])).angle_to(seen.pose.heading).to_degrees();
        assert!(seen.seen, "{} is not seen", seen.ship);
        assert!(off_in < place_in, "{} is {off_in:.3} in off", seen.ship);
        assert!(off_deg < heading_deg, "{} is {off_deg:.1} degrees off", seen.ship);
    }
}

#[test]
fn ships_are_found_at_their_new_places_and_dice_and_smoke_are_no_ships() {
    let mut table = table(11);
    let mut tracker = tracker(&mut table);
    put(&mut table, "virginia", 24.0, 9.0, 80.0);
    put(&mut table, "monitor", 31.0, 21.5, 170.0);
    put(&mut table, "teaser", 48.0, 27.0, 250.0);
    table.put_die(Point::new(12.0, 12.0));
    table.put_die(Point::new(13.5, 14.0));
    table.put_smoke(Point::new(40.0, 30.0));
    let reading = tracker.observe(&table.frame().unwrap(), FrameId(1)).unwrap();
    assert!(reading.still);
    assert_right(&table, &reading.observations, 0.12, 4.0);
    assert!(reading.strangers.len() >= 3, "{:?}", reading.strangers);
}

/// A picture without colour, as from a camera's night mode.
fn grey(picture: &opencv::core::Mat) -> opencv::core::Mat {
    use opencv::imgproc::{COLOR_BGR2GRAY, COLOR_GRAY2BGR, cvt_color_def};
    let (mut grey, mut again) = (opencv::core::Mat::default(), opencv::core::Mat::default());
    cvt_color_def(picture, &mut grey, COLOR_BGR2GRAY).unwrap();
    cvt_color_def(&grey, &mut again, COLOR_GRAY2BGR).unwrap();
    again
}

#[test]
fn a_grey_picture_of_a_table_in_colour_is_refused_and_a_grey_evening_is_measured() {
    let mut table = table(15);
    let (empty, picture) = (table.empty_frame().unwrap(), table.frame().unwrap());
    let mustered = |picture: &opencv::core::Mat, empty: &opencv::core::Mat| {
        learn_fleet(picture, Some(empty), &table.camera(), CalibrationId("demo".into()), &words(&table))
    };
    let on = |fleet: &Fleet| Tracker::new(table.camera(), fleet.calibration.clone(), fleet).unwrap();
    let (colour, plain) =
        (mustered(&picture, &empty).unwrap(), mustered(&grey(&picture), &grey(&empty)).unwrap());
    let in_the_dark = on(&colour).observe(&grey(&picture), FrameId(1)).unwrap_err();
    assert!(in_the_dark.to_string().contains("grey"), "{in_the_dark}");
    let by_day = on(&plain).observe(&picture, FrameId(1)).unwrap_err();
    assert!(by_day.to_string().contains("grey"), "{by_day}");
    for (picture, empty) in [(grey(&picture), empty.clone()), (picture.clone(), grey(&empty))] {
        assert!(matches!(mustered(&picture, &empty), Err(LearnError::Grey { .. })));
    }
    // Another white balance and half the light are no night mode.
    let mut warm = opencv::core::Mat::default();
    opencv::core::multiply(&picture, &opencv::core::Scalar::new(0.4, 0.5, 0.55, 0.0), &mut warm, 1.0, -1)
        .unwrap();
    on(&colour).observe(&warm, FrameId(1)).unwrap();
    let reading = on(&plain).observe(&grey(&picture), FrameId(1)).unwrap();
    assert_right(&table, &reading.observations, 0.15, 5.0);
}

/// A guessed lens shifts all places together: near ships are measured better relative to one another.
#[test]
fn after_a_quick_start_near_ships_are_known_better_against_one_another_than_on_the_table() {
    let mut table = DemoTable::new(TableSetup::six_a_side(14).at_size(WIDTH, HEIGHT)).unwrap();
    let words = calibration::TableInput::CornerCards {
        size_in: table.setup().sea_in,
        card_in: 2.0,
        heights_in: std::collections::BTreeMap::new(),
    };
    let quick = calibration::calibrate_table_by(&table.empty_frame().unwrap(), None, &words).unwrap().file;
    let picture = table.frame().unwrap();
    let fleet = learn_fleet(&picture, None, &quick.camera(), quick.id(), &self::words(&table)).unwrap();
    let mut tracker = Tracker::on_table(&quick, &fleet).unwrap();
    let seen = tracker.observe(&picture, FrameId(1)).unwrap().observations;
    let (mut near, mut within, mut pairs) = (0, 0, 0);
    for (at, one) in seen.iter().enumerate() {
        for other in &seen[..at] {
            let place = |ship: &Observation| {
                table.truth().into_iter().find(|truth| truth.ship == ship.ship).unwrap().pose.stack
            };
            let range_in = geometry::range_in(one, other);
            let error_in = (range_in.value - place(one).distance_in(place(other))).abs();
            let apart_sigma_in = one.sigma_in.hypot(other.sigma_in);
            println!(
                "{} to {}: {:.2} in, {error_in:.3} in off, sigma {:.3} of {apart_sigma_in:.3}",
                one.ship, other.ship, range_in.value, range_in.sigma
            );
            pairs += 1;
            within += usize::from(error_in < 2.0 * range_in.sigma);
            if range_in.value < 6.0 {
                near += 1;
                assert!(range_in.sigma < 0.75 * apart_sigma_in, "{} {}", one.ship, other.ship);
            }
        }
    }
    assert!(near >= 3, "{near} near pairs");
    assert!(within as f64 >= 0.9 * f64::from(pairs), "{within} of {pairs} within two sigma");
}

#[test]
fn a_ship_under_an_arm_keeps_its_last_place() {
    let mut table = table(12);
    let mut tracker = tracker(&mut table);
    let before = tracker.observe(&table.frame().unwrap(), FrameId(1)).unwrap();
    for (frame, ship) in (2..).zip(["congress", "minnesota", "virginia", "teaser"]) {
        let last = of(&before.observations, ship).pose;
        table.show_arm(Some(last.stack));
        let reading = tracker.observe(&table.frame().unwrap(), FrameId(frame)).unwrap();
        let hidden = of(&reading.observations, ship);
        assert!(!reading.still, "{:?}", reading.strangers);
        assert!(!hidden.seen && !hidden.sure, "{hidden:?}");
        assert!(hidden.pose.stack.distance_in(last.stack) < 0.05, "{hidden:?}");
    }
    table.show_arm(None);
    let reading = tracker.observe(&table.frame().unwrap(), FrameId(9)).unwrap();
    assert!(reading.still);
    assert_right(&table, &reading.observations, 0.12, 4.0);
}

#[test]
fn hulls_alongside_stay_two_ships() {
    let mut table = table(13);
    let mut tracker = tracker(&mut table);
    put(&mut table, "minnesota", 30.0, 20.0, 90.0);
    put(&mut table, "patrick-henry", 30.4, 20.62, 94.0);
    let reading = tracker.observe(&table.frame().unwrap(), FrameId(1)).unwrap();
    assert_right(&table, &reading.observations, 0.15, 5.0);
}

#[test]
fn a_frame_in_which_nothing_moved_gives_the_same_places() {
    let mut table = table(14);
    let mut tracker = tracker(&mut table);
    let first = tracker.observe(&table.frame().unwrap(), FrameId(1)).unwrap();
    // Another frame of the same table: only the noise differs.
    let second = tracker.observe(&table.frame().unwrap(), FrameId(2)).unwrap();
    for (a, b) in first.observations.iter().zip(&second.observations) {
        assert!(a.pose.stack.distance_in(b.pose.stack) < 0.02, "{:?} and {:?}", a.pose, b.pose);
        assert_eq!(b.frame, FrameId(2));
    }
}

#[test]
fn the_live_table_measures_models_at_rest_only() {
    let mut table = table(15);
    let mut live = LiveTracker::new(tracker(&mut table));
    let mut id = 0;
    let mut next = |table: &mut DemoTable, live: &mut LiveTracker| {
        id += 1;
        live.on_frame(&table.frame().unwrap(), FrameId(id), at(id)).unwrap()
    };
    let first = next(&mut table, &mut live);
    assert!(first.fresh && !first.moving);
    assert!(!next(&mut table, &mut live).fresh, "nothing changed, nothing to measure");
    let stack = of(&first.observations, "virginia").pose.stack;
    for step in 1..=3 {
        put(&mut table, "virginia", stack.x_in - f64::from(step), stack.y_in, 300.0);
        let moving = next(&mut table, &mut live);
        assert!(moving.moving && !moving.fresh);
        assert_eq!(of(&moving.observations, "virginia").pose.stack, stack);
    }
    let after: Vec<_> = (0..3).map(|_| next(&mut table, &mut live)).collect();
    assert!(after.iter().any(|reading| reading.fresh));
    assert_right(&table, &after[2].observations, 0.12, 4.0);
}

#[test]
fn a_ship_that_is_not_in_the_picture_is_named() {
    let mut table = table(16);
    let (empty, picture) = (table.empty_frame().unwrap(), table.frame().unwrap());
    let mut words = words(&table);
    words.ships[1].near = [5.0, 31.0];
    let ship = words.ships[1].id.clone();
    let error =
        learn_fleet(&picture, Some(&empty), &table.camera(), CalibrationId("x".into()), &words).unwrap_err();
    assert!(matches!(&error, LearnError::NotThere { ship: named, .. } if *named == ship), "{error}");
    words.ships[1].near = words.ships[0].near;
    words.ships[1].heading_deg = words.ships[0].heading_deg;
    let error = learn_fleet(&picture, Some(&empty), &table.camera(), CalibrationId("x".into()), &words).err();
    assert!(matches!(&error, Some(LearnError::SamePlace(..))), "{error:?}");
}

#[test]
fn pictures_and_cameras_of_another_size_are_refused() {
    let mut small = DemoTable::new(TableSetup::standard(17).at_size(640, 360)).unwrap();
    let mut table = table(17);
    let fleet = mustered(&mut table);
    let other = small.frame().unwrap();
    let error = Tracker::new(small.camera(), fleet.calibration.clone(), &fleet).err().unwrap();
    assert!(matches!(error, FleetError::OtherSize { .. }));
    let mut tracker = Tracker::new(table.camera(), fleet.calibration.clone(), &fleet).unwrap();
    let error = tracker.observe(&other, FrameId(1)).unwrap_err().to_string();
    assert!(error.contains("640x360") && error.contains("1280x720"), "{error}");
    let id = CalibrationId("x".into());
    let error =
        learn_fleet(&other, Some(&other), &table.camera(), id, &words(&table)).unwrap_err().to_string();
    assert!(error.contains("640x360"), "{error}");
}

#[test]
fn a_damaged_fleet_file_is_refused_with_the_ship_named() {
    let json = mustered(&mut table(18)).to_json().unwrap();
    let newer = json.replacen("\"format\":1", "\"format\":99", 1);
    assert!(matches!(Fleet::from_json(&newer), Err(FleetError::Newer(99))));
    assert!(matches!(Fleet::from_json(&json[..json.len() / 2]), Err(FleetError::Shape(_))));
    let mut value: serde_json::Value = serde_json::from_str(&json).unwrap();
    value["ships"][2]["fine"]["along"] = 5.into();
    let error = Fleet::from_json(&value.to_string()).unwrap_err();
    let ship = value["ships"][2]["words"]["id"].as_str().unwrap();
    assert!(error.to_string().contains(ship), "{error}");
}
