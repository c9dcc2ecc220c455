//! The demo table bumped, checked and calibrated anew, as the vision thread and the camera screen do it.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::files::app_folder::AppFolder;
use crate::ipc::messages::{HandWord, LiveView, Presence, SourceView};
use crate::ipc::shore::ShoreAsk;
use crate::ipc::table::{ClickedPoint, DriftState, TableReportView, TableWay};
use crate::opening::{DemoChoice, Opening};
use crate::table_session::calibrate::check_stick::{bump, lay_stick};
use crate::table_session::calibrate::table::{accuracy_view, table_words};
use crate::table_session::observe::vision_thread::{Eye, tells_more};
use crate::table_session::{Audience, Generation, LiveTable, Shared, lock};
use battle::{ReadingCorrected, TableNews};
use calibration::{CARD_THICKNESS_IN, TableCamera, TableFile, TableInput};
use geometry::{Point, Pose, ShipId};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Duration;
use tracking::LiveReading;
use tracking::source::{DemoHandle, Frame};

/// A bump must be told within a second of stillness. The picture rests at once; the demo table draws 30 frames a
/// second, and so many are looked at by then even where the machine keeps up with half of them.
const FRAMES_IN_A_SECOND: usize = 15;

/// Notes all news, and how far the places it was told lay from the truth.
#[derive(Default)]
pub(super) struct Listener {
    news: Mutex<Vec<TableNews>>,
    /// Of which tables the readings were.
    pub(super) made_for: Mutex<Vec<Generation>>,
    /// The table that counts.
    pub(super) follows: Mutex<Generation>,
    pub(super) truth: Mutex<Vec<(ShipId, Pose)>>,
    worst_in: Mutex<f64>,
    /// How many ships it was told last that surely stand where they are said to.
    sure: Mutex<usize>,
    /// The record knows that these are lost.
    lost: Mutex<Vec<ShipId>>,
    /// Why the record can't keep what it is told.
    trouble: Mutex<Option<String>>,
    /// The table it listens to.
    table: OnceLock<Weak<Shared>>,
}

impl Listener {
    /// The record is kept by others at the same time, who ask the table for its picture while they do: whoever held
    /// anything of the table while telling the record would wait for them for ever.
    fn nothing_is_held(&self) {
        let Some(table) = self.table.get().and_then(Weak::upgrade) else { return };
        assert!(table.table.try_lock().is_ok(), "the table is held");
    }
}

impl Audience for Listener {
    fn sees(&self, made_for: Generation, reading: &LiveReading, _: &Frame, _: &str) {
        self.nothing_is_held();
        lock(&self.made_for).push(made_for);
        *lock(&self.sure) = reading.observations.iter().filter(|seen| seen.sure).count();
        for (ship, pose) in lock(&self.truth).iter() {
            if let Some(seen) = reading.observations.iter().find(|seen| seen.ship == *ship) {
                let off_in = seen.pose.stack.distance_in(pose.stack);
                let mut worst_in = lock(&self.worst_in);
                *worst_in = worst_in.max(off_in);
            }
        }
    }
    fn hears(&self, _: Generation, news: TableNews, _: &Frame, _: &str) {
        self.nothing_is_held();
        lock(&self.news).push(news);
    }
    fn follow(&self, generation: Generation) {
        self.nothing_is_held();
        *lock(&self.follows) = generation;
    }
    fn places(&self) -> Vec<(ShipId, Pose)> {
        self.nothing_is_held();
        Vec::new()
    }
    fn name_and_side(&self, ship: &ShipId) -> (String, String) {
        self.nothing_is_held();
        (ship.to_string(), String::new())
    }
    fn is_lost(&self, ship: &ShipId) -> bool {
        self.nothing_is_held();
        lock(&self.lost).contains(ship)
    }
    fn trouble(&self) -> Option<String> {
        self.nothing_is_held();
        lock(&self.trouble).clone()
    }
}

/// The demo table under an eye that looks when it is told to.
pub(super) struct Bench {
    pub(super) shared: Arc<Shared>,
    pub(super) eye: Eye,
    pub(super) listener: Arc<Listener>,
    pub(super) hand: DemoHandle,
    pub(super) folder: tempfile::TempDir,
}

/// The demo table, as the app opens it.
pub(super) fn opening() -> Opening {
    Opening {
        source: Default::default(),
        table: None,
        fleet: None,
        campaign: None,
        data: None,
        demo: DemoChoice { demo_seed: 1, demo_six_a_side: false },
        answer_dialogs: Vec::new(),
    }
}

impl Bench {
    pub(super) fn new() -> Self {
        Self::in_folder(tempfile::tempdir().unwrap())
    }

    fn in_folder(folder: tempfile::TempDir) -> Self {
        let opening = opening();
        let listener = Arc::new(Listener::default());
        let audience: Arc<dyn Audience> = listener.clone();
        let own = AppFolder::open(Some(folder.path().to_owned())).unwrap();
        let shared = Arc::new(Shared::open(&opening, own, audience).unwrap());
        listener.table.set(Arc::downgrade(&shared)).unwrap();
        let hand = shared.source().demo().unwrap();
        *lock(&listener.truth) = hand.truth().into_iter().map(|ship| (ship.ship, ship.pose)).collect();
        let mut bench = Self { shared, eye: Eye::closed(), listener, hand, folder };
        bench.look(6);
        bench
    }

    pub(super) fn look(&mut self, frames: usize) {
        for _ in 0..frames {
            let frame = self.shared.source().wait_newer(self.eye.last, Duration::from_secs(20)).unwrap();
            self.eye.look(&self.shared, &frame);
        }
    }

    /// Sends what is seen now to the windows.
    pub(super) fn send(&mut self) {
        let view = self.eye.view(&self.shared);
        self.eye.send(&self.shared, view);
    }

    /// Looks until there is news; after how many frames.
    pub(super) fn until_news(&mut self) -> usize {
        (1..=60)
            .find(|_| {
                self.look(1);
                !lock(&self.listener.news).is_empty()
            })
            .unwrap()
    }

    pub(super) fn table(&self) -> Arc<TableFile> {
        self.shared.table().bench.table.clone().unwrap()
    }

    fn calibrate(&self, way: &TableWay, guess_lens: bool) -> TableReportView {
        let frame = self.shared.newest().unwrap();
        self.shared.table().bench.calibrate_table(&frame.image, &table_words(way), guess_lens).unwrap()
    }
}

#[test]
fn the_demo_table_stands_as_it_was_left_on_another_evening() {
    let bench = Bench::new();
    let live = LiveTable(Arc::clone(&bench.shared));
    let first = bench.hand.truth().swap_remove(0);
    let at = |east_in: f64| {
        let grip = Point::new(first.pose.stack.x_in + east_in, first.pose.stack.y_in);
        let pixel = bench.hand.camera().pixel_from_table(grip, 0.12).unwrap();
        (pixel.x_px, pixel.y_px)
    };
    assert_eq!(live.hand_grab(at(0.0)).unwrap(), Some(first.ship.to_string()));
    live.hand_drag(at(1.5)).unwrap();
    live.hand_release().unwrap();
    let places = |bench: &Bench| -> BTreeMap<ShipId, Pose> {
        bench.hand.truth().into_iter().map(|standing| (standing.ship, standing.pose)).collect()
    };
    let left = places(&bench);
    assert!((left[&first.ship].stack.x_in - first.pose.stack.x_in - 1.5).abs() < 0.01);
    drop(live);
    assert_eq!(places(&Bench::in_folder(bench.folder)), left);
}

#[test]
fn a_ship_picked_up_is_off_the_table_until_she_is_seen_again_and_a_wreck_is_not_asked_about() {
    let mut bench = Bench::new();
    lock(&bench.listener.truth).clear();
    let live = LiveTable(Arc::clone(&bench.shared));
    let all = bench.hand.setup().fleet;
    let ship = all[0].id.clone();
    let lift = |bench: &mut Bench, gone: bool| {
        let fleet = all.iter().filter(|other| !gone || other.id != ship).cloned().collect();
        bench.hand.rearrange(|setup| setup.fleet = fleet).unwrap();
        bench.look(8);
        let view = bench.eye.view(&bench.shared);
        view.ships.iter().find(|seen| seen.id == ship.to_string()).unwrap().presence
    };
    assert_eq!(lift(&mut bench, true), Presence::Missing, "asked: sunk? picked up?");
    let (_, logged) = live.tell(&HandWord::OffTable { ship: ship.to_string() }).unwrap();
    assert_eq!(logged, Some(ReadingCorrected::TakenOff { ship: ship.clone() }));
    assert_eq!(lift(&mut bench, true), Presence::Off);
    assert_eq!(lift(&mut bench, false), Presence::Seen);
    assert_eq!(lift(&mut bench, true), Presence::Missing, "what was said of her then does not hold now");
    lock(&bench.listener.lost).push(ship.clone());
    assert_eq!(lift(&mut bench, true), Presence::Off, "her wreck was taken away");
}

#[test]
fn a_bank_that_was_pushed_is_asked_about_and_its_new_outline_taken() {
    let mut bench = Bench::new();
    let live = LiveTable(Arc::clone(&bench.shared));
    let place = |off_in: f64| {
        let corner = |x_in: f64, y_in: f64| Point::new(x_in + off_in, y_in);
        vec![
            corner(21.0, 26.0),
            corner(27.0, 26.0),
            corner(28.0, 29.0),
            corner(24.0, 31.0),
            corner(21.0, 29.0),
        ]
    };
    let lay = |bench: &mut Bench, off_in: f64| {
        let bank = demo::Bank { outline: place(off_in), height_in: 0.25, colour: demo::Colour(150, 120, 70) };
        bench.hand.rearrange(|setup| setup.banks = vec![bank]).unwrap();
        bench.look(8);
    };
    lay(&mut bench, 0.0);
    let found = live.shore(&ShoreAsk::ProposeAll { height_in: 0.25 }).unwrap();
    assert_eq!(found.pieces.len(), 1, "{found:?}");
    let words = found.pieces[0].words.clone();
    let id = words.id.clone();
    live.shore(&ShoreAsk::Take { words }).unwrap();
    // How far the worst corner of the bank lies from the outline's nearest one.
    let off_in = |live: &LiveTable, truth: &[Point]| {
        let outline = live.terrain().remove(0).outline;
        let nearest_in = |corner: &Point| {
            outline.iter().map(|other| other.distance_in(*corner)).fold(f64::INFINITY, f64::min)
        };
        truth.iter().map(nearest_in).fold(0.0, f64::max)
    };
    assert!(off_in(&live, &place(0.0)) < 0.3);
    let still = live.shore(&ShoreAsk::Review).unwrap();
    assert!(still.pieces[0].news.is_none(), "{:?}", still.pieces[0].news);
    lay(&mut bench, 1.5);
    let moved = live.shore(&ShoreAsk::Review).unwrap();
    let news = moved.pieces[0].news.clone().unwrap();
    assert!(news.sentence.contains("take the new outline?") && news.outline_px.is_some(), "{news:?}");
    live.shore(&ShoreAsk::TakeNew { id }).unwrap();
    assert!(off_in(&live, &place(1.5)) < 0.3, "{:?}", live.terrain());
}

/// The first two ships, painted and shaped alike from now on, with every ship mustered anew.
fn make_twins(bench: &mut Bench) -> [ShipId; 2] {
    bench
        .hand
        .rearrange(|setup| {
            let (pose, id) = (setup.fleet[1].pose, setup.fleet[1].id.clone());
            setup.fleet[1] = demo::DemoShip { id, pose, ..setup.fleet[0].clone() };
        })
        .unwrap();
    bench.look(3);
    bench.shared.table().bench.fleet = None;
    bench.eye = Eye::closed();
    bench.look(6);
    let truth = bench.hand.truth();
    [truth[0].ship.clone(), truth[1].ship.clone()]
}

#[test]
fn a_doubt_outlives_a_bump_of_the_camera() {
    let mut bench = Bench::new();
    lock(&bench.listener.truth).clear();
    let [one, other] = make_twins(&mut bench);
    let asked = |bench: &Bench| {
        let view = bench.eye.view(&bench.shared);
        let about =
            |ship: &ShipId| view.questions.iter().any(|question| question.ships.contains(&ship.to_string()));
        about(&one) && about(&other)
    };
    assert!(!asked(&bench), "they were told apart at the muster");
    let truth = bench.hand.truth();
    let place = |id: &ShipId| truth.iter().find(|ship| ship.ship == *id).unwrap().pose;
    let (here, there) = (place(&one), place(&other));
    // Both are moved at once, each to a place as far from where the one stood as from where the other did: nobody saw
    // which went where.
    let way = here.stack.heading_to(there.stack);
    let middle = here.stack.moved(way, here.stack.distance_in(there.stack) / 2.0);
    for (ship, side_in) in [(&one, 3.0), (&other, -3.0)] {
        let stack = middle.moved(way.turned(std::f64::consts::FRAC_PI_2), side_in);
        bench.hand.place(ship, Pose { stack, heading: here.heading }).unwrap();
    }
    bench.look(8);
    assert!(asked(&bench), "{:?}", bench.eye.view(&bench.shared).questions);
    bump(&bench.hand).unwrap();
    bench.until_news();
    bench.look(8);
    assert!(asked(&bench), "the camera's correction settled it in silence");
}

#[test]
fn ships_and_banks_stay_where_they_are_when_the_playing_area_is_drawn_anew() {
    let mut bench = Bench::new();
    let live = LiveTable(Arc::clone(&bench.shared));
    let camera = bench.hand.camera();
    let pixel = |x_in: f64, y_in: f64| {
        let seen = camera.pixel_from_table(Point::new(x_in, y_in), 0.0).unwrap();
        (seen.x_px, seen.y_px)
    };
    let line_px = [(40.0, 24.0), (46.0, 24.0), (46.0, 28.0), (40.0, 28.0)].map(|(x, y)| pixel(x, y)).to_vec();
    let traced = live.shore(&ShoreAsk::Trace { line_px, height_in: 0.0 }).unwrap();
    let words = traced.pieces[0].words.clone();
    live.shore(&ShoreAsk::Take { words }).unwrap();
    // How finely a bent edge is drawn depends on its length in inches: the rectangle around it does not.
    let outline_px = |live: &LiveTable| {
        let line = live.shore(&ShoreAsk::Look).unwrap().pieces[0].foot_px.clone();
        let most = |of: fn(&(f64, f64)) -> f64| line.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        [(most(|p| -p.0), most(|p| -p.1)), (most(|p| p.0), most(|p| p.1))]
    };
    let bank_px = outline_px(&live);
    let stacks_px = |bench: &Bench| -> Vec<(f64, f64)> {
        bench.eye.view(&bench.shared).ships.iter().map(|ship| ship.stack_px).collect()
    };
    let (before_px, before_in) = (stacks_px(&bench), bench.shared.table().observations.clone());
    lock(&bench.listener.truth).clear();

    let drawn = |corners: [(f64, f64); 4]| TableWay::FreeCards {
        card_in: 2.0,
        raised: Vec::new(),
        corners_px: corners.map(|(x, y)| pixel(x, y)),
        typed_in: None,
        trust_sides: false,
        stick_in: None,
    };
    let smaller = drawn([(4.0, 3.0), (57.0, 5.0), (56.0, 34.0), (3.0, 32.0)]);
    let (report, area) = live.calibrate_table(&table_words(&smaller), false).unwrap();
    let (area, _) = area.unwrap();
    assert_eq!((area.before_in, area.after_in), ((60.0, 36.0), report.size_in));
    let change = area.change;
    bench.eye = Eye::closed();
    bench.look(6);
    let apart = |one: &[(f64, f64)], other: &[(f64, f64)]| {
        assert_eq!(one.len(), other.len());
        one.iter().zip(other).map(|(a, b)| (a.0 - b.0).hypot(a.1 - b.1)).fold(0.0, f64::max)
    };
    assert!(apart(&before_px, &stacks_px(&bench)) < 1.5, "a ship is drawn elsewhere");
    assert!(apart(&bank_px, &outline_px(&live)) < 1.5, "the bank is drawn elsewhere");
    for (was, is) in before_in.iter().zip(bench.shared.table().observations.iter()) {
        assert_eq!(was.ship, is.ship);
        let there = change.pose(was.pose).stack;
        assert!(there.distance_in(is.pose.stack) < 0.1 && is.sure, "{}: {there:?}, {is:?}", is.ship);
        assert!(was.pose.stack.distance_in(is.pose.stack) > 2.0);
    }
    // And back again.
    let corners =
        TableInput::CornerCards { size_in: (60.0, 36.0), card_in: 2.0, heights_in: BTreeMap::new() };
    live.calibrate_table(&corners, false).unwrap();
    let bank = live.terrain().remove(0);
    assert!(bank.outline[0].distance_in(Point::new(40.0, 24.0)) < 0.1, "{bank:?}");
}

#[test]
fn what_only_counts_on_is_no_news_and_a_battle_played_on_is() {
    let mut bench = Bench::new();
    let before = bench.eye.view(&bench.shared);
    bench.look(3);
    let later = bench.eye.view(&bench.shared);
    assert!(later.frame > before.frame && !tells_more(&later, &before), "{later:?}");
    let source = SourceView { state: "frozen".into(), ..later.source.clone() };
    let (played_on, frozen) =
        (LiveView { battle_news: 7, ..later.clone() }, LiveView { source, ..later.clone() });
    assert!(tells_more(&played_on, &later) && tells_more(&frozen, &later));
}

#[test]
fn a_still_moment_tells_the_window_once_how_long_it_took() {
    let mut bench = Bench::new();
    let told = Arc::new(Mutex::new(Vec::new()));
    let keeps = Arc::clone(&told);
    let live = LiveTable(Arc::clone(&bench.shared));
    bench.send();
    live.watch_live(
        "main",
        Box::new(move |view| {
            lock(&keeps).push(view);
            true
        }),
    );
    assert!(lock(&told).iter().all(|view| view.still.is_none()), "a page that comes later times nothing");
    let (ship, mut pose) = lock(&bench.listener.truth)[0].clone();
    for turn in 0..4 {
        pose.stack.x_in += if turn % 2 == 0 { 0.8 } else { -0.8 };
        bench.hand.place(&ship, pose).unwrap();
        lock(&bench.listener.truth).clear();
        for _ in 0..8 {
            let frame = bench.shared.source().wait_newer(bench.eye.last, Duration::from_secs(20)).unwrap();
            if bench.eye.look(&bench.shared, &frame) {
                bench.send();
            }
        }
    }
    let views = lock(&told);
    let moments: Vec<_> =
        views.iter().filter_map(|view| view.still.map(|still| (view.frame, still))).collect();
    assert_eq!(moments.len(), 4, "one for each time a ship was moved: {moments:?}");
    for (frame, still) in moments {
        println!(
            "still moment to message: {:.1} ms (places after {:.1} ms); at rest {:.1} ms before",
            still.handed_ms, still.placed_ms, still.rest_ms
        );
        assert_eq!(still.frame, frame, "the outlines belong to the frame that was timed");
        assert!(
            still.placed_ms > 0.0 && still.handed_ms >= still.placed_ms && still.rest_ms > 0.0,
            "{still:?}"
        );
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
fn while_a_knocked_camera_can_not_be_corrected_no_place_is_sure() {
    let mut bench = Bench::new();
    assert_eq!(*lock(&bench.listener.sure), 6);
    // Turned by four degrees about the one card that is left.
    let mut cards = Vec::new();
    bench
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
    // As long as places wait, and long after.
    for frame in 0..70 {
        bench.look(1);
        let view = bench.eye.view(&bench.shared);
        let drift = view.drift.unwrap();
        if frame >= FRAMES_IN_A_SECOND {
            assert_eq!(drift.state, DriftState::Unsure, "frame {frame}: {}", drift.sentence);
            assert!(view.notices.contains(&drift.sentence), "{:?}", view.notices);
            assert!(view.ships.len() == 6 && view.ships.iter().all(|ship| !ship.sure), "{:?}", view.ships);
            assert_eq!(*lock(&bench.listener.sure), 0, "frame {frame}");
        }
    }
    assert!(lock(&bench.listener.news).is_empty());
    // The cards are uncovered: the camera is corrected, and places are sure again.
    bench.hand.rearrange(|setup| setup.cards = cards).unwrap();
    bench.until_news();
    bench.look(6);
    let view = bench.eye.view(&bench.shared);
    assert_eq!(view.drift.unwrap().state, DriftState::Corrected);
    assert_eq!(*lock(&bench.listener.sure), 6, "{:?}", view.ships);
    let left_in = worst_place_in(&bench.table(), &bench.hand.camera());
    assert!(left_in < 0.1, "{left_in}");
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
    let (view, checked, _) = live.check_stick(12.0, 0.0).unwrap();
    assert!((view.measured_in - 12.0).abs() < 0.03 && view.agrees, "{view:?}");
    assert_eq!((view.ends_px.len(), checked.grade.as_str()), (2, view.grade.as_str()));
    let (bent, ..) = live.check_stick(12.4, 0.0).unwrap();
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

#[test]
fn a_log_that_cannot_be_kept_is_told_at_once() {
    let mut bench = Bench::new();
    assert_eq!(bench.eye.view(&bench.shared).notices, Vec::<String>::new());
    let full = "The disk is full: make room, then go on.";
    *lock(&bench.listener.trouble) = Some(full.to_owned());
    bench.look(1);
    assert_eq!(bench.eye.view(&bench.shared).notices, [full]);
}
