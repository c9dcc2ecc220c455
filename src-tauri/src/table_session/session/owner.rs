//! The owner of a table session: one thread that alone holds what is known of the table, looks at frames and does what it
//! is asked.

use crate::host::crash_report::caught;
use crate::ipc::messages::LiveView;
use crate::table_session::recognition::eye::Eye;
use crate::table_session::recognition::faults::Faults;
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

/// So often it is looked whether a view would tell anything new: the battle was played on, a ship was taken for lost.
const LOOK_FOR_NEWS: Duration = Duration::from_millis(400);
/// A view that tells nothing new is sent so often, so that the status line lives. Not oftener: the page keeps a kilobyte of
/// each.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// What the owner's thread holds.
pub struct Owner {
    /// What is known of the table.
    pub table: TableState,
    /// What looks at it.
    pub eye: Eye,
    windows: Arc<Windows>,
    faults: Faults,
    looked: Instant,
    sent: Instant,
}

impl Owner {
    /// Begins with what is known at first; made by its own thread, for trackers stay on theirs.
    pub fn new(table: TableState, windows: Arc<Windows>) -> Self {
        let (eye, now) = (Eye::closed(table.now.epoch), Instant::now());
        Self { table, eye, windows, faults: Faults::default(), looked: now, sent: now }
    }

    /// Does what it is asked, and looks whenever a frame may have come, until another source is opened or nobody can ask any
    /// more. Where a look breaks off, an eye that knows nothing of it looks on.
    pub fn run(&mut self, messages: &Receiver<Message>, frames: &Receiver<()>) {
        while !self.table.source.is_over() {
            select! {
                recv(messages) -> message => match message {
                    Ok(message) => self.heed(message),
                    Err(_) => return,
                },
                recv(frames) -> frame => match frame {
                    Ok(()) => self.look_on(),
                    Err(_) => return,
                },
            }
        }
    }

    /// Does what it is asked. A fault in it is its own: whoever asked is told, and everything else goes on.
    fn heed(&mut self, message: Message) {
        drop(caught(|| message(self)));
    }

    fn look_on(&mut self) {
        let epoch = self.table.now.epoch;
        if let Err(fault) = caught(|| self.round()) {
            let now = Instant::now();
            self.faults.count(now, epoch, fault);
            self.eye = Eye::closed(epoch);
            (self.looked, self.sent) = (now, now);
        }
        self.table.publish();
    }

    /// Looks at the newest frame, if it is another, and tells what is new.
    fn round(&mut self) {
        let epoch = self.table.now.epoch;
        self.keep_up();
        let news = !self.faults.has_given_up(epoch) && self.look_at_newest();
        if news || self.looked.elapsed() > LOOK_FOR_NEWS {
            self.looked = Instant::now();
            let view = self.view();
            if news || self.sent.elapsed() > HEARTBEAT || self.windows.would_learn(&view) {
                self.send(view);
                self.sent = self.looked;
            }
        }
    }

    /// What windows are shown of the table.
    pub fn view(&self) -> LiveView {
        let mut view = self.eye.view(&self.table, self.windows.pictures_per_second());
        view.notices.extend(self.faults.notice(Instant::now()));
        view
    }

    /// Sends a view to all windows, with the still moment that is not told yet.
    pub fn send(&mut self, view: LiveView) {
        let still = self.eye.placed_moment().map(PlacedMoment::handed_now);
        self.windows.send(self.table.now.epoch, LiveView { still, ..view });
    }

    fn look_at_newest(&mut self) -> bool {
        // What players say is heeded even where no new picture comes.
        let heeded = self.eye.heed(&mut self.table);
        let frame = self.table.source.frames.newest();
        let frame = frame.filter(|frame| heeded || frame.id > self.eye.last);
        frame.is_some_and(|frame| self.look_at(&frame))
    }

    /// Looks at a frame; true when there is something new to tell.
    pub fn look_at(&mut self, frame: &Frame) -> bool {
        self.keep_up();
        self.eye.look(&mut self.table, frame)
    }

    /// Where table or fleet are others by now, an eye that knows them looks on.
    fn keep_up(&mut self) {
        if self.eye.epoch != self.table.now.epoch {
            self.eye = Eye::closed(self.table.now.epoch);
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
