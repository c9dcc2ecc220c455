//! Complete copies of an open campaign, including its log.

use crate::file::create::CreateError;
use crate::format::wal::with_suffix;
use disk::{flush_file, flush_folder, folder_of, rename};
use rusqlite::backup::Backup;
use rusqlite::{Connection, OpenFlags};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Pages copied at a time.
const PAGES_A_STEP: i32 = 4096;

/// An unused name beside the file: its own with an ending, and a number where that is taken.
pub(crate) fn free_name(path: &Path, ending: &str) -> PathBuf {
    let first = with_suffix(path, ending);
    let others = (2..).map(|number| with_suffix(path, &format!("{ending}-{number}")));
    std::iter::once(first.clone())
        .chain(others)
        .find(|name| name.symlink_metadata().is_err())
        .unwrap_or(first)
}

/// Copies with SQLite's backup: the copy includes the log, and is complete or doesn't exist.
pub(crate) fn keep_copy(connection: &Connection, copy: &Path) -> Result<(), CreateError> {
    let draft = with_suffix(copy, ".part");
    let copied = write_copy(connection, &draft).and_then(|()| {
        rename(&draft, copy)?;
        flush_folder(&folder_of(copy));
        Ok(())
    });
    if copied.is_err() {
        // The caller reports the error; half a copy is useless.
        let _ = fs::remove_file(&draft);
    }
    copied
}

fn write_copy(connection: &Connection, draft: &Path) -> Result<(), CreateError> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut copy = Connection::open_with_flags(draft, flags)?;
    Backup::new(connection, &mut copy)?.run_to_completion(PAGES_A_STEP, Duration::ZERO, None)?;
    copy.close().map_err(|(_, error)| error)?;
    flush_file(draft)?;
    Ok(())
}
