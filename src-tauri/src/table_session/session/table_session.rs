//! The handle of a table session: reads its snapshot and sends work to its owner.

use crate::host::threads::spawn;
use crate::ipc::messages::Trouble;
use crate::table_session::calibrate::calibrated_table::CalibratedTable;
use crate::table_session::calibrate::rectification::KeptRectification;
use crate::table_session::dice::demo_dice::demo_dice;
use crate::table_session::dice::kept_dice::KeptDice;
use crate::table_session::dice::tray_camera::TrayCameras;
use crate::table_session::dice::watch::DiceWatch;
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
    /// On every frame.
    EveryFrame,
    /// When a test requests it.
    #[cfg(test)]
    OnRequest,
}

/// A source that is open, with everything that belongs to it. Reads never wait: [`TableSession::now`] is the newest
/// snapshot, and the source keeps its newest frame. Changes go to the owner.
pub struct TableSession {
    /// The source.
    pub source: Arc<OpenSource>,
    /// The windows that watch.
    pub windows: Arc<Windows>,
    /// The map to the table as from straight above.
    pub from_above: KeptRectification,
    /// The lens wizard.
    pub lens: LensWizardHandle,
    /// The tray for dice.
    pub dice: DiceWatch,
    /// The errors when the source was opened.
    pub troubles: Vec<Trouble>,
    snapshot: Arc<Latest<Snapshot>>,
    mailbox: Mailbox,
}

/// Starts the owner of a new session once the previous owner is gone, so that two never write the same files. If it is
/// dropped, the session ends without starting.
pub struct StartSignal(Sender<Option<Receiver<Infallible>>>);

impl StartSignal {
    /// Starts after the session that was in use before.
    pub fn after(self, before: Option<&TableSession>) {
        // If the new session's owner is already gone, nobody needs the signal.
        drop(self.0.send(before.map(|before| before.mailbox.owner_gone.clone())));
    }
}

/// The newest picture and the snapshot of its table.
pub struct Glance {
    /// The picture.
    pub frame: Frame,
    /// The snapshot of its table.
    pub table: Arc<Snapshot>,
}

impl TableSession {
    /// Makes a session of an opened source, with the saved calibration or the one named on the command line. Its owner
    /// waits for the start signal.
    ///
    /// # Errors
    /// When the system can't start a thread.
    pub fn open(
        source: OpenSource,
        named: (Option<&Path>, Option<&Path>),
        number: u64,
        windows: Arc<Windows>,
        trigger: FrameTrigger,
    ) -> Result<(Self, StartSignal), Trouble> {
        let (calibrated, shore, mut troubles) = source.recall(named);
        troubles.extend(source.recall_tray().err());
        let known_dice = match source.kept(source.folder.dice()) {
            Some(path) => {
                let (known, unread) = KeptDice::open(path, source.folder.dice_lessons());
                troubles.extend(unread);
                known
            }
            None => KeptDice::given(demo_dice()),
        };
        let kept = source.kept(source.folder.tray_camera());
        let (cameras, unread) = TrayCameras::recall(source.choice.clone(), source.opener.clone(), kept);
        troubles.extend(unread);
        let source = Arc::new(source);
        let epoch = Epoch::first_of(number);
        let snapshot = Snapshot::new(epoch, calibrated, shore);
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
        let from_above = KeptRectification::default();
        let shown = Arc::clone(&windows);
        let show = Box::new(move |dice| shown.show_dice(epoch, dice));
        let dice = DiceWatch::start(Arc::clone(&source), cameras, known_dice, show)?;
        let session = Self { source, windows, from_above, lens, dice, troubles, snapshot, mailbox };
        Ok((session, StartSignal(start)))
    }

    /// The newest snapshot of the table.
    pub fn now(&self) -> Arc<Snapshot> {
        self.snapshot.get()
    }

    /// The calibration and fleet.
    pub fn calibrated(&self) -> Arc<CalibratedTable> {
        Arc::clone(&self.now().calibrated)
    }

    /// Ends the session: its results are dropped from now on, and its owner stops.
    pub fn end(&self) {
        self.source.end();
        self.mailbox.wake();
    }

    /// The newest picture with its calibration, for the log; `None` if there is no picture. It never waits, because a
    /// camera that is off must not block a decision.
    pub fn photo(&self) -> Option<Picture> {
        photo_of(&self.source.frames.newest_full()?, &self.now().calibration_json)
    }

    /// The newest picture, waiting for the first one if necessary, and the newest snapshot.
    ///
    /// # Errors
    /// When there is no picture yet.
    pub fn glance(&self) -> Result<Glance, Trouble> {
        let frame = first_picture(&self.source.frames)?;
        Ok(Glance { frame, table: self.now() })
    }

    /// Runs `work` on the owner's thread to store a result that was made for this epoch.
    ///
    /// # Errors
    /// When source, table or fleet were changed meanwhile, or `work` fails.
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

    /// Does the same without waiting for the result.
    ///
    /// # Errors
    /// When the session is over.
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

    /// Reads something from the owner's state, for any epoch.
    ///
    /// # Errors
    /// When `read` panics, or the session is over.
    pub fn read_owner<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Owner) -> T + Send + 'static,
    ) -> Result<T, Trouble> {
        self.mailbox.ask(move |owner| Ok(read(owner)))
    }

    /// Runs `work` on the owner's thread, for any epoch.
    #[cfg(test)]
    pub fn with_owner<T: Send + 'static>(&self, work: impl FnOnce(&mut Owner) -> T + Send + 'static) -> T {
        self.mailbox
            .ask(move |owner| Ok(work(owner)))
            .unwrap_or_else(|trouble| panic!("{}", trouble.sentence))
    }

    /// The context of its lens wizard.
    #[cfg(test)]
    pub fn lens_context(&self) -> LensWizardContext {
        lens_context(&self.source, &self.mailbox)
    }

    /// Returns whether a snapshot can be read now without waiting.
    #[cfg(test)]
    pub fn can_be_read(&self) -> bool {
        self.snapshot.is_free()
    }
}

/// Starts the thread that signals new frames to the owner.
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

/// Waits until the session is in use and the previous owner is gone; returns false if that never happens.
fn wait_for_start(started: &Receiver<Option<Receiver<Infallible>>>) -> bool {
    match started.recv() {
        // The channel carries no messages; it closes.
        Ok(Some(before)) => before.recv().is_err(),
        Ok(None) => true,
        Err(_) => false,
    }
}

/// The context that the lens wizard gets from a session.
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
