//! A table session whose owner observes frames only when a test requests it.
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::files::app_folder::AppFolder;
use crate::ipc::messages::LiveView;
use crate::ipc::table::{TableReportView, TableWay};
use crate::table_session::calibrate::table_report::table_words;
use crate::table_session::fixtures::opening;
use crate::table_session::latest::lock;
use crate::table_session::recognition::recogniser::Recogniser;
use crate::table_session::session::live_table::LiveTable;
use crate::table_session::session::table_session::{FrameTrigger, TableSession};
use crate::table_session::source::choices::first_picture;
use crate::table_session::{BattleRecord, Epoch};
use battle::TableNews;
use battle::view::RollView;
use calibration::TableFile;
use geometry::{Pose, ShipId};
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Duration;
use tracking::LiveReading;
use tracking::source::{DemoHandle, Frame};

/// A battle record that stores all news, and the largest error of the positions it was given.
#[derive(Default)]
pub struct Listener {
    pub news: Mutex<Vec<TableNews>>,
    /// The epochs of the readings.
    pub made_for: Mutex<Vec<Epoch>>,
    /// The epoch that is accepted.
    pub follows: Mutex<Epoch>,
    pub truth: Mutex<Vec<(ShipId, Pose)>>,
    pub worst_in: Mutex<f64>,
    /// The number of ships with a sure position in the last reading.
    pub sure: Mutex<usize>,
    /// The ships that are recorded as lost.
    pub lost: Mutex<Vec<ShipId>>,
    /// The error that the record reports.
    pub trouble: Mutex<Option<String>>,
    /// The dice that are asked for, with a number that changes with them.
    pub asked: Mutex<(u64, Vec<RollView>)>,
    /// The table that it belongs to.
    table: OnceLock<Weak<TableSession>>,
}

impl Listener {
    /// Checks that the table can be read now. The battle may be locked by a thread that reads the table's picture and
    /// shore, so those reads must not wait for the owner, which calls the record here, or for its locks.
    fn nothing_is_held(&self) {
        let Some(session) = self.table.get().and_then(Weak::upgrade) else { return };
        assert!(session.can_be_read(), "the table is held");
        drop(session.terrain());
    }
}

impl BattleRecord for Listener {
    fn sees(&self, made_for: Epoch, reading: &LiveReading, _: &Frame, _: &str) {
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
    fn hears(&self, _: Epoch, news: TableNews, _: &Frame, _: &str) {
        self.nothing_is_held();
        lock(&self.news).push(news);
    }
    fn follow(&self, epoch: Epoch) {
        self.nothing_is_held();
        *lock(&self.follows) = epoch;
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
    fn news(&self) -> u64 {
        lock(&self.asked).0
    }
    fn asked_rolls(&self) -> Vec<RollView> {
        lock(&self.asked).1.clone()
    }
    fn trouble(&self) -> Option<String> {
        self.nothing_is_held();
        lock(&self.trouble).clone()
    }
}

/// The demo table, observed when a test requests it.
pub struct SteppedTable {
    pub live: Arc<LiveTable>,
    /// The session of the demo table.
    pub session: Arc<TableSession>,
    pub listener: Arc<Listener>,
    pub hand: DemoHandle,
    pub folder: tempfile::TempDir,
}

/// Has a session's owner observe the next frame; returns whether there is something new to report.
pub fn look_once(session: &TableSession) -> bool {
    let last = session.with_owner(|owner| owner.recogniser.last);
    let frame = session.source.frames.wait_newer(last, Duration::from_secs(20)).unwrap();
    session.with_owner(move |owner| owner.observe(&frame))
}

/// The view of a session's table for windows.
pub fn view_of(session: &TableSession) -> LiveView {
    session.with_owner(|owner| owner.view())
}

impl SteppedTable {
    pub fn new() -> Self {
        Self::in_folder(tempfile::tempdir().unwrap())
    }

    pub fn in_folder(folder: tempfile::TempDir) -> Self {
        let listener = Arc::new(Listener::default());
        let own = AppFolder::open(Some(folder.path().to_owned())).unwrap();
        let record = Arc::clone(&listener) as _;
        let live = LiveTable::open(&opening(1), own, record, FrameTrigger::OnRequest).unwrap();
        let session = live.session();
        listener.table.set(Arc::downgrade(&session)).unwrap();
        let hand = session.source.frames.demo().unwrap();
        *lock(&listener.truth) = hand.truth().into_iter().map(|ship| (ship.ship, ship.pose)).collect();
        let mut stepped = Self { live: Arc::new(live), session, listener, hand, folder };
        stepped.look(6);
        stepped
    }

    pub fn look(&mut self, frames: usize) {
        for _ in 0..frames {
            look_once(&self.session);
        }
    }

    pub fn view(&self) -> LiveView {
        view_of(&self.session)
    }

    /// Sends the current view to the windows.
    pub fn send(&mut self) {
        self.session.with_owner(|owner| owner.send(owner.view()));
    }

    /// Gives players' corrections to the tracker; returns whether there were any.
    pub fn apply_corrections(&mut self) -> bool {
        self.session.with_owner(|owner| owner.recogniser.apply_corrections(&mut owner.table))
    }

    /// Restarts recognition with a new recogniser.
    pub fn begin_recognition_anew(&mut self) {
        self.session.with_owner(|owner| owner.recogniser = Recogniser::new(owner.table.now.epoch));
    }

    /// Removes the fleet, as if the ships had never been mustered.
    pub fn forget_fleet(&mut self) {
        self.session.with_owner(|owner| Arc::make_mut(&mut owner.table.now.calibrated).fleet = None);
    }

    /// Observes frames until there is news; returns how many.
    pub fn until_news(&mut self) -> usize {
        (1..=60)
            .find(|_| {
                self.look(1);
                !lock(&self.listener.news).is_empty()
            })
            .unwrap()
    }

    pub fn table(&self) -> Arc<TableFile> {
        self.session.calibrated().table.clone().unwrap()
    }

    /// Calibrates the table on the caller's thread, without a recogniser.
    pub fn calibrate(&self, way: &TableWay, guess_lens: bool) -> TableReportView {
        let frame = first_picture(&self.session.source.frames).unwrap();
        let words = table_words(way);
        self.session.with_owner(move |owner| {
            let calibrated = Arc::make_mut(&mut owner.table.now.calibrated);
            calibrated.calibrate_table(&frame.image, &words, guess_lens).unwrap()
        })
    }
}
