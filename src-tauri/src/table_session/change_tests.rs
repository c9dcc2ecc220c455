//! Work that is still going on when source, table or fleet are changed: what comes of it was made for what is no more.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::files::app_folder::AppFolder;
use crate::ipc::messages::{HandWord, LiveView, SourceChoice, Trouble};
use crate::ipc::shore::ShoreAsk;
use crate::table_session::observe::vision_thread::Eye;
use crate::table_session::source::frame_delivery::png;
use crate::table_session::table_tests::Bench;
use crate::table_session::{Audience, Generation, LiveTable, lock};
use calibration::TableFile;
use geometry::{FrameId, ShipId};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tracking::source::Frame;
use tracking::{FleetAnnotation, LiveReading};

/// A folder with one picture of the table as it stands.
fn real_table(bench: &Bench) -> SourceChoice {
    let pictures = bench.folder.path().join("pictures");
    std::fs::create_dir_all(&pictures).unwrap();
    let frame = bench.shared.newest().unwrap();
    std::fs::write(pictures.join("1.png"), png(&frame.image).unwrap()).unwrap();
    SourceChoice::Pictures { path: pictures.to_string_lossy().into_owned() }
}

/// Opens another source, as a command of the window does.
fn open(live: &LiveTable, choice: SourceChoice) {
    live.change_source(choice, |_, open_table| {
        open_table();
        Ok(())
    })
    .unwrap();
}

/// The demo's table and fleet, as a real table of another evening.
fn keep_as_real(bench: &Bench) {
    bench.shared.table().bench.write(&crate::table_session::Bench::default(), &bench.shared.folder).unwrap();
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

#[test]
fn what_the_demo_table_taught_never_reaches_the_real_fleet() {
    let mut bench = Bench::new();
    keep_as_real(&bench);
    let kept = text(&bench.shared.folder.fleet());
    let live = LiveTable(Arc::clone(&bench.shared));
    let real = real_table(&bench);
    let ship = lock(&bench.listener.truth)[0].0.to_string();
    live.tell(&HandWord::TurnedAbout { ship }).unwrap();
    // The vision thread has heard it, and looks at the demo table's next picture while another source is opened.
    assert!(bench.eye.heed(&bench.shared));
    let demo = bench.shared.source();
    open(&live, real);
    lock(&bench.listener.truth).clear();
    for _ in 0..8 {
        let frame = demo.wait_newer(bench.eye.last, Duration::from_secs(20)).unwrap();
        bench.eye.look(&bench.shared, &frame);
    }
    assert_eq!(text(&bench.shared.folder.fleet()), kept, "the demo's lessons are kept as the real fleet");
    assert!(live.on_table().observations.is_empty(), "the demo's ships stand on the real table");
    let seen = Arc::new(Mutex::new(Vec::new()));
    let keeps = Arc::clone(&seen);
    let sink = move |view: LiveView| {
        lock(&keeps).push(view);
        true
    };
    live.watch_live("main", Box::new(sink));
    bench.send();
    assert!(lock(&seen).is_empty(), "the demo's picture is shown for the real one");
    // The same eye would teach the fleet of a table that is still the same.
    let mut eye = Eye::closed();
    let frame = bench.shared.newest().unwrap();
    eye.look(&bench.shared, &frame);
    assert_eq!(live.on_table().observations.len(), 6);
}

#[test]
fn the_record_hears_of_which_table_each_reading_is() {
    let mut bench = Bench::new();
    let first = *lock(&bench.listener.made_for).last().unwrap();
    assert_eq!(first, bench.shared.watched().0);
    let live = LiveTable(Arc::clone(&bench.shared));
    live.with_bench(|_, _| Ok(())).unwrap();
    let second = bench.shared.watched().0;
    assert!(second > first);
    assert_eq!(*lock(&bench.listener.follows), second, "the record follows the table");
    bench.look(2);
    assert_eq!(*lock(&bench.listener.made_for).last().unwrap(), first, "this eye is still on the old one");
}

#[test]
fn a_muster_of_the_demo_table_is_none_of_the_real_one() {
    let bench = Bench::new();
    keep_as_real(&bench);
    let kept = text(&bench.shared.folder.fleet());
    let live = LiveTable(Arc::clone(&bench.shared));
    let real = real_table(&bench);
    let words = serde_json::to_string(&bench.hand.fleet_annotation()).unwrap();
    let mut words: FleetAnnotation = FleetAnnotation::from_json(&words).unwrap();
    words.ships.truncate(2);
    let refused = live
        .muster(|_| {
            open(&live, real);
            Ok(words)
        })
        .unwrap_err();
    assert!(refused.sentence.contains("changed meanwhile"), "{}", refused.sentence);
    assert_eq!(text(&bench.shared.folder.fleet()), kept);
    assert!(!bench.shared.folder.models().exists(), "the demo's models are kept as the player's");
    assert_eq!(live.bench(crate::table_session::Bench::hulls).len(), 6);
}

#[test]
fn a_camera_corrected_while_ships_are_mustered_stays_corrected() {
    let mut bench = Bench::new();
    let live = LiveTable(Arc::clone(&bench.shared));
    let before = bench.table();
    let words = serde_json::to_string(&bench.hand.fleet_annotation()).unwrap();
    let words = FleetAnnotation::from_json(&words).unwrap();
    let refused = live.muster(|_| {
        crate::table_session::calibrate::check_stick::bump(&bench.hand).unwrap();
        bench.until_news();
        Ok(words)
    });
    let refused = refused.unwrap_err().sentence;
    assert!(refused.contains("changed meanwhile"), "{refused}");
    assert!(!Arc::ptr_eq(&before, &bench.table()), "the correction is lost");
}

#[test]
fn the_lens_of_the_demo_table_is_none_of_a_real_camera() {
    let bench = Bench::new();
    let live = LiveTable(Arc::clone(&bench.shared));
    let lens = live.bench(|bench| bench.lens.clone()).unwrap();
    open(&live, real_table(&bench));
    let refused = bench.shared.take_lens(&SourceChoice::Demo, lens).unwrap_err();
    assert!(refused.sentence.contains("changed meanwhile"), "{}", refused.sentence);
    assert!(!bench.shared.folder.lens().exists());
    assert!(live.bench(|bench| bench.lens.is_none()));
}

#[test]
fn a_piece_of_shore_that_is_removed_while_all_are_looked_for_stays_removed() {
    let mut bench = Bench::new();
    let live = LiveTable(Arc::clone(&bench.shared));
    let corner = |x_in: f64, y_in: f64| geometry::Point::new(x_in, y_in);
    let bank = demo::Bank {
        outline: vec![corner(21.0, 26.0), corner(27.0, 26.0), corner(28.0, 29.0), corner(21.0, 29.0)],
        height_in: 0.25,
        colour: demo::Colour(150, 120, 70),
    };
    bench.hand.rearrange(|setup| setup.banks = vec![bank]).unwrap();
    bench.look(8);
    let found = live.shore(&ShoreAsk::ProposeAll { height_in: 0.25 }).unwrap();
    let words = found.pieces[0].words.clone();
    let id = words.id.clone();
    live.shore(&ShoreAsk::Take { words }).unwrap();
    // A look at the picture takes longer than anything a player says meanwhile.
    std::thread::scope(|scope| {
        let looking = scope.spawn(|| live.shore(&ShoreAsk::Review));
        while !looking.is_finished() && live.terrain().len() == 1 {
            std::thread::sleep(Duration::from_millis(20));
            drop(live.shore(&ShoreAsk::Remove { id: id.clone() }));
        }
        drop(looking.join().unwrap());
    });
    assert!(live.terrain().is_empty(), "the removed piece came back: {:?}", live.terrain());
}

#[test]
fn a_word_by_hand_on_one_table_is_not_heeded_on_another() {
    let mut bench = Bench::new();
    let live = LiveTable(Arc::clone(&bench.shared));
    let ship = lock(&bench.listener.truth)[0].0.to_string();
    let (made_for, _) = live.tell(&HandWord::BowRight { ship: ship.clone() }).unwrap();
    live.with_bench(|_, _| Ok(())).unwrap();
    assert_ne!(made_for, bench.shared.watched().0);
    bench.eye = Eye::closed();
    bench.look(2);
    assert!(!bench.eye.heed(&bench.shared), "it was said of ships that were mustered before");
    open(&live, real_table(&bench));
    let refused = live.tell(&HandWord::BowRight { ship }).unwrap_err().sentence;
    assert!(refused.contains("not on the table"), "{refused}");
}

/// Breaks off at the first so many readings.
struct Faulty {
    told: AtomicUsize,
    faults: usize,
}

impl Audience for Faulty {
    fn sees(&self, _: Generation, _: &LiveReading, _: &Frame, _: &str) {
        let told = self.told.fetch_add(1, Ordering::AcqRel);
        assert!(told >= self.faults, "a fault of the program");
    }
    fn hears(&self, _: Generation, _: battle::TableNews, _: &Frame, _: &str) {}
    fn follow(&self, _: Generation) {}
    fn places(&self) -> Vec<(ShipId, geometry::Pose)> {
        Vec::new()
    }
    fn name_and_side(&self, ship: &ShipId) -> (String, String) {
        (ship.to_string(), String::new())
    }
}

/// The demo table with all its threads, and the newest view that its window was sent.
struct AtWork {
    live: LiveTable,
    audience: Arc<Faulty>,
    newest: Arc<Mutex<Option<LiveView>>>,
    _folder: tempfile::TempDir,
}

impl AtWork {
    fn with(faults: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let own = crate::files::app_folder::AppFolder::open(Some(folder.path().to_owned())).unwrap();
        let audience = Arc::new(Faulty { told: AtomicUsize::new(0), faults });
        let live =
            LiveTable::open(&crate::table_session::table_tests::opening(), own, Arc::clone(&audience) as _)
                .unwrap();
        let newest = Arc::new(Mutex::new(None));
        let keeps = Arc::clone(&newest);
        let sink = move |view: LiveView| {
            *lock(&keeps) = Some(view);
            true
        };
        live.watch_live("main", Box::new(sink));
        Self { live, audience, newest, _folder: folder }
    }

    fn wait(&self, what: &str, until: impl Fn(&LiveView) -> bool) -> LiveView {
        let began = Instant::now();
        loop {
            if let Some(view) = lock(&self.newest).take().filter(|view| until(view)) {
                return view;
            }
            assert!(began.elapsed() < Duration::from_secs(60), "never {what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn a_look_that_breaks_off_is_said_and_begun_anew() {
    let work = AtWork::with(1);
    let said = work.wait("said", |view| view.notices.iter().any(|notice| notice.contains("began anew")));
    let after = work.wait("seen", |view| view.ships.len() == 6 && view.frame > said.frame);
    assert!(after.ships.iter().all(|ship| ship.seen), "{after:?}");
}

#[test]
fn a_look_that_breaks_off_over_and_over_rests_until_the_table_is_changed() {
    let work = AtWork::with(usize::MAX);
    let AtWork { live, audience, .. } = &work;
    let rests = |view: &LiveView| view.notices.iter().any(|notice| notice.contains("not measured any more"));
    work.wait("rests", rests);
    let told = audience.told.load(Ordering::Acquire);
    // It says so still, and tries no more.
    work.wait("told again", rests);
    work.wait("told again", rests);
    assert_eq!(audience.told.load(Ordering::Acquire), told);
    assert!(!live.next_picture(FrameId(0)).unwrap().is_empty(), "the picture itself goes on");
    live.with_bench(|_, _| Ok::<_, Trouble>(())).unwrap();
    let began = Instant::now();
    while audience.told.load(Ordering::Acquire) == told {
        assert!(began.elapsed() < Duration::from_secs(60), "never tried again");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// What another evening left, read for a camera that the system knows by this.
fn kept_for(
    folder: &AppFolder,
    named: Option<&Path>,
    camera_id: Option<&str>,
) -> (crate::table_session::Bench, Vec<String>) {
    let (bench, troubles) = crate::table_session::Bench::kept(folder, (named, None), camera_id);
    (bench, troubles.into_iter().map(|trouble| trouble.sentence).collect())
}

#[test]
fn a_table_and_a_lens_of_another_camera_are_told_and_not_used() {
    let bench = Bench::new();
    let mut table = TableFile::clone(&bench.table());
    table.lens.camera_id = Some("HD Pro Webcam C920 046d:082d A1".to_owned());
    let kept = tempfile::tempdir().unwrap();
    let folder = AppFolder::open(Some(kept.path().to_owned())).unwrap();
    table.write(&folder.table()).unwrap();
    table.lens.write(&folder.lens()).unwrap();
    for its_own in [Some("HD Pro Webcam C920 046d:082d A1"), None] {
        let (bench, troubles) = kept_for(&folder, None, its_own);
        assert!(bench.table.is_some() && bench.lens.is_some(), "{its_own:?}");
        assert!(troubles.is_empty(), "{troubles:?}");
    }
    let (another, troubles) = kept_for(&folder, None, Some("BRIO 046d:085e B2"));
    assert!(another.table.is_none() && another.lens.is_none());
    let [of_table, of_lens] = troubles.as_slice() else { panic!("{troubles:?}") };
    assert!(
        of_table.starts_with("The table was calibrated with the camera HD Pro Webcam C920"),
        "{of_table}"
    );
    assert!(of_lens.contains("not with BRIO 046d:085e B2, and is not used"), "{of_lens}");
    // Whoever names a table means it, and is told all the same.
    let (named, troubles) = kept_for(&folder, Some(&folder.table()), Some("BRIO 046d:085e B2"));
    assert!(named.table.is_some());
    assert!(troubles[0].contains("is used because you named it"), "{troubles:?}");
}

#[test]
fn a_camera_that_is_known_is_the_same_under_another_number() {
    let camera = |index, id: Option<&str>| SourceChoice::Camera { index, id: id.map(str::to_owned) };
    assert!(camera(0, Some("C920")).is_same(&camera(4, Some("C920"))));
    assert!(!camera(0, Some("C920")).is_same(&camera(0, Some("BRIO"))));
    assert!(camera(1, None).is_same(&camera(1, None)) && !camera(1, None).is_same(&camera(0, None)));
    assert!(!SourceChoice::Demo.is_same(&camera(0, None)));
    // None is plugged in under such a number: it stays a number.
    assert_eq!(camera(63, None).known_as_now(), camera(63, None));
}
