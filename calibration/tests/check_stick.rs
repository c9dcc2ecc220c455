//! The check stick in pictures of the demo table.

// Helpers of tests may fail by panicking, as tests do.
#![allow(clippy::unwrap_used)]

use calibration::{
    CARD_THICKNESS_IN, LensFile, STICK_IDS, STICK_IN, STICK_MARKER_IN, StickError, StickGrade, StickReading,
    TableFile, calibrate_table, find_check_stick, measure_check_stick,
};
use demo::{CardSetup, DemoTable, TableSetup};
use geometry::{Heading, Point};
use opencv::core::Mat;

fn setup() -> TableSetup {
    let mut setup = TableSetup::standard(8).at_size(1920, 1080);
    setup.fleet.clear();
    setup
}

fn calibrated(setup: &TableSetup) -> TableFile {
    let picture = DemoTable::new(setup.clone()).unwrap().frame().unwrap();
    calibrate_table(&picture, &LensFile::from_lens(setup.camera.lens(), 0.1), setup.sea_in, 2.0).unwrap().file
}

/// A stick whose first square has its middle at `at`, the other `apart_in` from it along a heading. As on the
/// printed page, the squares are turned relative to the stick.
fn with_stick(at: (f64, f64), heading_deg: f64, apart_in: f64) -> TableSetup {
    let mut setup = setup();
    let (from, heading) = (Point::new(at.0, at.1), Heading::from_deg(heading_deg));
    for (id, middle) in STICK_IDS.into_iter().zip([from, from.moved(heading, apart_in)]) {
        let side_in = STICK_MARKER_IN * apart_in / STICK_IN;
        let turned_rad = (heading_deg - 36.5).to_radians();
        setup.cards.push(CardSetup { id, middle, side_in, margin_in: 0.15, turned_rad });
    }
    setup
}

#[test]
fn squares_of_a_dozen_pixels_measure_a_foot_too() {
    let small = |setup: TableSetup| setup.at_size(1280, 720);
    let table = calibrated(&small(setup()));
    for (at, heading_deg) in [((39.0, 8.0), 62.0), ((24.0, 18.0), 90.0), ((5.0, 30.0), 135.0)] {
        let picture = picture(small(with_stick(at, heading_deg, STICK_IN)));
        let reading = measure_check_stick(&picture, &table, CARD_THICKNESS_IN, STICK_IN).unwrap();
        let error_in = reading.measured_in.value - STICK_IN;
        println!("1280x720: {reading}, {error_in:.4} in off");
        assert!(error_in.abs() < 0.03 && reading.agrees, "{at:?}: {reading}");
    }
}

fn picture(setup: TableSetup) -> Mat {
    DemoTable::new(setup).unwrap().frame().unwrap()
}

#[test]
fn laid_anywhere_in_any_direction_it_measures_a_foot() {
    let table = calibrated(&setup());
    let mut worst_sigmas: f64 = 0.0;
    for (at, heading_deg, part) in [
        ((24.0, 18.0), 90.0, "the middle of the table"),
        ((0.8, 9.0), 3.0, "the west of the table"),
        ((57.0, 20.0), 200.0, "the east of the table"),
        ((45.0, 33.0), 97.0, "the north-east of the table"),
        ((5.0, 33.0), 135.0, "the north-west of the table"),
        ((28.0, 1.0), 271.0, "the south of the table"),
        ((44.0, 6.0), 45.0, "the south-east of the table"),
    ] {
        let picture = picture(with_stick(at, heading_deg, STICK_IN));
        let reading = measure_check_stick(&picture, &table, CARD_THICKNESS_IN, STICK_IN).unwrap();
        let error_in = reading.measured_in.value - STICK_IN;
        worst_sigmas = worst_sigmas.max(error_in.abs() / reading.measured_in.sigma);
        println!("{reading}, {:.4} in off, {}", error_in, reading.sentence);
        assert!(error_in.abs() < 0.01, "{at:?}: {reading}");
        assert!(reading.measured_in.half_width_95() < 0.04, "{reading}");
        assert!(reading.agrees && reading.grade == StickGrade::Good, "{reading:?}");
        assert_eq!(reading.part, part);
        for (end, expected) in reading.ends_in.iter().zip([
            Point::new(at.0, at.1),
            Point::new(at.0, at.1).moved(Heading::from_deg(heading_deg), STICK_IN),
        ]) {
            assert!(Point::new(end[0], end[1]).distance_in(expected) < 0.03, "{reading:?}");
        }
        assert!(reading.to_string().starts_with("12.00 in, measured 1"), "{reading}");
        let text = serde_json::to_string(&reading).unwrap();
        assert_eq!(serde_json::from_str::<StickReading>(&text).unwrap(), reading);
    }
    assert!(worst_sigmas < 3.0, "{worst_sigmas}");
}

#[test]
fn a_stick_printed_small_is_right_when_its_true_length_is_told() {
    let table = calibrated(&setup());
    let picture = picture(with_stick((20.0, 12.0), 70.0, 11.64));
    let told = measure_check_stick(&picture, &table, CARD_THICKNESS_IN, 11.64).unwrap();
    assert!(told.agrees, "{}", told.sentence);
    let untold = measure_check_stick(&picture, &table, CARD_THICKNESS_IN, STICK_IN).unwrap();
    assert!(!untold.agrees && untold.grade == StickGrade::Poor, "{untold:?}");
    assert!(untold.sentence.contains("3.0 % too short"), "{}", untold.sentence);
    assert!(untold.sentence.contains("Measure the printed stick again"), "{}", untold.sentence);
}

#[test]
fn a_stick_at_another_height_than_told_does_not_agree() {
    let table = calibrated(&setup());
    let picture = picture(with_stick((20.0, 12.0), 70.0, STICK_IN));
    let reading = measure_check_stick(&picture, &table, 1.0, STICK_IN).unwrap();
    assert!(!reading.agrees && reading.grade == StickGrade::Poor, "{reading:?}");
    assert!(reading.measured_in.value < 11.9, "higher is nearer, and so smaller: {reading}");
}

#[test]
fn its_middles_give_the_scale_to_whoever_needs_it() {
    let setup = with_stick((20.0, 12.0), 110.0, STICK_IN);
    let (camera, lens) = (setup.camera.table_camera(), setup.camera.lens());
    let middles: Vec<_> = setup.cards[4..].iter().map(|card| card.middle).collect();
    let sighting = find_check_stick(&picture(setup), &lens).unwrap();
    for (pixel, middle) in sighting.middles_px.iter().zip(middles) {
        assert!(pixel.distance_px(camera.pixel_from_table(middle, 0.0).unwrap()) < 0.15, "{pixel:?}");
    }
}

#[test]
fn what_is_not_a_stick_is_said() {
    let table = calibrated(&setup());
    let bare = picture(setup());
    let error = measure_check_stick(&bare, &table, 0.0, STICK_IN).unwrap_err();
    assert_eq!(error, StickError::NotSeen { seen: Vec::new() });
    assert!(error.to_string().starts_with("The check stick is not seen"), "{error}");
    let mut half = with_stick((20.0, 12.0), 70.0, STICK_IN);
    half.cards.pop();
    let error = measure_check_stick(&picture(half.clone()), &table, 0.0, STICK_IN).unwrap_err();
    assert_eq!(error, StickError::NotSeen { seen: vec![48] });
    let mut twice = half;
    twice.cards.push(CardSetup { middle: Point::new(40.0, 20.0), ..twice.cards[4] });
    let error = measure_check_stick(&picture(twice), &table, 0.0, STICK_IN).unwrap_err();
    assert_eq!(error, StickError::TwoSticks { id: 48, times: 2 });
    // Two squares of different orientation do not belong to one stick.
    let mut odd = with_stick((20.0, 12.0), 70.0, STICK_IN);
    odd.cards[5].turned_rad += 0.2;
    let error = measure_check_stick(&picture(odd), &table, 0.0, STICK_IN).unwrap_err();
    assert!(matches!(error, StickError::Misshapen { .. }), "{error}");
    for stick_in in [0.0, f64::NAN, 30.48] {
        let error = measure_check_stick(&bare, &table, 0.0, stick_in).unwrap_err();
        assert!(matches!(error, StickError::ImpossibleLength { .. }), "{error}");
    }
}
