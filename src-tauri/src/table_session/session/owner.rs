//! The owner of a table session: one thread that alone holds what is known of the table, looks at frames and does what it
//! is asked.

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

/// So often it is viewed_at whether a view would tell anything new: the battle was played on, a ship was taken for lost.
const LOOK_FOR_NEWS: Duration = Duration::from_millis(400);
/// A view that tells nothing new is sent so often, so that the status line lives. Not oftener: the page keeps a kilobyte of
/// each.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// What the owner's thread holds.
pub struct Owner {
    /// What is known of the table.
    pub table: TableState,
    /// What looks at it.
    pub recogniser: Recogniser,
    windows: Arc<Windows>,
    faults: Faults,
    viewed_at: Instant,
    sent_at: Instant,
}

impl Owner {
    /// Begins with what is known at first; made by its own thread, for trackers stay on theirs.
    pub fn new(table: TableState, windows: Arc<Windows>) -> Self {
        let (recogniser, now) = (Recogniser::new(table.now.epoch), Instant::now());
        Self { table, recogniser, windows, faults: Faults::default(), viewed_at: now, sent_at: now }
    }

    /// Does what it is asked, and looks whenever a frame may have come, until another source is opened or nobody can ask any
    /// more. Where recognition breaks off, one that knows nothing of it goes on.
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

    /// Does what it is asked. A fault in it is its own: whoever asked is told, and everything else goes on.
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
        }
        self.table.publish();
    }

    /// Looks at the newest frame, if it is another, and tells what is new.
    fn observe_and_report(&mut self) {
        let epoch = self.table.now.epoch;
        self.follow_epoch();
        let news = !self.faults.has_given_up(epoch) && self.observe_newest();
        if news || self.viewed_at.elapsed() > LOOK_FOR_NEWS {
            self.viewed_at = Instant::now();
            let view = self.view();
            if news || self.sent_at.elapsed() > HEARTBEAT || self.windows.is_news(&view) {
                self.send(view);
                self.sent_at = self.viewed_at;
            }
        }
    }

    /// What windows are shown of the table.
    pub fn view(&self) -> LiveView {
        let mut view = self.recogniser.view(&self.table, self.windows.pictures_per_second());
        view.notices.extend(self.faults.notice(Instant::now()));
        view
    }

    /// Sends a view to all windows, with the still moment that is not told yet.
    pub fn send(&mut self, view: LiveView) {
        let still = self.recogniser.placed_moment().map(PlacedMoment::handed_now);
        self.windows.send(self.table.now.epoch, LiveView { still, ..view });
    }

    fn observe_newest(&mut self) -> bool {
        // What players say is passed on even where no new picture comes.
        let corrected = self.recogniser.apply_corrections(&mut self.table);
        let frame = self.table.source.frames.newest();
        let frame = frame.filter(|frame| corrected || frame.id > self.recogniser.last);
        frame.is_some_and(|frame| self.observe(&frame))
    }

    /// Looks at a frame; true when there is something new to tell.
    pub fn observe(&mut self, frame: &Frame) -> bool {
        self.follow_epoch();
        self.recogniser.observe(&mut self.table, frame)
    }

    /// Where table or fleet are others by now, recognition begins anew.
    fn follow_epoch(&mut self) {
        if self.recogniser.epoch != self.table.now.epoch {
            self.recogniser = Recogniser::new(self.table.now.epoch);
        }
    }
}

/// Wakes an owner whenever a frame came, and every tenth of a second, until it is gone.
pub fn signal_frames(source: &OpenSource, arrived: &Sender<()>) {
    let mut last = FrameId(0);
    loop {
        if let Some(frame) = source.frames.wait_newer(last, LOOK_AGAIN) {
            last = frame.id;
        }
        // One signal that waits is enough: the newest frame counts.
        if matches!(arrived.try_send(()), Err(TrySendError::Disconnected(()))) {
            return;
        }
    }
}
