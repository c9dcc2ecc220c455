//! The owner of a table session: the one thread that holds the table's state, observes frames and handles messages.

use crate::host::crash_report::caught;
use crate::ipc::messages::LiveView;
use crate::table_session::recognition::faults::Faults;
use crate::table_session::recognition::recogniser::Recogniser;
use crate::table_session::recognition::still_moment::PlacedMoment;
use crate::table_session::session::mailbox::Message;
use crate::table_session::session::windows::Windows;
use crate::table_session::source::choices::LOOK_AGAIN;
use crate::table_session::state::table_state::{OpenSource, TableState};
use crossbeam_channel::{Receiver, Sender, TrySendError, select};
use geometry::FrameId;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tracking::source::Frame;

/// How often a view is compared with the last one for changes from elsewhere: the battle went on, a ship was recorded
/// as lost.
const LOOK_FOR_NEWS: Duration = Duration::from_millis(400);
/// Interval at which an unchanged view is sent, to keep the status line current. Not shorter, because the page keeps a
/// kilobyte of each.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// The state of the owner's thread.
pub struct Owner {
    /// The state of the table.
    pub table: TableState,
    /// Recognises the ships on it.
    pub recogniser: Recogniser,
    windows: Arc<Windows>,
    faults: Faults,
    viewed_at: Instant,
    sent_at: Instant,
}

impl Owner {
    /// Starts with this state. It is made on its own thread, because trackers can't move to another.
    pub fn new(table: TableState, windows: Arc<Windows>) -> Self {
        let (recogniser, now) = (Recogniser::new(table.now.epoch), Instant::now());
        Self { table, recogniser, windows, faults: Faults::default(), viewed_at: now, sent_at: now }
    }

    /// Handles messages and frames until the source is closed or every sender is gone. After a panic in recognition, a
    /// new recogniser is started.
    pub fn run(&mut self, messages: &Receiver<Message>, frames: &Receiver<()>) {
        while !self.table.source.is_over() {
            select! {
                recv(messages) -> message => match message {
                    Ok(message) => self.handle(message),
                    Err(_) => return,
                },
                recv(frames) -> frame => match frame {
                    Ok(()) => self.on_frame_signal(),
                    Err(_) => return,
                },
            }
        }
    }

    /// Handles a message. A panic is reported to its sender only, and the owner continues.
    fn handle(&mut self, message: Message) {
        drop(caught(|| message(self)));
    }

    fn on_frame_signal(&mut self) {
        let epoch = self.table.now.epoch;
        if let Err(fault) = caught(|| self.observe_and_report()) {
            let now = Instant::now();
            self.faults.count(now, epoch, fault);
            self.recogniser = Recogniser::new(epoch);
            (self.viewed_at, self.sent_at) = (now, now);
            self.table.publish();
        }
    }

    /// Observes the newest frame if it is new, and sends what has changed.
    fn observe_and_report(&mut self) {
        let epoch = self.table.now.epoch;
        self.follow_epoch();
        let news = !self.faults.has_given_up(epoch) && self.observe_newest();
        if self.recogniser.wants_full() {
            self.table.source.frames.request_full();
        }
        // Before the view, because a page may read at once what the view announces.
        self.table.publish();
        self.table.source.picture_rate.observe(self.recogniser.sees_stillness(), Instant::now());
        if news || self.viewed_at.elapsed() > LOOK_FOR_NEWS {
            self.viewed_at = Instant::now();
            let view = self.view();
            if news || self.sent_at.elapsed() > HEARTBEAT || self.windows.is_news(&view) {
                self.send(view);
                self.sent_at = self.viewed_at;
            }
        }
    }

    /// The current view of the table for windows.
    pub fn view(&self) -> LiveView {
        let mut view = self.recogniser.view(&self.table, self.windows.pictures_per_second());
        view.notices.extend(self.faults.notice(Instant::now()));
        view
    }

    /// Sends a view to all windows, with the still moment that has not been reported.
    pub fn send(&mut self, view: LiveView) {
        let still = self.recogniser.placed_moment().map(PlacedMoment::handed_now);
        self.windows.send(self.table.now.epoch, LiveView { still, ..view });
    }

    fn observe_newest(&mut self) -> bool {
        // Corrections are passed on even if no new frame comes.
        let corrected = self.recogniser.apply_corrections(&mut self.table);
        let frames = &self.table.source.frames;
        let (newest, full) = (frames.newest(), frames.newest_full());
        // A full picture is never passed over for a reduced one that came after it.
        let full = full.filter(|full| newest.as_ref().is_some_and(|newest| full.id < newest.id));
        let full = full.filter(|full| full.id > self.recogniser.last);
        let newest = newest.filter(|newest| corrected || newest.id > self.recogniser.last);
        // Every frame is observed, whatever the one before said.
        full.into_iter().chain(newest).filter(|frame| self.observe(frame)).count() > 0
    }

    /// Observes a frame; returns whether there is something new to report.
    pub fn observe(&mut self, frame: &Frame) -> bool {
        self.follow_epoch();
        self.recogniser.observe(&mut self.table, frame)
    }

    /// Restarts recognition if table or fleet were changed.
    fn follow_epoch(&mut self) {
        if self.recogniser.epoch != self.table.now.epoch {
            self.recogniser = Recogniser::new(self.table.now.epoch);
        }
    }
}

/// Sends a signal to the owner for every frame, and at least every tenth of a second, until the owner is gone.
pub fn signal_frames(source: &OpenSource, arrived: &Sender<()>) {
    let mut last = FrameId(0);
    loop {
        if let Some(frame) = source.frames.wait_newer(last, LOOK_AGAIN) {
            last = frame.id;
        }
        // One waiting signal is enough, because only the newest frame counts.
        if matches!(arrived.try_send(()), Err(TrySendError::Disconnected(()))) {
            return;
        }
    }
}
