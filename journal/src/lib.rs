//! The campaign file: an append-only event store.
//!
//! A campaign is one SQLite file. Events are only ever appended, each carries the hash of the one before, and
//! an append returns only when its events are on the disk. The crate `disk` explains what that means on each
//! system: on Windows too the events themselves are flushed; only the name of a newly made file may be late.
//! One thread owns the connection; a [`Journal`] is a handle that may be cloned and sent between threads. The
//! journal does not interpret its data: kinds are text, bodies are bytes. It never reads a clock: times are
//! passed in.

mod error;
mod events;
mod file;
mod format;
mod salvage;
mod store;

pub use error::{Away, ChainFault, JournalError};
pub use events::stored::{
    Batch, BattleRow, ChainReport, Digest, Kept, NewBattle, NewEvent, NewPhoto, RuleData, StoredEvent,
    StoredPhoto, content_hash,
};
pub use file::open::is_campaign;
pub use salvage::{Beginning, LeftOut, LogFound, SalvageReport, SalvagedBattle, salvage};

use format::schema::Format;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;
use store::Store;

/// After this time without a command the log is folded into the file, so that a copy of the one file is
/// complete.
const PAUSE: Duration = Duration::from_secs(2);

/// The number of commands that may wait for the thread before senders block.
const QUEUE: usize = 16;

type Job = Box<dyn FnOnce(&mut Store) + Send>;

/// An open campaign file. Clones share one connection, which closes with the last of them.
#[derive(Debug, Clone)]
pub struct Journal {
    keeper: Arc<Keeper>,
}

/// Owns the thread that owns the connection.
#[derive(Debug)]
struct Keeper {
    path: PathBuf,
    jobs: Option<SyncSender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Keeper {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            // The connection is closed (and the log folded in) before the last handle is gone; the waiting
            // caller has already received the error of a panic there.
            let _ = thread.join();
        }
    }
}

impl Journal {
    /// Opens the campaign file at `path`, or creates it if nothing is there.
    ///
    /// # Errors
    /// As [`Journal::open`], and when a new file can't be created.
    pub fn create_or_open(path: &Path) -> Result<Self, JournalError> {
        disk::require_usable_name(path)?;
        if path.symlink_metadata().is_err() {
            file::create::create(path, &Format::current())?;
        }
        Self::open(path)
    }

    /// Opens an existing campaign file.
    ///
    /// # Errors
    /// One sentence for each possible fault; a refused file is left untouched.
    pub fn open(path: &Path) -> Result<Self, JournalError> {
        let mut store = Store::at(file::open::open(path, &Format::current())?)?;
        let path = store.path().to_path_buf();
        let (jobs, queue): (SyncSender<Job>, Receiver<Job>) = sync_channel(QUEUE);
        let thread = std::thread::Builder::new()
            .name("journal".to_owned())
            .spawn(move || {
                while let Some(job) = next_job(&queue, &mut store) {
                    job(&mut store);
                }
            })
            .map_err(|error| JournalError::Unusable { path: path.clone(), detail: error.to_string() })?;
        Ok(Self { keeper: Arc::new(Keeper { path, jobs: Some(jobs), thread: Some(thread) }) })
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.keeper.path
    }

    /// Begins a battle with its first events; returns when all of them are on the disk.
    ///
    /// # Errors
    /// When it could not be stored; then none of it was.
    pub fn begin_battle(&self, battle: NewBattle, batch: Batch) -> Result<Kept, JournalError> {
        self.run(move |store| store.begin_battle(&battle, &batch))
    }

    /// Appends the events of one decision to a battle whose last event is `after`; returns when all of them are
    /// on the disk.
    ///
    /// # Errors
    /// When the events could not be stored (then none of them was), and when another program has continued
    /// the battle.
    pub fn append(&self, battle: i64, after: i64, batch: Batch) -> Result<Kept, JournalError> {
        self.run(move |store| store.append(battle, after, &batch))
    }

    /// Checks that the file is still where it was opened, with everything stored in it: for use after the
    /// last write.
    ///
    /// # Errors
    /// The file's fate, and the file that has all acknowledged events.
    pub fn require_in_place(&self) -> Result<(), JournalError> {
        self.run(|store| store.require_in_place())
    }

    /// The campaign's battles, by number.
    ///
    /// # Errors
    /// When the file can't be read.
    pub fn battles(&self) -> Result<Vec<BattleRow>, JournalError> {
        self.run(|store| store.battles())
    }

    /// A battle's events, in order, with the chain checked from its first event to its last.
    ///
    /// # Errors
    /// When the campaign has no such battle, an event was changed or is missing, or the file can't be read.
    pub fn events(&self, battle: i64) -> Result<Vec<StoredEvent>, JournalError> {
        self.run(move |store| store.events(battle))
    }

    /// The rule data of a battle from its beginning, by name.
    ///
    /// # Errors
    /// When the file can't be read.
    pub fn rule_data(&self, battle: i64) -> Result<Vec<RuleData>, JournalError> {
        self.run(move |store| store.rule_data(battle))
    }

    /// One photograph.
    ///
    /// # Errors
    /// When the campaign has no such photograph or the file can't be read.
    pub fn photo(&self, photo: i64) -> Result<StoredPhoto, JournalError> {
        self.run(move |store| store.photo(photo))
    }

    /// Walks the whole file: SQLite's own integrity check, every event's hash and link, every photograph, every
    /// rule table.
    ///
    /// # Errors
    /// [`JournalError::ChainBroken`] names the first changed or missing event.
    pub fn verify_chain(&self) -> Result<ChainReport, JournalError> {
        self.run(|store| store.verify_chain())
    }

    /// Runs a job on the thread and waits for its answer.
    fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Store) -> Result<T, JournalError> + Send + 'static,
    ) -> Result<T, JournalError> {
        let closed = || JournalError::Closed { path: self.keeper.path.clone() };
        let (answer, answered) = sync_channel(1);
        let job: Job = Box::new(move |store| {
            // The caller has gone only if its thread ended; stored data stays stored.
            let _ = answer.send(work(store));
        });
        let jobs = self.keeper.jobs.as_ref().ok_or_else(closed)?;
        jobs.send(job).map_err(|_| closed())?;
        answered.recv().map_err(|_| closed())?
    }
}

/// The next command; none once no sender is left. A pause is used to fold the log in.
fn next_job(queue: &Receiver<Job>, store: &mut Store) -> Option<Job> {
    if store.has_unfolded_log() {
        match queue.recv_timeout(PAUSE) {
            Ok(job) => return Some(job),
            Err(RecvTimeoutError::Timeout) => store.fold_log(),
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    queue.recv().ok()
}
