//! Tests of panics during recognition.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::files::app_folder::AppFolder;
use crate::ipc::messages::LiveView;
use crate::ipc::stage::Surface;
use crate::table_session::fixtures::opening;
use crate::table_session::latest::lock;
use crate::table_session::{BattleRecord, Epoch, FrameTrigger, LiveTable};
use battle::TableNews;
use geometry::{FrameId, Pose, ShipId};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tracking::LiveReading;
use tracking::source::Frame;

/// A battle record that panics at the first few readings.
struct Faulty {
    told: AtomicUsize,
    faults: usize,
}

impl BattleRecord for Faulty {
    fn sees(&self, _: Epoch, _: &LiveReading, _: &Frame, _: &str) {
        let told = self.told.fetch_add(1, Ordering::AcqRel);
        assert!(told >= self.faults, "a fault of the program");
    }
    fn hears(&self, _: Epoch, _: TableNews, _: &Frame, _: &str) {}
    fn follow(&self, _: Epoch) {}
    fn places(&self) -> Vec<(ShipId, Pose)> {
        Vec::new()
    }
    fn name_and_side(&self, ship: &ShipId) -> (String, String) {
        (ship.to_string(), String::new())
    }
}

/// The demo table with all its threads, and the newest view that was sent to its window.
struct AtWork {
    live: LiveTable,
    audience: Arc<Faulty>,
    newest: Arc<Mutex<Option<LiveView>>>,
    _folder: tempfile::TempDir,
}

impl AtWork {
    fn with(faults: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let own = AppFolder::open(Some(folder.path().to_owned())).unwrap();
        let audience = Arc::new(Faulty { told: AtomicUsize::new(0), faults });
        let live =
            LiveTable::open(&opening(1), own, Arc::clone(&audience) as _, FrameTrigger::EveryFrame).unwrap();
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
    // The notice stays, and recognition is not tried again.
    work.wait("told again", rests);
    work.wait("told again", rests);
    assert_eq!(audience.told.load(Ordering::Acquire), told);
    assert!(
        !live.session().next_picture(FrameId(0), Surface::Picture).unwrap().is_empty(),
        "the picture itself goes on"
    );
    live.session().work_on_calibrated(|_, _| Ok(()), |_| {}).unwrap();
    let began = Instant::now();
    while audience.told.load(Ordering::Acquire) == told {
        assert!(began.elapsed() < Duration::from_secs(60), "never tried again");
        std::thread::sleep(Duration::from_millis(20));
    }
}
