//! Errors of a campaign file, one sentence each.

use std::path::{Path, PathBuf};

/// The fate of a file that is no longer under its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Away {
    /// It has another name now.
    MovedTo(PathBuf),
    /// Another file has its name, and its new place can't be found.
    Replaced,
    /// It was deleted, or moved to a place that can't be found.
    Gone,
}

impl std::fmt::Display for Away {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::MovedTo(path) => write!(f, "moved to {}", path.display()),
            Self::Replaced => f.write_str("replaced by another file"),
            Self::Gone => f.write_str("deleted or moved away"),
        }
    }
}

/// The reasons why a campaign file can't be used. Each text says what is wrong, why, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JournalError {
    /// Nothing is at the path.
    #[error(
        "There is no campaign file at {}: check the path, or start a new campaign there.",
        .path.display()
    )]
    NotFound {
        /// The path asked for.
        path: PathBuf,
    },
    /// The path leads to a folder.
    #[error("{} is a folder, not a campaign file: choose a file inside it.", .path.display())]
    IsFolder {
        /// The path asked for.
        path: PathBuf,
    },
    /// The folder for the file doesn't exist.
    #[error("The folder {} does not exist: make it first, or choose another place.", .folder.display())]
    NoFolder {
        /// The missing folder.
        folder: PathBuf,
    },
    /// Not a valid file name on this system.
    #[error(transparent)]
    Name(#[from] disk::NameError),
    /// The file isn't a SQLite file.
    #[error(
        "{} is not a campaign file (it is not a database at all): choose another file; it was left untouched.",
        .path.display()
    )]
    NotADatabase {
        /// The path asked for.
        path: PathBuf,
    },
    /// A SQLite file of another application.
    #[error(
        "{} is a database of another application, not a campaign file: choose another file; it was left \
         untouched.",
        .path.display()
    )]
    AnotherApplications {
        /// The path asked for.
        path: PathBuf,
    },
    /// A newer program made the file.
    #[error(
        "{} was written by a newer version of this program (format {found}, this one knows up to {known}): \
         update the program; the file was left untouched.",
        .path.display()
    )]
    Newer {
        /// The path asked for.
        path: PathBuf,
        /// The file's format.
        found: u32,
        /// The newest format known here.
        known: u32,
    },
    /// Marked as a campaign file, but with other tables than this program makes.
    #[error(
        "{} is marked as a campaign file, but its {object} is not as this program makes it: somebody changed \
         it with another program, so it is not used; take a copy of it from before.",
        .path.display()
    )]
    StrangeSchema {
        /// The path asked for.
        path: PathBuf,
        /// The first object that differs ("table events").
        object: String,
    },
    /// The file or its folder can't be written.
    #[error(
        "{} is read-only, and a battle writes as it goes: allow writing to it, or copy the campaign to a \
         folder where you may write.",
        .path.display()
    )]
    ReadOnly {
        /// The file or folder that can't be written.
        path: PathBuf,
    },
    /// Another process holds the file.
    #[error(
        "{} is in use by another program: close the other window or program that has it open, then try again.",
        .path.display()
    )]
    Locked {
        /// The campaign file.
        path: PathBuf,
    },
    /// The disk is full.
    #[error(
        "The disk that holds {} is full, so the last step was not kept: make room, then do it again.",
        .path.display()
    )]
    DiskFull {
        /// The campaign file.
        path: PathBuf,
    },
    /// One event or photograph exceeds the size limit.
    #[error(
        "A part of the last step is too large for {} (64 MiB is the most for one picture or event), so the step was \
         not kept: use a smaller picture, then do it again.",
        .path.display()
    )]
    TooLarge {
        /// The campaign file.
        path: PathBuf,
    },
    /// The write-ahead log beside the file belongs to another file.
    #[error(
        "The file {} beside the campaign {} does not belong to it: it was left there by another campaign or another \
         copy of this one, and using it would overwrite what is in the campaign. Both were left untouched: move that \
         file elsewhere and open the campaign again, or put the campaign back that it came with.",
        crate::format::wal::log_path(.path).display(),
        .path.display()
    )]
    ForeignLog {
        /// The campaign file.
        path: PathBuf,
    },
    /// The write-ahead log beside the file has steps that can't be read.
    #[error(
        "The last steps of the campaign {} stand in the file {} beside it, which is damaged: both were left untouched; \
         save what can be saved with 'ironclad-table salvage', or continue from a copy made before.",
        .path.display(),
        crate::format::wal::log_path(.path).display()
    )]
    LogDamaged {
        /// The campaign file.
        path: PathBuf,
    },
    /// A rollback journal is beside the file.
    #[error(
        "The file {}-journal beside the campaign was not made by this program, and using it would overwrite what is in \
         the campaign. Both were left untouched: move that file elsewhere and open the campaign again.",
        .path.display()
    )]
    RollbackBeside {
        /// The campaign file.
        path: PathBuf,
    },
    /// The path for a new file is taken.
    #[error("There is something at {} already, and nothing is ever replaced: choose a new name.", .path.display())]
    AlreadyThere {
        /// The path asked for.
        path: PathBuf,
    },
    /// Salvage found no battle.
    #[error(
        "Nothing can be saved from {}: no battle in it has a beginning that can be read. It was left as it is.",
        .path.display()
    )]
    NothingToSave {
        /// The damaged file.
        path: PathBuf,
    },
    /// The migration of an older file failed.
    #[error(
        "{} was made by an older version of this program and could not be brought up to date ({detail}): it is as it \
         was, and a copy of it is {}; go on with the version that made it, and please report this.",
        .path.display(),
        .copy.display()
    )]
    NotMigrated {
        /// The campaign file.
        path: PathBuf,
        /// The copy made before the migration.
        copy: PathBuf,
        /// The message.
        detail: String,
    },
    /// SQLite finds the file damaged.
    #[error(
        "{} is damaged ({detail}): keep it as it is, and continue from a copy made before, or save what can be saved \
         with 'ironclad-table salvage'.",
        .path.display()
    )]
    Damaged {
        /// The campaign file.
        path: PathBuf,
        /// SQLite's finding.
        detail: String,
    },
    /// The chain of events is broken.
    #[error("{fault} Keep the file {} as it is, and continue from a copy made before.", .path.display())]
    ChainBroken {
        /// The campaign file.
        path: PathBuf,
        /// The fault and its place.
        fault: ChainFault,
    },
    /// Another process appended to this battle in the meantime.
    #[error(
        "Another program has gone on with battle {battle} since it was opened here: open the battle again to \
         see where it stands."
    )]
    GoneOnElsewhere {
        /// The battle's number.
        battle: i64,
    },
    /// The campaign has no such battle.
    #[error("This campaign has no battle {battle}: choose one from its list of battles.")]
    NoSuchBattle {
        /// The number asked for.
        battle: i64,
    },
    /// The campaign has no such photograph.
    #[error("This campaign has no photograph {photo}: choose one that the log shows.")]
    NoSuchPhoto {
        /// The id asked for.
        photo: i64,
    },
    /// The file lost its name while it was open.
    #[error(
        "The campaign file {} was {away} while it was open here, so the last step was not kept; everything before it \
         is in {}: put that file back under the old name and do the last step again, or go on from it where it is.",
        .path.display(),
        .saved.display()
    )]
    FileAway {
        /// The path where it was.
        path: PathBuf,
        /// The outcome.
        away: Away,
        /// The file with all acknowledged events.
        saved: PathBuf,
    },
    /// The file lost its name while it was open, and its content could not be saved.
    #[error(
        "The campaign file {} was {away} while it was open here, and what it holds can't be saved beside it: {detail} \
         Leave this program running, put the file back or make room there, and do the last step again: it was not kept.",
        .path.display()
    )]
    FileAwayUnsaved {
        /// The path where it was.
        path: PathBuf,
        /// The outcome.
        away: Away,
        /// The reason why it could not be saved, as a sentence.
        detail: String,
    },
    /// The thread that owns the file has ended.
    #[error("The campaign file {} is closed: open the campaign again.", .path.display())]
    Closed {
        /// The campaign file.
        path: PathBuf,
    },
    /// Any other message of SQLite or the system.
    #[error("The campaign file {} could not be used ({detail}): try again, or use a copy.", .path.display())]
    Unusable {
        /// The campaign file.
        path: PathBuf,
        /// The message.
        detail: String,
    },
}

/// The first fault in the chain of events.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChainFault {
    /// An event differs from what was written.
    #[error("Event {seq} was changed after it was written.")]
    Changed {
        /// The event's sequence number.
        seq: i64,
    },
    /// An event is missing.
    #[error("Event {seq} is missing: it was removed after it was written.")]
    Missing {
        /// The first missing sequence number.
        seq: i64,
    },
    /// A photograph differs from what was written.
    #[error("The photograph {photo} of event {seq} was changed after it was written.")]
    PhotoChanged {
        /// The photograph's id.
        photo: i64,
        /// The first event it belongs to.
        seq: i64,
    },
    /// A stored rule table differs from what was written.
    #[error("The rule table \"{name}\" kept with battle {battle} was changed after it was written.")]
    RuleDataChanged {
        /// The battle.
        battle: i64,
        /// The table's name.
        name: String,
    },
    /// A guard against changes is missing.
    #[error("The file's guard \"{guard}\" is missing: somebody took it away with another program.")]
    GuardMissing {
        /// The trigger's name.
        guard: String,
    },
}

/// Turns an error of SQLite into a sentence about this file.
pub(crate) fn from_sqlite(path: &std::path::Path, error: &rusqlite::Error) -> JournalError {
    use rusqlite::ErrorCode;
    let path = path.to_path_buf();
    // A value of the wrong type for its column, or a missing row that must exist.
    if let rusqlite::Error::InvalidColumnType(..)
    | rusqlite::Error::IntegralValueOutOfRange(..)
    | rusqlite::Error::FromSqlConversionFailure(..)
    | rusqlite::Error::Utf8Error(..)
    | rusqlite::Error::QueryReturnedNoRows = error
    {
        return JournalError::Damaged { path, detail: error.to_string() };
    }
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => JournalError::Locked { path },
        Some(ErrorCode::DiskFull) => JournalError::DiskFull { path },
        Some(ErrorCode::TooBig) => JournalError::TooLarge { path },
        Some(ErrorCode::ReadOnly) => JournalError::ReadOnly { path },
        Some(ErrorCode::NotADatabase) => JournalError::NotADatabase { path },
        Some(ErrorCode::DatabaseCorrupt) => JournalError::Damaged { path, detail: error.to_string() },
        _ => JournalError::Unusable { path, detail: error.to_string() },
    }
}

/// The error for a file that the operating system refuses.
pub(crate) fn unusable(path: &Path, error: &dyn std::error::Error) -> JournalError {
    JournalError::Unusable { path: path.to_path_buf(), detail: error.to_string() }
}
