//! The lens wizard's thread: it sleeps until a command comes, and ends with its session.

use crate::host::crash_report::caught;
use crate::host::threads::spawn;
use crate::ipc::lens::{LensWizardView, LensWord};
use crate::ipc::messages::Trouble;
use crate::table_session::epoch::changed_meanwhile;
use crate::table_session::latest::Latest;
use crate::table_session::lens::wizard_task::{LensWizardContext, LensWizardTask};
use crossbeam_channel::{Receiver, Sender, bounded};
use std::sync::Arc;

/// The most commands that can wait.
const WAITING: usize = 32;

/// The handle to the lens wizard: sends commands, reads its view.
pub struct LensWizardHandle {
    words: Sender<LensWord>,
    view: Arc<Latest<LensWizardView>>,
}

impl LensWizardHandle {
    /// Starts the wizard's thread.
    ///
    /// # Errors
    /// When the system can't start a thread.
    pub fn start(context: LensWizardContext) -> Result<Self, Trouble> {
        let (handle, words) = Self::new();
        let view = handle.latest();
        spawn("lens wizard", move || {
            // Made here because a wizard can't move to another thread.
            let mut task = LensWizardTask::new(context, words, view);
            while let Some(words) = task.wait() {
                if let Err(fault) = caught(|| task.go_on(words)) {
                    let told =
                        fault.told("The app made a mistake with the lens and broke this off: begin again");
                    task.break_off(told);
                }
            }
        })?;
        Ok(handle)
    }

    /// Makes a handle without a thread, and the commands for a wizard that the caller runs.
    pub fn new() -> (Self, Receiver<LensWord>) {
        let (words, heard) = bounded(WAITING);
        (Self { words, view: Arc::new(Latest::new(Arc::default())) }, heard)
    }

    /// Sends a command to the wizard.
    ///
    /// # Errors
    /// When the session is over.
    pub fn tell(&self, word: LensWord) -> Result<(), Trouble> {
        self.words.send(word).map_err(|_| changed_meanwhile())
    }

    /// Where the wizard publishes its view.
    pub fn latest(&self) -> Arc<Latest<LensWizardView>> {
        Arc::clone(&self.view)
    }

    /// The current state of the wizard.
    pub fn view(&self) -> LensWizardView {
        LensWizardView::clone(&self.view.get())
    }
}
