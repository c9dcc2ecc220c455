//! Connections to a file that may come from a stranger.

use crate::error::{JournalError, from_sqlite};
use percent_encoding::{NON_ALPHANUMERIC, percent_encode};
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use std::time::Duration;

/// The wait for another program's short write, before the file counts as locked.
const BUSY_WAIT: Duration = Duration::from_millis(800);

/// The first SQLite version whose WAL reset can't corrupt a file.
const OLDEST_SQLITE: i32 = 3_051_003;

/// Limits for what a campaign file can demand of SQLite. The journal itself stays far below them.
const LIMITS: [(Limit, i32); 10] = [
    // The largest photograph or event body, and the largest allocation that a hostile file can cause.
    (Limit::SQLITE_LIMIT_LENGTH, 64 << 20),
    (Limit::SQLITE_LIMIT_SQL_LENGTH, 64 << 10),
    (Limit::SQLITE_LIMIT_COLUMN, 64),
    (Limit::SQLITE_LIMIT_EXPR_DEPTH, 64),
    (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 8),
    (Limit::SQLITE_LIMIT_FUNCTION_ARG, 16),
    (Limit::SQLITE_LIMIT_ATTACHED, 0),
    (Limit::SQLITE_LIMIT_VARIABLE_NUMBER, 64),
    (Limit::SQLITE_LIMIT_TRIGGER_DEPTH, 4),
    (Limit::SQLITE_LIMIT_WORKER_THREADS, 0),
];

/// Opens a guarded connection that may write. It leaves the write-ahead log alone on closing until
/// [`fold_log_on_close`].
pub(crate) fn guarded(path: &Path) -> Result<Connection, JournalError> {
    if rusqlite::version_number() < OLDEST_SQLITE {
        let detail = format!("SQLite {} is too old, 3.51.3 is needed", rusqlite::version());
        return Err(JournalError::Unusable { path: path.to_path_buf(), detail });
    }
    let flags =
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let connection = Connection::open_with_flags(path, flags).map_err(|error| from_sqlite(path, &error))?;
    guard(&connection).map_err(|error| from_sqlite(path, &error))?;
    Ok(connection)
}

/// Opens the file alone: ignores any log beside it, takes no lock, never writes.
pub(crate) fn alone(path: &Path) -> rusqlite::Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(immutable_uri(path), flags)?;
    guard(&connection)?;
    Ok(connection)
}

/// From now on the log is folded into the file when the last connection closes, which is SQLite's default.
pub(crate) fn fold_log_on_close(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false).map(|_| ())
}

/// Folds in the part of the log that no reader needs.
pub(crate) fn fold_log(connection: &Connection) -> rusqlite::Result<()> {
    connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()))
}

/// Disables everything in a file except holding data.
fn guard(connection: &Connection) -> rusqlite::Result<()> {
    for (setting, on) in [
        (DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true),
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
        (DbConfig::SQLITE_DBCONFIG_DQS_DML, false),
    ] {
        connection.set_db_config(setting, on)?;
    }
    for (limit, most) in LIMITS {
        connection.set_limit(limit, most)?;
    }
    connection.busy_timeout(BUSY_WAIT)?;
    // Each page is checked before anything in it is trusted.
    connection.pragma_update(None, "cell_size_check", true)
}

/// The slashes are encoded too: SQLite would take what follows two of them at the beginning for a server's name.
fn immutable_uri(path: &Path) -> String {
    format!("file:{}?immutable=1", percent_encode(path.as_os_str().as_encoded_bytes(), NON_ALPHANUMERIC))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linked_sqlite_has_no_wal_reset_bug() {
        assert!(rusqlite::version_number() >= OLDEST_SQLITE, "linked SQLite is {}", rusqlite::version());
    }

    #[test]
    fn a_path_with_odd_letters_is_still_the_same_file() {
        let folder = tempfile::tempdir().unwrap();
        // File names on Windows can't have a question mark.
        let sign = if cfg!(windows) { '&' } else { '?' };
        let path = folder.path().join(format!("Évening #1 50%{sign}mode=rw.ironclad"));
        Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 7").unwrap();
        let version: u32 =
            alone(&path).unwrap().query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
        assert_eq!(version, 7);
    }

    #[cfg(unix)]
    #[test]
    fn two_slashes_at_the_beginning_of_a_path_are_no_server() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("evening.ironclad");
        Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 7").unwrap();
        let two_slashes = format!("/{}", path.display());
        let version =
            alone(Path::new(&two_slashes)).unwrap().query_row("PRAGMA user_version", [], |row| row.get(0));
        assert_eq!(version, Ok(7));
    }
}
