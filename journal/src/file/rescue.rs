//! Rescues a campaign file that was moved, deleted or replaced while it was open: all acknowledged events are
//! saved where the file is found again, because a part may be only in a log that kept the old name.

use crate::error::{Away, JournalError};
use crate::file::copies::{free_name, keep_copy};
use crate::file::create::CreateError;
use crate::file::location::OpenedFile;
use crate::file::{connect, wal_ownership};
use crate::format::schema::Format;
use rusqlite::Connection;
use std::fs;
use std::path::{Path, PathBuf};

/// Saves everything that the connection of a lost file holds: into the file itself where that is known to be
/// safe, otherwise into a copy beside its old place. The returned error is for the caller that wanted to
/// write. With `FileAwayUnsaved` nothing could be saved, and only the connection still holds the data.
pub(crate) fn rescue(path: &Path, connection: &Connection, file: &OpenedFile) -> JournalError {
    let away = file.away();
    match save(path, connection, (file, &away)) {
        Ok(saved) => JournalError::FileAway { path: path.to_path_buf(), away, saved },
        Err(error) => JournalError::FileAwayUnsaved {
            path: path.to_path_buf(),
            away,
            detail: error.about(path).to_string(),
        },
    }
}

fn save(
    path: &Path,
    connection: &Connection,
    (file, away): (&OpenedFile, &Away),
) -> Result<PathBuf, CreateError> {
    match away {
        // If another file has taken the name, its program may write into the log that we share under that
        // name.
        Away::MovedTo(to)
            if path.symlink_metadata().is_err()
                && file.has_its_own_log_at(to)
                && fold_all(connection).unwrap_or(false) =>
        {
            Ok(to.clone())
        }
        _ => copy_out(path, connection),
    }
}

/// Folds the whole log into the file through the open handles; false where another reader keeps a part of it
/// back.
fn fold_all(connection: &Connection) -> rusqlite::Result<bool> {
    let busy: i64 = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    Ok(busy == 0)
}

/// A complete copy, beside the file's old place; an invalid copy is removed.
fn copy_out(path: &Path, connection: &Connection) -> Result<PathBuf, CreateError> {
    let copy = free_name(path, ".saved");
    keep_copy(connection, &copy)?;
    let checked = check(&copy);
    if checked.is_err() {
        // The copy is incomplete, so its name would mislead.
        let _ = fs::remove_file(&copy);
    }
    checked.map(|()| copy)
}

fn check(copy: &Path) -> Result<(), CreateError> {
    let alone = connect::alone(copy)?;
    let format = Format::current();
    wal_ownership::check_whole(copy, &alone, &format, format.version).map_err(CreateError::Unsound)
}
