//! Conversion of stored places from one playing area to a redrawn one.

// Helpers of tests may fail by panicking, as tests do.
#![allow(clippy::unwrap_used)]

use calibration::{
    Area, FrameChange, FreeCards, LensFile, TableCamera, TableFile, TableInput, TapePoint, Trust,
    calibrate_table, calibrate_table_by,
};
use demo::{DemoTable, TableSetup};
use geometry::{Heading, Point, Pose};
use opencv::core::Mat;
use std::collections::BTreeMap;

fn setup() -> TableSetup {
    TableSetup { fleet: Vec::new(), ..TableSetup::standard(8).at_size(1920, 1080) }
}

fn picture(setup: &TableSetup) -> Mat {
    DemoTable::new(setup.clone()).unwrap().frame().unwrap()
}

fn lens(setup: &TableSetup) -> LensFile {
    LensFile::from_lens(setup.camera.lens(), 0.1)
}

fn by_corner_cards(setup: &TableSetup) -> TableFile {
    calibrate_table(&picture(setup), &lens(setup), setup.sea_in, 2.0).unwrap().file
}

/// A smaller playing area, turned relative to the cards' area: its corners in the frame of the cards.
const DRAWN: [(f64, f64); 4] = [(10.0, 5.0), (48.0, 9.0), (46.0, 28.0), (8.0, 24.0)];

fn drawn_anew(setup: &TableSetup) -> TableFile {
    let camera = setup.camera.table_camera();
    let corners_px = DRAWN.map(|(x, y)| camera.pixel_from_table(Point::new(x, y), 0.0).unwrap());
    let words = FreeCards {
        card_in: 2.0,
        heights_in: BTreeMap::new(),
        area: Area::Corners { corners_px },
        typed_size_in: None,
        trust: Trust::Cards,
        stick: None,
    };
    calibrate_table_by(&picture(setup), Some(&lens(setup)), &TableInput::FreeCards(words)).unwrap().file
}

/// The largest distance over the area between a converted place and the same place read by the new camera, inches.
fn worst_in(
    change: &FrameChange,
    true_before: &TableCamera,
    after: &TableFile,
    seen_by: &TableCamera,
) -> f64 {
    let places =
        (0..6).flat_map(|x| (0..4).map(move |y| Point::new(12.0 * f64::from(x), 12.0 * f64::from(y))));
    places
        .filter(|place| true_before.pixel_from_table(*place, 0.0).is_some())
        .map(|place| {
            let pixel = seen_by.pixel_from_table(place, 0.0).unwrap();
            let there = after.camera().table_from_pixel(pixel, 0.0).unwrap();
            change.point(place).distance_in(there)
        })
        .fold(0.0, f64::max)
}

#[test]
fn a_playing_area_drawn_anew_takes_every_place_along_and_back() {
    let setup = setup();
    let (before, after) = (by_corner_cards(&setup), drawn_anew(&setup));
    let truth = setup.camera.table_camera();
    let change = FrameChange::between(&before, &after).unwrap();
    let off_in = worst_in(&change, &truth, &after, &truth);
    println!("places land {off_in:.3} in off at worst");
    assert!(off_in < 0.06, "{off_in}");
    let back = FrameChange::between(&after, &before).unwrap();
    for (x, y, heading_deg) in [(12.0, 8.0, 30.0), (40.0, 20.0, 215.0), (25.0, 16.0, 359.0)] {
        let pose = Pose { stack: Point::new(x, y), heading: Heading::from_deg(heading_deg) };
        let there = change.pose(pose);
        assert!(there.stack.distance_in(pose.stack) > 5.0, "{there:?}");
        let again = back.pose(there);
        assert!(again.stack.distance_in(pose.stack) < 0.03, "{pose:?} came back as {again:?}");
        assert!(again.heading.angle_to(pose.heading).abs() < 0.002, "{pose:?} came back as {again:?}");
        // A bow ahead of the stack stays ahead of it.
        let bow = change.point(pose.stack.moved(pose.heading, 2.0));
        assert!(there.stack.heading_to(bow).angle_to(there.heading).abs() < 1e-6);
    }
    // Both frames have the same camera, so a place has the same pixel in both.
    let (moved, pixel) = (change.camera(&before.camera()), calibration::Pixel::new(700.0, 500.0));
    let (one, other) =
        (moved.table_from_pixel(pixel, 0.0).unwrap(), after.camera().table_from_pixel(pixel, 0.0).unwrap());
    assert!(one.distance_in(other) < 0.06, "{one:?}, {other:?}");
}

#[test]
fn the_cards_tell_even_where_the_camera_was_hung_elsewhere_and_one_card_was_pushed() {
    let setup = setup();
    let before = by_corner_cards(&setup);
    let mut later = setup.clone();
    later.camera.position_in.0 += 3.0;
    later.camera.position_in.2 += 2.0;
    later.cards[1].middle.x_in -= 0.8;
    let after = drawn_anew(&later);
    let change = FrameChange::between(&before, &after).unwrap();
    let off_in = worst_in(&change, &setup.camera.table_camera(), &after, &later.camera.table_camera());
    assert!(off_in < 0.15, "{off_in}");
}

#[test]
fn without_cards_the_camera_must_have_stood_still() {
    let setup = setup();
    let before = by_corner_cards(&setup);
    let camera = setup.camera.table_camera();
    // Tape points measured from another corner, four inches further north-east.
    let points = [(4.0, 4.0), (56.0, 4.0), (56.0, 32.0), (4.0, 32.0), (30.0, 18.0)].map(|(x, y)| TapePoint {
        pixel: camera.pixel_from_table(Point::new(x, y), 0.0).unwrap(),
        x_in: x - 4.0,
        y_in: y - 4.0,
        height_in: 0.0,
    });
    let words = TableInput::Points { size_in: (52.0, 28.0), points: points.to_vec() };
    let after = calibrate_table_by(&picture(&setup), Some(&lens(&setup)), &words).unwrap().file;
    let change = FrameChange::between(&before, &after).unwrap();
    let there = change.point(Point::new(30.0, 18.0));
    assert!(there.distance_in(Point::new(26.0, 14.0)) < 0.05, "{there:?}");
}

#[test]
fn the_same_area_calibrated_again_changes_nothing() {
    let setup = setup();
    let before = by_corner_cards(&setup);
    let mut hung_elsewhere = setup;
    hung_elsewhere.camera.position_in.1 -= 2.0;
    assert_eq!(FrameChange::between(&before, &by_corner_cards(&hung_elsewhere)), None);
}
