//! The session of one opened source: what is read of it and what is asked of its owner.

use crate::host::threads::spawn;
use crate::ipc::messages::Trouble;
use crate::table_session::calibrate::calibrated_table::CalibratedTable;
use crate::table_session::epoch::Epoch;
use crate::table_session::latest::Latest;
use crate::table_session::lens::wizard_task::LensWizardContext;
use crate::table_session::lens::wizard_thread::LensWizardHandle;
use crate::table_session::session::mailbox::Mailbox;
use crate::table_session::session::owner::{Owner, signal_frames};
use crate::table_session::session::windows::Windows;
use crate::table_session::source::choices::first_picture;
use crate::table_session::source::encoding::photo_of;
use crate::table_session::state::snapshot::Snapshot;
use crate::table_session::state::table_state::{OpenSource, TableState};
use battle::Picture;
use crossbeam_channel::{Receiver, Sender, bounded};
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use tracking::source::Frame;

/// When an owner observes frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameTrigger {
    /// Whenever one comes.
    EveryFrame,
    /// When a test asks for it.
    #[cfg(test)]
    OnRequest,
}

/// A source that is open, and everything that belongs to it. Reading waits for nobody: [`TableSession::now`] is the newest
/// snapshot, and frames are at hand with their source. Whatever changes something goes to the owner.
pub struct TableSession {
    /// The source.
    pub source: Arc<OpenSource>,
    /// The windows that watch.
    pub windows: Arc<Windows>,
    /// The lens wizard.
    pub lens: LensWizardHandle,
    /// What went wrong when the source was opened.
    pub troubles: Vec<String>,
    snapshot: Arc<Latest<Snapshot>>,
    mailbox: Mailbox,
}

/// Lets the owner of a new session begin, once the one before is gone: two never write the same files. Where it is
/// dropped, the session ends before it began.
pub struct StartSignal(Sender<Option<Receiver<Infallible>>>);

impl StartSignal {
    /// Begins after the session that was in use before.
    pub fn after(self, before: Option<&TableSession>) {
        // Nobody waits for it where nobody can ask the session any more.
        drop(self.0.send(before.map(|before| before.mailbox.owner_gone.clone())));
    }
}

/// The newest picture, and what it is to be looked at with.
pub struct Glance {
    /// The picture.
    pub frame: Frame,
    /// What is known of its table.
    pub table: Arc<Snapshot>,
}

impl TableSession {
    /// A session of a source that was just opened, with what was kept for it from another evening, or is named on the command
    /// line. Its owner begins when it is let.
    ///
    /// # Errors
    /// The machine gives no threads.
    pub fn open(
        source: OpenSource,
        named: (Option<&Path>, Option<&Path>),
        number: u64,
        windows: Arc<Windows>,
        trigger: FrameTrigger,
    ) -> Result<(Self, StartSignal), Trouble> {
        let (calibrated, shore, troubles) = source.recall(named);
        let source = Arc::new(source);
        let snapshot = Snapshot::new(Epoch::first_of(number), calibrated, shore);
        let snapshot = Arc::new(Latest::new(Arc::new(snapshot)));
        let (mailbox, messages, owner_lives) = Mailbox::new();
        let (start, started) = bounded(1);
        let table = TableState::new(Arc::clone(&source), Arc::clone(&snapshot));
        let shown = Arc::clone(&windows);
        let frames = frames_of(&source, trigger)?;
        spawn("table", move || {
            if wait_for_start(&started) {
                Owner::new(table, shown).run(&messages, &frames);
            }
            drop(owner_lives);
        })?;
        let lens = LensWizardHandle::start(lens_context(&source, &mailbox))?;
        let session = Self { source, windows, lens, troubles, snapshot, mailbox };
        Ok((session, StartSignal(start)))
    }

    /// What is known of the table now.
    pub fn now(&self) -> Arc<Snapshot> {
        self.snapshot.get()
    }

    /// What has been calibrated and mustered.
    pub fn calibrated(&self) -> Arc<CalibratedTable> {
        Arc::clone(&self.now().calibrated)
    }

    /// From now on nothing that was made for it counts, and its owner ends.
    pub fn end(&self) {
        self.source.end();
        self.mailbox.wake();
    }

    /// The newest picture with its calibration, for the log; none where there is no picture. It never waits for one: a
    /// camera that is off must not hold up a decision.
    pub fn photo(&self) -> Option<Picture> {
        photo_of(&self.source.frames.newest()?, &self.now().calibration_json)
    }

    /// The newest picture, or the first, and what is known of the table.
    ///
    /// # Errors
    /// There is no picture yet.
    pub fn glance(&self) -> Result<Glance, Trouble> {
        let frame = first_picture(&self.source.frames)?;
        Ok(Glance { frame, table: self.now() })
    }

    /// Hands what was worked out for a table back to its owner.
    ///
    /// # Errors
    /// Source, table or fleet are others by now; or the work's own.
    pub fn take<T: Send + 'static>(
        &self,
        made_for: Epoch,
        work: impl FnOnce(&mut TableState) -> Result<T, Trouble> + Send + 'static,
    ) -> Result<T, Trouble> {
        self.mailbox.ask(move |owner| {
            owner.table.accepts(made_for)?;
            work(&mut owner.table)
        })
    }

    /// The same, where nobody waits for what becomes of it.
    ///
    /// # Errors
    /// The session is over.
    pub fn tell(
        &self,
        made_for: Epoch,
        work: impl FnOnce(&mut TableState) + Send + 'static,
    ) -> Result<(), Trouble> {
        self.mailbox.tell(move |owner| {
            if owner.table.accepts(made_for).is_ok() {
                work(&mut owner.table);
                owner.table.publish();
            }
        })
    }

    /// Has the owner do something, whatever it is looking at.
    #[cfg(test)]
    pub fn with_owner<T: Send + 'static>(&self, work: impl FnOnce(&mut Owner) -> T + Send + 'static) -> T {
        self.mailbox
            .ask(move |owner| Ok(work(owner)))
            .unwrap_or_else(|trouble| panic!("{}", trouble.sentence))
    }

    /// What its lens wizard works with.
    #[cfg(test)]
    pub fn lens_context(&self) -> LensWizardContext {
        lens_context(&self.source, &self.mailbox)
    }

    /// Can a snapshot be read at this moment without waiting?
    #[cfg(test)]
    pub fn can_be_read(&self) -> bool {
        self.snapshot.is_free()
    }
}

/// Wakes the owner whenever there may be another frame.
fn frames_of(source: &Arc<OpenSource>, trigger: FrameTrigger) -> Result<Receiver<()>, Trouble> {
    match trigger {
        FrameTrigger::EveryFrame => {
            let (arrived, frames) = bounded(1);
            let source = Arc::clone(source);
            spawn("frames", move || signal_frames(&source, &arrived))?;
            Ok(frames)
        }
        #[cfg(test)]
        FrameTrigger::OnRequest => Ok(crossbeam_channel::never()),
    }
}

/// Waits until the session is in use and the one before is gone; false where it never will be.
fn wait_for_start(started: &Receiver<Option<Receiver<Infallible>>>) -> bool {
    match started.recv() {
        // It is never sent anything: it closes.
        Ok(Some(before)) => before.recv().is_err(),
        Ok(None) => true,
        Err(_) => false,
    }
}

/// What the lens wizard needs of a session.
fn lens_context(source: &Arc<OpenSource>, mailbox: &Mailbox) -> LensWizardContext {
    let owner = mailbox.clone();
    LensWizardContext {
        source: Arc::clone(source),
        take_lens: Box::new(move |lens| {
            owner.ask(move |owner| {
                owner.table.accepts(owner.table.now.epoch)?;
                let epoch = owner.table.take_lens(lens)?;
                owner.table.source.record.follow(epoch);
                Ok(())
            })
        }),
    }
}
