//! Tests with folders of pictures: a session that continues a battle, and one with pictures that do not fit the table.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::files::app_folder::AppFolder;
use crate::ipc::messages::{LiveShip, LiveView};
use crate::table_session::fixtures::opening;
use crate::table_session::session::table_session::TableSession;
use crate::table_session::tests::stepped_table::{look_once, view_of};
use crate::table_session::{BattleRecord, CalibratedTable, Epoch, FrameTrigger, LiveTable};
use battle::TableNews;
use calibration::{LensFile, TableInput};
use demo::{DemoTable, TableSetup};
use geometry::{Heading, Point, Pose, ShipId};
use opencv::core::{Mat, Size, Vector};
use opencv::{imgcodecs, imgproc};
use std::collections::BTreeMap;
use std::sync::Arc;
use tracking::source::Frame;
use tracking::{FleetAnnotation, LiveReading};

const TWINS: [&str; 2] = ["essex", "cairo"];

/// A battle record that knows where the battle left its ships.
struct Record(Vec<(ShipId, Pose)>);

impl BattleRecord for Record {
    fn sees(&self, _: Epoch, _: &LiveReading, _: &Frame, _: &str) {}
    fn hears(&self, _: Epoch, _: TableNews, _: &Frame, _: &str) {}
    fn follow(&self, _: Epoch) {}
    fn places(&self) -> Vec<(ShipId, Pose)> {
        self.0.clone()
    }
    fn name_and_side(&self, ship: &ShipId) -> (String, String) {
        (ship.to_string(), String::new())
    }
}

fn pose(x_in: f64, y_in: f64, heading_deg: f64) -> Pose {
    Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(heading_deg) }
}

/// A table with two models of the same kind and colour among others, calibrated, mustered and saved to the app's
/// folder.
fn evening_before(seed: u64) -> (DemoTable, tempfile::TempDir) {
    let mut setup = TableSetup::standard(seed);
    let model = setup.fleet.iter().position(|ship| ship.id.as_str() == "congress").unwrap();
    let model = setup.fleet.remove(model);
    setup.fleet.truncate(4);
    let others = [(30.0, 12.0), (24.0, 18.0), (36.0, 19.0), (29.0, 25.0)];
    for (ship, (x_in, y_in)) in setup.fleet.iter_mut().zip(others) {
        ship.pose = pose(x_in, y_in, 60.0);
    }
    for (name, x_in) in TWINS.into_iter().zip([10.0, 50.0]) {
        setup.fleet.push(demo::DemoShip {
            id: ShipId::new(name),
            pose: pose(x_in, 12.0, 0.0),
            ..model.clone()
        });
    }
    let mut table = DemoTable::new(setup).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let own = AppFolder::open(Some(folder.path().to_owned())).unwrap();
    let picture = table.frame().unwrap();
    let lens = LensFile::from_lens(table.camera().lens, 0.0);
    let mut calibrated = CalibratedTable { lens: Some(lens), ..CalibratedTable::default() };
    let words = TableInput::CornerCards { size_in: (60.0, 36.0), card_in: 2.0, heights_in: BTreeMap::new() };
    calibrated.calibrate_table(&picture, &words, false).unwrap();
    let words = serde_json::to_string(&table.fleet_annotation()).unwrap();
    calibrated.muster(&picture, None, &FleetAnnotation::from_json(&words).unwrap()).unwrap();
    calibrated.write(&CalibratedTable::default(), &own).unwrap();
    (table, folder)
}

/// The app opened on a folder of pictures.
struct Evening {
    session: Arc<TableSession>,
    _live: LiveTable,
    _pictures: tempfile::TempDir,
    _own: tempfile::TempDir,
}

impl Evening {
    fn on(pictures: &[&Mat], own: tempfile::TempDir, places: Vec<(ShipId, Pose)>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (at, picture) in pictures.iter().enumerate() {
            let path = folder.path().join(format!("{at:02}.png"));
            assert!(imgcodecs::imwrite(path.to_str().unwrap(), *picture, &Vector::new()).unwrap());
        }
        let mut opening = opening(1);
        opening.source.pictures = Some(folder.path().to_owned());
        let app = AppFolder::open(Some(own.path().to_owned())).unwrap();
        let live = LiveTable::open(&opening, app, Arc::new(Record(places)), FrameTrigger::OnRequest).unwrap();
        let session = live.session();
        look_once(&session);
        Self { session, _live: live, _pictures: folder, _own: own }
    }

    fn step(&mut self, by: i32) {
        self.session.step_picture(by).unwrap();
        look_once(&self.session);
    }

    fn view(&self) -> LiveView {
        view_of(&self.session)
    }

    fn notices(&self) -> Vec<String> {
        self.view().notices
    }

    fn ships(&self) -> Vec<LiveShip> {
        self.view().ships
    }

    fn off_in(&self, table: &DemoTable, ship: &LiveShip) -> f64 {
        let truth = table.truth().into_iter().find(|truth| truth.ship.as_str() == ship.id).unwrap();
        truth.pose.stack.distance_in(Point::new(ship.x_in, ship.y_in))
    }
}

/// Moves every ship; each twin to a place right ahead of where the other one was mustered.
fn move_all(table: &mut DemoTable) {
    let ships: Vec<ShipId> = table.truth().into_iter().map(|truth| truth.ship).collect();
    let later = [(54.0, 31.0, 200.0), (6.0, 29.0, 80.0), (30.0, 31.0, 310.0), (27.0, 5.0, 10.0)];
    for (ship, (x_in, y_in, heading_deg)) in ships.iter().zip(later) {
        table.place(ship, pose(x_in, y_in, heading_deg)).unwrap();
    }
    for (name, x_in) in TWINS.into_iter().zip([50.0, 10.0]) {
        table.place(&ShipId::new(name), pose(x_in, 17.0, 10.0)).unwrap();
    }
}

#[test]
fn a_battle_taken_up_another_evening_goes_on_where_it_was_left_and_not_at_the_muster() {
    let (mut table, own) = evening_before(91);
    move_all(&mut table);
    let left = table.truth().into_iter().map(|truth| (truth.ship, truth.pose)).collect();
    let evening = Evening::on(&[&table.frame().unwrap()], own, left);
    let ships = evening.ships();
    assert_eq!(ships.len(), 6);
    for ship in &ships {
        let off_in = evening.off_in(&table, ship);
        assert!(ship.sure && off_in < 0.15, "{off_in}: {ship:?}");
    }
}

#[test]
fn where_no_battle_knows_its_ships_twins_are_asked_about() {
    let (mut table, own) = evening_before(92);
    move_all(&mut table);
    let evening = Evening::on(&[&table.frame().unwrap()], own, Vec::new());
    let view = evening.view();
    let twins = || view.ships.iter().filter(|ship| TWINS.contains(&ship.id.as_str()));
    assert!(twins().count() == 2 && twins().all(|ship| !ship.sure && ship.name_doubt), "{view:?}");
    let asked = |ships: &[String]| TWINS.iter().all(|name| ships.iter().any(|ship| ship == name));
    assert!(view.questions.iter().any(|question| asked(&question.ships)), "{:?}", view.questions);
}

#[test]
fn a_picture_of_another_size_is_left_out_and_tracking_goes_on_after_it() {
    let (mut table, own) = evening_before(93);
    let first = table.frame().unwrap();
    let mut turned = Mat::default();
    imgproc::resize(&first, &mut turned, Size::new(640, 480), 0.0, 0.0, imgproc::INTER_AREA).unwrap();
    table.place(&ShipId::new(TWINS[0]), pose(14.0, 15.0, 40.0)).unwrap();
    let second = table.frame().unwrap();
    // The folder begins with a picture that does not fit.
    let mut evening = Evening::on(&[&turned, &first, &turned, &second], own, Vec::new());
    let is_told =
        |evening: &Evening| evening.notices().iter().filter(|word| word.contains("640x480")).count();
    assert!(is_told(&evening) == 1 && evening.ships().is_empty());
    evening.step(1);
    assert!(evening.notices().is_empty() && evening.ships().len() == 6, "{:?}", evening.notices());
    evening.step(1);
    assert_eq!((is_told(&evening), evening.ships().len()), (1, 6), "{:?}", evening.notices());
    evening.step(1);
    assert_eq!(evening.notices(), Vec::<String>::new());
    for ship in evening.ships() {
        let off_in = evening.off_in(&table, &ship);
        assert!(ship.seen && ship.sure && off_in < 0.15, "{off_in}: {ship:?}");
    }
}
