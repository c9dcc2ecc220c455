//! Evenings with failures, in which no data may be lost.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use calibration::{Drift, LensFile, TableFile, calibrate_table};
use demo::{Colour, DemoTable, TableSetup};
use geometry::{CalibrationId, FrameId, Heading, Observation, Point, Pose, ShipId};
use tracking::{FleetAnnotation, Series, learn_fleet};

fn table(change: impl FnOnce(&mut TableSetup)) -> DemoTable {
    let mut setup = TableSetup::standard(31).at_size(1280, 720);
    change(&mut setup);
    DemoTable::new(setup).unwrap()
}

fn words(table: &DemoTable) -> FleetAnnotation {
    FleetAnnotation::from_json(&serde_json::to_string(&table.fleet_annotation()).unwrap()).unwrap()
}

fn calibrated(table: &mut DemoTable) -> TableFile {
    let lens = LensFile::from_lens(table.camera().lens, 0.3);
    calibrate_table(&table.empty_frame().unwrap(), &lens, table.setup().sea_in, 2.0).unwrap().file
}

fn assert_all_there(table: &DemoTable, observations: &[Observation]) {
    for truth in table.truth() {
        let seen = observations.iter().find(|o| o.ship == truth.ship).unwrap();
        let off_in = seen.pose.stack.distance_in(truth.pose.stack);
        assert!(seen.seen && off_in < 0.2, "{} seen {} and {off_in:.2} in off", truth.ship, seen.seen);
    }
}

#[test]
fn a_hull_of_the_seas_colour_between_printed_waves_is_mustered() {
    let mut table = table(|setup| {
        let sea = setup.sea.colour;
        let dark = Colour(sea.0 / 3, sea.1 / 3, sea.2 / 3);
        let paint = &mut setup.fleet[0].paint;
        (paint.deck, paint.house, paint.hull) = (sea, sea, dark);
        setup.sea.print = demo::SeaPrint::Waves { length_in: 1.6 };
    });
    let picture = table.frame().unwrap();
    let fleet =
        learn_fleet(&picture, None, &table.camera(), CalibrationId("x".into()), &words(&table)).unwrap();
    assert_eq!(fleet.ships.len(), table.setup().fleet.len());
}

#[test]
fn a_camera_knocked_between_two_pictures_is_corrected_and_no_ship_is_lost() {
    let mut table = table(|_| ());
    let calibration = calibrated(&mut table);
    let picture = table.frame().unwrap();
    let fleet = learn_fleet(&picture, None, &calibration.camera(), calibration.id(), &words(&table)).unwrap();
    let mut series = Series::new(&calibration, &fleet).unwrap();
    let (drift, _) = series.observe(&picture, FrameId(1)).unwrap();
    assert!(!matches!(drift, Drift::Moved { .. }), "{drift:?}");
    table
        .rearrange(|setup| {
            setup.camera.position_in.0 += 0.3;
            setup.camera.looks_at.x_in -= 0.4;
        })
        .unwrap();
    let pose = Pose { stack: Point::new(30.0, 9.0), heading: Heading::from_deg(100.0) };
    table.place(&ShipId::new("virginia"), pose).unwrap();
    let (drift, reading) = series.observe(&table.frame().unwrap(), FrameId(2)).unwrap();
    assert!(drift.notice().is_some_and(|sentence| sentence.contains("moved")), "{drift:?}");
    assert_ne!(series.table().id(), calibration.id());
    assert_all_there(&table, &reading.observations);
}

#[test]
fn glare_that_moves_to_another_place_is_no_hand() {
    let mut table = table(|setup| setup.sea.gloss = 0.35);
    let picture = table.frame().unwrap();
    let calibration = calibrated(&mut table);
    let fleet = learn_fleet(&picture, None, &calibration.camera(), calibration.id(), &words(&table)).unwrap();
    let mut series = Series::new(&calibration, &fleet).unwrap();
    table
        .rearrange(|setup| {
            let (width, depth) = setup.sea_in;
            let lamp = &mut setup.light.lamp_in;
            (lamp.0, lamp.1) = (width - lamp.0, depth - lamp.1);
            setup.light.lamp_radius_in = 4.0;
        })
        .unwrap();
    let (_, reading) = series.observe(&table.frame().unwrap(), FrameId(1)).unwrap();
    assert!(reading.still, "glare was taken for a hand");
    assert_all_there(&table, &reading.observations);
}
