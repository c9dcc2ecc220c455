//! The demo table bumped, checked and calibrated anew, as the vision thread and the camera screen do it.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::check_stick::{bump, lay_stick};
use super::table_bench::{accuracy_view, table_words};
use super::vision::Eye;
use super::{Audience, LiveTable, Shared, lock};
use crate::cli::Opening;
use crate::folder::AppFolder;
use crate::table_wire::{ClickedPoint, DriftState, TableReportView, TableWay};
use battle::TableNews;
use calibration::{CARD_THICKNESS_IN, TableCamera, TableFile};
use geometry::{Point, Pose, ShipId};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tracking::LiveReading;
use tracking::source::{DemoHandle, Frame};

/// A bump must be told within a second of stillness. The picture rests at once; the demo table draws 30 frames a
/// second, and so many are looked at by then even where the machine keeps up with half of them.
const FRAMES_IN_A_SECOND: usize = 15;

/// Notes all news, and how far the places it was told lay from the truth.
#[derive(Default)]
struct Listener {
    news: Mutex<Vec<TableNews>>,
    truth: Mutex<Vec<(ShipId, Pose)>>,
    worst_in: Mutex<f64>,
}

impl Audience for Listener {
    fn sees(&self, reading: &LiveReading, _: &Frame, _: &str) {
        for (ship, pose) in lock(&self.truth).iter() {
            if let Some(seen) = reading.observations.iter().find(|seen| seen.ship == *ship) {
                let off_in = seen.pose.stack.distance_in(pose.stack);
                let mut worst_in = lock(&self.worst_in);
                *worst_in = worst_in.max(off_in);
            }
        }
    }
    fn hears(&self, news: TableNews, _: &Frame, _: &str) {
        lock(&self.news).push(news);
    }
    fn places(&self) -> Vec<(ShipId, Pose)> {
        Vec::new()
    }
    fn name_and_side(&self, ship: &ShipId) -> (String, String) {
        (ship.to_string(), String::new())
    }
}

/// The demo table under an eye that looks when it is told to.
struct Bench {
    shared: Arc<Shared>,
    eye: Eye,
    listener: Arc<Listener>,
    hand: DemoHandle,
    _folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let opening = Opening {
            source: Default::default(),
            table: None,
            fleet: None,
            campaign: None,
            data: None,
            demo_seed: 1,
        };
        let listener = Arc::new(Listener::default());
        let audience: Arc<dyn Audience> = listener.clone();
        let own = AppFolder::open(Some(folder.path().to_owned())).unwrap();
        let shared = Arc::new(Shared::open(&opening, own, audience).unwrap());
        let hand = shared.source().demo().unwrap();
        *lock(&listener.truth) = hand.truth().into_iter().map(|ship| (ship.ship, ship.pose)).collect();
        let mut bench = Self { shared, eye: Eye::closed(), listener, hand, _folder: folder };
        bench.look(6);
        bench
    }

    fn look(&mut self, frames: usize) {
        for _ in 0..frames {
            let frame = self.shared.source().wait_newer(self.eye.last, Duration::from_secs(20)).unwrap();
            self.eye.look(&self.shared, &frame);
        }
    }

    /// Looks until there is news; after how many frames.
    fn until_news(&mut self) -> usize {
        (1..=60)
            .find(|_| {
                self.look(1);
                !lock(&self.listener.news).is_empty()
            })
            .unwrap()
    }

    fn table(&self) -> Arc<TableFile> {
        lock(&self.shared.bench).table.clone().unwrap()
    }

    fn calibrate(&self, way: &TableWay, guess_lens: bool) -> TableReportView {
        let frame = self.shared.newest().unwrap();
        lock(&self.shared.bench).calibrate_table(&frame.image, &table_words(way), guess_lens, None).unwrap()
    }
}

/// The farthest that a table's camera reads a place from where the true camera sees it.
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

#[test]
fn a_bumped_camera_is_noticed_within_a_second_and_places_stay_right() {
    let mut bench = Bench::new();
    let before = bench.table();
    assert_eq!(bench.eye.view(&bench.shared).drift.unwrap().state, DriftState::Steady);
    bump(&bench.hand).unwrap();
    let uncorrected_in = worst_place_in(&before, &bench.hand.camera());
    let frames = bench.until_news();
    assert!(frames <= FRAMES_IN_A_SECOND, "noticed after {frames} frames");
    let news = lock(&bench.listener.news).clone();
    let [TableNews::Moved(moved)] = &news[..] else { panic!("{news:?}") };
    assert!((moved.largest_in - uncorrected_in).abs() < 0.15 * uncorrected_in, "{moved:?}, {uncorrected_in}");
    assert_eq!((moved.cards.len(), &moved.from), (4, &before.id().0));

    let table = bench.table();
    assert_eq!(moved.to, table.id().0);
    let corrected_in = worst_place_in(&table, &bench.hand.camera());
    assert!(corrected_in < 0.05 && corrected_in < 0.2 * uncorrected_in, "{uncorrected_in} to {corrected_in}");
    bench.look(6);
    let view = bench.eye.view(&bench.shared);
    assert_eq!(view.drift.unwrap().state, DriftState::Corrected);
    assert!(view.notices.iter().any(|notice| notice.contains("moved")), "{:?}", view.notices);
    assert!(view.ships.len() == 6 && view.ships.iter().all(|ship| ship.seen), "{:?}", view.ships);
    let worst_in = *lock(&bench.listener.worst_in);
    assert!(worst_in < 0.1, "a place {worst_in} in off the truth was told");
    assert_eq!(lock(&bench.listener.news).len(), 1, "told once");
}

#[test]
fn a_card_that_was_pushed_is_named_once_and_nothing_else_changes() {
    let mut bench = Bench::new();
    let before = bench.table();
    bench.hand.rearrange(|setup| setup.cards[2].middle.x_in -= 0.5).unwrap();
    bench.until_news();
    bench.look(4);
    let news = lock(&bench.listener.news).clone();
    let [TableNews::Card(card)] = &news[..] else { panic!("{news:?}") };
    assert!(card.card.contains("(2)") && (card.moved_in - 0.5).abs() < 0.05, "{card:?}");
    assert_eq!(bench.eye.view(&bench.shared).drift.unwrap().state, DriftState::CardMoved);
    assert!(Arc::ptr_eq(&before, &bench.table()));
}

#[test]
fn the_stick_measures_a_foot_on_the_demo_table_and_a_wrong_ruler_shows() {
    let mut bench = Bench::new();
    let live = LiveTable(Arc::clone(&bench.shared));
    let missing = live.check_stick(12.0, 0.0).unwrap_err().sentence;
    assert!(missing.contains("not seen"), "{missing}");
    lay_stick(&bench.hand, true).unwrap();
    bench.look(3);
    let (view, checked) = live.check_stick(12.0, 0.0).unwrap();
    assert!((view.measured_in - 12.0).abs() < 0.03 && view.agrees, "{view:?}");
    assert_eq!((view.ends_px.len(), checked.grade.as_str()), (2, view.grade.as_str()));
    let (bent, _) = live.check_stick(12.4, 0.0).unwrap();
    assert!(!bent.agrees && bent.grade == "poor", "{bent:?}");
    lay_stick(&bench.hand, false).unwrap();
    bench.look(3);
    assert!(live.check_stick(12.0, 0.0).is_err());
}

#[test]
fn a_table_is_calibrated_from_cards_anywhere_and_from_tape_points() {
    let bench = Bench::new();
    let camera = bench.hand.camera();
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
    let report = bench.calibrate(&drawn, false);
    assert!((report.size_in.0 - 48.0).abs() < 0.3 && (report.size_in.1 - 26.0).abs() < 0.2, "{report:?}");
    assert_eq!(report.doubts.len(), 1, "49 in was typed for 48: {report:?}");
    let quick = bench.calibrate(&drawn, true);
    assert!(quick.quick_start && quick.grade == "coarse", "{quick:?}");

    let corners = [(0.0, 0.0), (60.0, 0.0), (60.0, 36.0), (0.0, 36.0), (30.0, 18.0), (15.0, 27.0)];
    let points = corners
        .map(|(x_in, y_in)| ClickedPoint { at_px: pixel(x_in, y_in, CARD_THICKNESS_IN), x_in, y_in })
        .to_vec();
    let tape = bench.calibrate(&TableWay::Points { width_in: 60.0, height_in: 36.0, points }, false);
    assert!(tape.residual_in < 0.05, "{tape:?}");
    assert!(worst_place_in(&bench.table(), &camera) < 0.1);
    let accuracy = accuracy_view(&bench.table());
    assert_eq!(accuracy.cells.len(), 20 * 12);
    assert!(accuracy.best_in > 0.0 && accuracy.best_in <= accuracy.worst_in && accuracy.worst_in < 0.3);
}
