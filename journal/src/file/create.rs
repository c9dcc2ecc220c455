//! Creates a new campaign file.

use crate::error::{JournalError, from_sqlite};
use crate::format::schema::{APPLICATION_ID, Format};
use crate::format::wal::with_suffix;
use disk::{flush_file, flush_folder, folder_of, remove_file, rename, takes_files};
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Creates a new, empty campaign file under another name and renames it, so that a crash leaves no partial
/// file. Nothing at `path` is ever replaced.
pub(crate) fn create(path: &Path, format: &Format) -> Result<(), JournalError> {
    disk::require_usable_name(path)?;
    let folder = folder_of(path);
    if !folder.is_dir() {
        return Err(JournalError::NoFolder { folder });
    }
    require_writable(&folder)?;
    let draft = own_name(path, ".new");
    let made = write_empty(&draft, format).and_then(|()| Ok(put_in_place(&draft, path)?));
    // After a rename there is no draft; a left-over draft is harmless.
    let _ = remove_file(&draft);
    made.map_err(|error| error.about(path))
}

/// A name beside a file for an incomplete one, unique among programs and threads.
pub(crate) fn own_name(path: &Path, ending: &str) -> PathBuf {
    static GIVEN: AtomicU64 = AtomicU64::new(0);
    let number = || GIVEN.fetch_add(1, Ordering::Relaxed);
    let name = || with_suffix(path, &format!("{ending}-{}-{}", std::process::id(), number()));
    // An existing one was left over by a crash.
    std::iter::repeat_with(name).find(|name| name.symlink_metadata().is_err()).unwrap_or_else(name)
}

/// Gives a complete file its name; an existing file is never replaced.
pub(crate) fn put_in_place(draft: &Path, path: &Path) -> io::Result<()> {
    // A hard link, unlike a rename, never replaces a file that has appeared in the meantime.
    fs::hard_link(draft, path)
        .or_else(|error| if path.exists() { Err(error) } else { rename(draft, path) })?;
    flush_folder(&folder_of(path));
    Ok(())
}

/// An error in creating a file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CreateError {
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    #[error(transparent)]
    Migration(#[from] rusqlite_migration::Error),
    #[error(transparent)]
    Unsound(JournalError),
}

impl CreateError {
    /// As a sentence about the file to be created.
    pub(crate) fn about(self, path: &Path) -> JournalError {
        use std::io::ErrorKind;
        match self {
            Self::Io(error) => match error.kind() {
                _ if disk::is_held(&error) => JournalError::Locked { path: path.to_path_buf() },
                ErrorKind::ReadOnlyFilesystem => JournalError::ReadOnly { path: folder_of(path) },
                // Access is denied for many reasons; the folder is named only if it takes no files.
                ErrorKind::PermissionDenied if !takes_files(&folder_of(path)) => {
                    JournalError::ReadOnly { path: folder_of(path) }
                }
                ErrorKind::StorageFull => JournalError::DiskFull { path: path.to_path_buf() },
                _ => JournalError::Unusable { path: path.to_path_buf(), detail: error.to_string() },
            },
            Self::Sqlite(error) => from_sqlite(path, &error),
            Self::Migration(error) => {
                JournalError::Unusable { path: path.to_path_buf(), detail: error.to_string() }
            }
            Self::Unsound(error) => error,
        }
    }
}

/// Writes an empty campaign and closes it, so that all of it is in one file. It is in WAL mode from the
/// start: a rollback journal never belongs to a campaign file.
fn write_empty(draft: &Path, format: &Format) -> Result<(), CreateError> {
    File::create_new(draft)?;
    let mut connection = Connection::open_with_flags(
        draft,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    format.migrate(&mut connection)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.close().map_err(|(_, error)| error)?;
    flush_file(draft)?;
    Ok(())
}

/// Refuses a folder that is marked read-only. On Windows that mark means something else for a folder (an own
/// icon or place, as "Documents" usually has): there SQLite finds out.
pub(crate) fn require_writable(folder: &Path) -> Result<(), JournalError> {
    match fs::metadata(folder) {
        Ok(metadata) if cfg!(unix) && metadata.permissions().readonly() => {
            Err(JournalError::ReadOnly { path: folder.to_path_buf() })
        }
        _ => Ok(()),
    }
}
