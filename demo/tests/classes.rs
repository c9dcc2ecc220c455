//! Classes of tables: each is what its name says, the same for the same seed, and changes as it should.
#![allow(clippy::unwrap_used, reason = "the exemption for tests does not reach their helper functions")]

use demo::{DemoTable, SetPlan, TableClass, TableSetup, TruthPicture, write_class_set};
use geometry::{Heading, Point, Pose};
use opencv::core::{Mat, MatTraitConstManual};
use std::fs;

#[test]
fn every_class_is_the_same_for_the_same_seed_and_seen_well() {
    for class in TableClass::ALL {
        for seed in 0..12 {
            let setup = TableSetup::of_class(class, seed);
            assert_eq!(setup, TableSetup::of_class(class, seed), "{}", class.name());
            assert_ne!(setup, TableSetup::of_class(class, seed + 100), "{}", class.name());
            let middle = Point::new(setup.sea_in.0 / 2.0, setup.sea_in.1 / 2.0);
            assert!(setup.camera.table_camera().px_per_in(middle).unwrap() >= 20.0, "{}", class.name());
            assert!((5..=7).contains(&setup.fleet.len()), "{}", class.name());
            let lengths = setup.fleet.iter().map(|ship| ship.length_in);
            assert!(lengths.clone().all(|length| (0.5..=7.0).contains(&length)), "{}", class.name());
            let decks: Vec<f64> = setup.fleet.iter().map(|ship| ship.deck_height_in).collect();
            assert!(decks.iter().all(|deck| (0.02..=0.75).contains(deck)), "{}: {decks:?}", class.name());
        }
    }
}

#[test]
fn only_the_classes_of_changes_change_and_never_the_muster() {
    use TableClass::{Dusk, ExposureSteps, FocusBreathing, LampSwitched, NudgedCamera};
    for class in TableClass::ALL {
        let began = TableSetup::of_class(class, 3);
        assert_eq!(class.in_picture(&began, 0), began, "{}", class.name());
        let now = class.in_picture(&began, 3);
        assert_eq!(now, class.in_picture(&began, 3), "{}", class.name());
        let light = matches!(class, LampSwitched | Dusk | ExposureSteps);
        let camera = matches!(class, FocusBreathing | NudgedCamera);
        assert_eq!(now.light != began.light, light, "{}", class.name());
        assert_eq!(now.camera != began.camera, camera, "{}", class.name());
        assert_eq!((now.fleet, now.sea, now.sensor), (began.fleet, began.sea, began.sensor));
    }
    for seed in 0..20 {
        let began = TableSetup::of_class(FocusBreathing, seed);
        let breath = FocusBreathing.in_picture(&began, 4).camera.focal_px / began.camera.focal_px - 1.0;
        assert!(breath.abs() <= 0.003, "{breath}");
        let began = TableSetup::of_class(NudgedCamera, seed);
        let (before, after) =
            (began.camera.table_camera(), NudgedCamera.in_picture(&began, 2).camera.table_camera());
        let moved_in = (after.position_in - before.position_in).norm();
        let turned = (after.camera_from_table * before.camera_from_table.transpose()).trace();
        let turned_deg = ((turned - 1.0) / 2.0).clamp(-1.0, 1.0).acos().to_degrees();
        let nudged = (moved_in - 0.3).abs() < 1e-6 || (0.15..0.31).contains(&turned_deg);
        assert!(nudged, "{moved_in} in, {turned_deg} degrees");
    }
}

fn quiet(mut setup: TableSetup) -> TableSetup {
    setup.sensor.noise_codes = 0.0;
    setup.at_size(960, 540)
}

/// Every ship somewhere on the table, apart from the others.
fn set_out(setup: &mut TableSetup) {
    let (width, depth) = setup.sea_in;
    for (ship, at) in setup.fleet.iter_mut().zip(0_u8..) {
        let (column, row) = (f64::from(at % 3), f64::from(at / 3));
        ship.pose = Pose {
            stack: Point::new((0.2 + 0.3 * column) * width, (0.2 + 0.3 * row) * depth),
            heading: Heading::from_deg(40.0 * f64::from(at)),
        };
    }
}

fn differing(a: &Mat, b: &Mat) -> usize {
    let (a, b) = (a.data_bytes().unwrap(), b.data_bytes().unwrap());
    a.iter().zip(b).filter(|(a, b)| a.abs_diff(**b) > 6).count()
}

#[test]
fn a_rigged_ship_drawn_in_parts_is_as_if_drawn_at_once_and_reaches_beyond_her_sides() {
    let mut setup = quiet(TableSetup::of_class(TableClass::Sails1To600, 2));
    set_out(&mut setup);
    let mut bare = setup.clone();
    bare.fleet.iter_mut().for_each(|ship| ship.rig = None);
    let (mut rigged, mut without) = (DemoTable::new(setup.clone()).unwrap(), DemoTable::new(bare).unwrap());
    let (at_once, hulls) = (rigged.frame().unwrap(), without.frame().unwrap());
    assert!(differing(&at_once, &hulls) > 1500, "masts and yards are seen");
    let home = setup.fleet[1].pose;
    rigged.place(&setup.fleet[1].id, Pose { stack: Point::new(home.stack.x_in, 31.0), ..home }).unwrap();
    rigged.frame().unwrap();
    rigged.place(&setup.fleet[1].id, home).unwrap();
    assert_eq!(differing(&rigged.frame().unwrap(), &at_once), 0, "the moved ship leaves traces");
}

#[test]
fn a_second_lamp_adds_light_and_shadows_of_its_own() {
    let mut began = quiet(TableSetup::of_class(TableClass::LampSwitched, 4));
    set_out(&mut began);
    let mut dark = DemoTable::new(began.clone()).unwrap();
    let mut lit = DemoTable::new(TableClass::LampSwitched.in_picture(&began, 2)).unwrap();
    let (dark, lit) = (dark.frame().unwrap(), lit.frame().unwrap());
    let brighter = dark.data_bytes().unwrap().iter().zip(lit.data_bytes().unwrap()).all(|(a, b)| a <= b);
    assert!(brighter && differing(&dark, &lit) > 100_000);
}

#[test]
fn a_set_of_sisters_moves_in_line_and_its_pictures_follow_the_class() {
    let folder = tempfile::tempdir().unwrap();
    let plan = SetPlan { turns: 2, lens_views: 0, seed: 1 };
    write_class_set(TableClass::SistersInLine, &plan, folder.path()).unwrap();
    let truth = |stem: &str| -> TruthPicture {
        let text = fs::read(folder.path().join(format!("{stem}.truth.json"))).unwrap();
        serde_json::from_slice(&text).unwrap()
    };
    for stem in ["muster", "turn01", "turn02"] {
        let ships = truth(stem).ships;
        let gaps = ships[..5].windows(2).map(|pair| {
            let [ahead, astern] = [pair[0].hull_centre, pair[1].hull_centre];
            (ahead[0] - astern[0]).hypot(ahead[1] - astern[1]) / pair[0].base.unwrap()[0]
        });
        assert!(gaps.clone().all(|gap| (1.1..1.8).contains(&gap)), "{stem}: {:?}", gaps.collect::<Vec<_>>());
    }
    let unmarked = TableSetup::of_class(TableClass::SistersInLine, 1);
    assert_eq!(unmarked.fleet[..5].iter().filter(|ship| ship.mark.is_none()).count(), 2);
}
