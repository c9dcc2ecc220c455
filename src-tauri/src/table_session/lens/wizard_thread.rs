//! The lens wizard's thread: it sleeps until somebody says something to it, and ends with its session.

use crate::host::crash_report::caught;
use crate::host::threads::spawn;
use crate::ipc::lens::{LensWizardView, LensWord};
use crate::ipc::messages::Trouble;
use crate::table_session::epoch::changed_meanwhile;
use crate::table_session::latest::Latest;
use crate::table_session::lens::wizard_task::{LensWizardContext, LensWizardTask};
use crossbeam_channel::{Receiver, Sender, bounded};
use std::sync::Arc;

/// So many words wait at most.
const WAITING: usize = 32;

/// What players and the lens wizard leave for each other.
pub struct LensWizardHandle {
    words: Sender<LensWord>,
    view: Arc<Latest<LensWizardView>>,
}

impl LensWizardHandle {
    /// Starts the wizard's thread.
    ///
    /// # Errors
    /// The machine gives no thread.
    pub fn start(context: LensWizardContext) -> Result<Self, Trouble> {
        let (handle, words) = Self::new();
        let view = handle.latest();
        spawn("lens wizard", move || {
            // Made here: a wizard stays on its thread.
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

    /// The same, and the words for a wizard that somebody else drives.
    pub fn new() -> (Self, Receiver<LensWord>) {
        let (words, heard) = bounded(WAITING);
        (Self { words, view: Arc::new(Latest::new(Arc::default())) }, heard)
    }

    /// Tells the lens wizard something.
    ///
    /// # Errors
    /// The session is over.
    pub fn tell(&self, word: LensWord) -> Result<(), Trouble> {
        self.words.send(word).map_err(|_| changed_meanwhile())
    }

    /// Where the wizard leaves how it stands.
    pub fn latest(&self) -> Arc<Latest<LensWizardView>> {
        Arc::clone(&self.view)
    }

    /// The lens wizard as it stands.
    pub fn view(&self) -> LensWizardView {
        LensWizardView::clone(&self.view.get())
    }
}
