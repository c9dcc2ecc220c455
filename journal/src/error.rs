//! What can go wrong with a campaign file, one sentence each.

use std::path::PathBuf;

/// Why the campaign file could not be used. Each text says what is wrong, why, and what to do.
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
    /// A folder is at the path.
    #[error("{} is a folder, not a campaign file: choose a file inside it.", .path.display())]
    IsFolder {
        /// The path asked for.
        path: PathBuf,
    },
    /// The folder the file should stand in isn't there.
    #[error("The folder {} does not exist: make it first, or choose another place.", .folder.display())]
    NoFolder {
        /// The missing folder.
        folder: PathBuf,
    },
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
    /// Marked as a campaign file, but its tables aren't the ones this program makes.
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
    /// No room left.
    #[error(
        "The disk that holds {} is full, so the last step was not kept: make room, then do it again.",
        .path.display()
    )]
    DiskFull {
        /// The campaign file.
        path: PathBuf,
    },
    /// SQLite finds the file damaged.
    #[error(
        "{} is damaged ({detail}): keep it as it is, and continue from a copy made before.",
        .path.display()
    )]
    Damaged {
        /// The campaign file.
        path: PathBuf,
        /// What SQLite found.
        detail: String,
    },
    /// The chain of events doesn't hold.
    #[error("{fault} Keep the file {} as it is, and continue from a copy made before.", .path.display())]
    ChainBroken {
        /// The campaign file.
        path: PathBuf,
        /// What doesn't hold, and where.
        fault: ChainFault,
    },
    /// Somebody else appended to this battle meanwhile.
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
    /// The thread that owns the file has ended.
    #[error("The campaign file {} is closed: open the campaign again.", .path.display())]
    Closed {
        /// The campaign file.
        path: PathBuf,
    },
    /// Anything else SQLite or the system says.
    #[error("The campaign file {} could not be used ({detail}): try again, or use a copy.", .path.display())]
    Unusable {
        /// The campaign file.
        path: PathBuf,
        /// What was said.
        detail: String,
    },
}

/// The first place where the chain of events doesn't hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ChainFault {
    /// An event isn't as it was written.
    #[error("Event {seq} was changed after it was written.")]
    Changed {
        /// The event's sequence number.
        seq: i64,
    },
    /// An event is gone.
    #[error("Event {seq} is missing: it was removed after it was written.")]
    Missing {
        /// The first missing sequence number.
        seq: i64,
    },
    /// A photograph isn't as it was written.
    #[error("The photograph {photo} of event {seq} was changed after it was written.")]
    PhotoChanged {
        /// The photograph's id.
        photo: i64,
        /// The first event it belongs to.
        seq: i64,
    },
    /// A stored rule table isn't as it was written.
    #[error("The rule table \"{name}\" kept with battle {battle} was changed after it was written.")]
    RuleDataChanged {
        /// The battle.
        battle: i64,
        /// The table's name.
        name: String,
    },
    /// A guard against changes was taken away.
    #[error("The file's guard \"{guard}\" is missing: somebody took it away with another program.")]
    GuardMissing {
        /// The trigger's name.
        guard: String,
    },
}

/// What SQLite says, as a sentence about this file.
pub(crate) fn from_sqlite(path: &std::path::Path, error: &rusqlite::Error) -> JournalError {
    use rusqlite::ErrorCode;
    let path = path.to_path_buf();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => JournalError::Locked { path },
        Some(ErrorCode::DiskFull) => JournalError::DiskFull { path },
        Some(ErrorCode::ReadOnly) => JournalError::ReadOnly { path },
        Some(ErrorCode::NotADatabase) => JournalError::NotADatabase { path },
        Some(ErrorCode::DatabaseCorrupt) => JournalError::Damaged { path, detail: error.to_string() },
        _ => JournalError::Unusable { path, detail: error.to_string() },
    }
}
