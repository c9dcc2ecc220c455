//! Salvage: reads what is readable of a damaged campaign file.
//!
//! Works on a copy of the file and its log, and keeps SQLite away from the damage: rows are read directly
//! from the pages, wherever they are, and an event counts only if its hash is valid. As events never change,
//! any valid copy is the event. Valid rows go into a new campaign with an identity of its own; events keep
//! their numbers, and a link of the chain replaces lost ones ([`LostEvents`]).
//!
//! A battle can't be continued after a gap: it is kept up to the last complete decision before the first
//! event that is or may be missing. The index of the battles' events tells the battle of a lost event; where
//! it doesn't, the event may belong to any battle that had begun.

mod chosen;
mod finds;
mod pages;
mod records;
mod report;

pub use report::{LeftOut, LogFound, SalvageReport, SalvagedBattle};

use crate::error::JournalError;
use crate::file::create::{self, CreateError, own_name};
use crate::file::open_in_process::OpenHere;
use crate::format::schema::Format;
use crate::format::wal::{self, Log, with_suffix};
pub use chosen::Beginning;
use chosen::ChosenRows;
use finds::Finds;
use pages::Pages;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Saves the readable part of `damaged` into a new campaign at `out`; `damaged` and its log are only read.
///
/// # Errors
/// When `damaged` doesn't exist or this program has it open, `out` exists or can't be written, or nothing can
/// be saved.
pub fn salvage(damaged: &Path, out: &Path, beginning: Beginning<'_>) -> Result<SalvageReport, JournalError> {
    if !damaged.is_file() {
        return Err(JournalError::NotFound { path: damaged.to_path_buf() });
    }
    disk::require_usable_name(out)?;
    if out.symlink_metadata().is_ok() {
        return Err(JournalError::AlreadyThere { path: out.to_path_buf() });
    }
    let unusable =
        |error: io::Error| JournalError::Unusable { path: damaged.to_path_buf(), detail: error.to_string() };
    let (_here, already) = OpenHere::enter(&disk::canonical(damaged).map_err(unusable)?);
    if already {
        return Err(JournalError::Locked { path: damaged.to_path_buf() });
    }
    let copy = Copy::make(damaged, out).map_err(unusable)?;
    let log = wal::read_log(&copy.log).map_err(unusable)?;
    let mut pages = copy.pages(&log).map_err(unusable)?;
    let finds = Finds::gather(&mut pages).map_err(unusable)?;
    let kept = ChosenRows::choose(&finds, beginning);
    if kept.events.is_empty() {
        return Err(JournalError::NothingToSave { path: damaged.to_path_buf() });
    }
    // Under another name until it is complete.
    let draft = Draft::beside(out);
    create::create(&draft.0, &Format::current())?;
    kept.write(&finds, &mut pages, &draft.0).map_err(|error| error.about(out))?;
    create::put_in_place(&draft.0, out).map_err(|error| CreateError::from(error).about(out))?;
    Ok(report::of(&finds, &kept, &log))
}

/// The new campaign while it is written; removed when this is dropped.
struct Draft(PathBuf);

impl Draft {
    fn beside(out: &Path) -> Self {
        Self(own_name(out, ".salvage"))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(with_suffix(&self.0, ending));
        }
    }
}

/// Copies of the file and its log, removed when this is dropped.
struct Copy {
    file: PathBuf,
    log: PathBuf,
}

impl Copy {
    fn make(damaged: &Path, out: &Path) -> io::Result<Self> {
        let file = own_name(out, ".salvage");
        let copy = Self { log: wal::log_path(&file), file };
        fs::copy(damaged, &copy.file)?;
        let log = wal::log_path(damaged);
        if log.is_file() {
            fs::copy(log, &copy.log)?;
        }
        Ok(copy)
    }

    fn pages(&self, log: &Log) -> io::Result<Pages> {
        let log_file = if self.log.is_file() { Some(File::open(&self.log)?) } else { None };
        Pages::new(File::open(&self.file)?, log_file, log)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        // Left-over copies are harmless.
        let _ = fs::remove_file(&self.file);
        let _ = fs::remove_file(&self.log);
    }
}
