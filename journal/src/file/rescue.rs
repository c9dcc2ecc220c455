//! A campaign file that was moved, deleted or replaced while it was open: everything that was acknowledged is
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

/// Saves all that a connection holds whose file is away: into the file itself where that is known to be safe, else into
/// a copy beside where it stood. The error tells whoever wanted to write; with `FileAwayUnsaved` nothing could be saved,
/// and the connection alone still holds it.
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
        // Where another file has taken the name, its program may write into the log that we share with it by that name.
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

/// Folds the whole log into the file, by the handles that are open; false where another reader keeps a part of it back.
fn fold_all(connection: &Connection) -> rusqlite::Result<bool> {
    let busy: i64 = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    Ok(busy == 0)
}

/// A whole copy, beside where the file stood; what does not hold is not kept.
fn copy_out(path: &Path, connection: &Connection) -> Result<PathBuf, CreateError> {
    let copy = free_name(path, ".saved");
    keep_copy(connection, &copy)?;
    let checked = check(&copy);
    if checked.is_err() {
        // It holds less than its name promises.
        let _ = fs::remove_file(&copy);
    }
    checked.map(|()| copy)
}

fn check(copy: &Path) -> Result<(), CreateError> {
    let alone = connect::alone(copy)?;
    let format = Format::current();
    wal_ownership::check_whole(copy, &alone, &format, format.version).map_err(CreateError::Unsound)
}
