//! Opens a campaign file: every check comes before the first write.

use crate::error::{JournalError, from_sqlite, unusable};
use crate::events::chain;
use crate::file::create::require_writable;
use crate::file::open_in_process::{OpenHere, is_open_here};
use crate::file::schema_check::check_schema;
use crate::file::{connect, migrate, wal_ownership};
use crate::format::schema::{APPLICATION_ID, Format};
use crate::format::wal::{self, Log, word};
use disk::folder_of;
use rusqlite::Connection;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

/// The header of every SQLite file, and the places of the fields read here.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
const HEADER_BYTES: usize = 100;
const PAGE_BYTES_AT: usize = 16;
const USER_VERSION_AT: usize = 60;
const APPLICATION_ID_AT: usize = 68;

/// An open, checked file.
#[derive(Debug)]
pub(crate) struct Opened {
    /// The one connection; closes before `here` is dropped.
    pub connection: Connection,
    /// The real path, with links followed: the log is beside it.
    pub path: PathBuf,
    /// Keeps this program from reading the file without SQLite while it is open.
    pub here: OpenHere,
}

/// Opens an existing campaign file. A refused file and the log beside it keep every byte.
pub(crate) fn open(requested: &Path, format: &Format) -> Result<Opened, JournalError> {
    disk::require_usable_name(requested)?;
    let path = disk::canonical(requested).map_err(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => {
            JournalError::NotFound { path: requested.to_path_buf() }
        }
        _ => unusable(requested, &error),
    })?;
    let (here, already) = OpenHere::enter(&path);
    let log = check_without_sqlite(&path, format, already)?;
    let mut connection = connect::guarded(&path)?;
    let version = match check_with_sqlite(&path, &connection, format, &log) {
        Err(error) if !log.is_empty() => return Err(wal_ownership::blame_log(&path, format, error)),
        checked => checked?,
    };
    let say = |error: rusqlite::Error| from_sqlite(&path, &error);
    connect::fold_log_on_close(&connection).map_err(say)?;
    configure(&connection).map_err(say)?;
    if version < format.version {
        migrate::migrate(&path, &mut connection, format, version)?;
    }
    Ok(Opened { connection, path, here })
}

/// Checks with the file system and the bytes on the disk, before SQLite may touch anything.
fn check_without_sqlite(path: &Path, format: &Format, already_open: bool) -> Result<Log, JournalError> {
    let named = || path.to_path_buf();
    let metadata = fs::metadata(path).map_err(|error| unusable(path, &error))?;
    if metadata.is_dir() {
        return Err(JournalError::IsFolder { path: named() });
    }
    // Opening a pipe would block, and opening a device may have side effects.
    if !metadata.is_file() {
        return Err(JournalError::NotADatabase { path: named() });
    }
    let log = wal::read_log(&wal::log_path(path)).map_err(|error| unusable(path, &error))?;
    // This program has it open and has checked it: reading it without SQLite would drop SQLite's locks.
    if !already_open {
        let header = read_header(path, format)?;
        let page_bytes = u32::from(header.get(PAGE_BYTES_AT).copied().unwrap_or(0)) << 8
            | u32::from(header.get(PAGE_BYTES_AT + 1).copied().unwrap_or(0));
        // The field has two bytes: 1 means 65,536.
        let page_bytes = if page_bytes == 1 { 65_536 } else { page_bytes };
        if !log.is_empty() && log.page_bytes != page_bytes {
            return Err(JournalError::ForeignLog { path: named() });
        }
    }
    if log.is_damaged() {
        return Err(JournalError::LogDamaged { path: named() });
    }
    let rollback = fs::metadata(wal::with_suffix(path, "-journal"));
    if rollback.is_ok_and(|rollback| rollback.len() > 0) {
        return Err(JournalError::RollbackBeside { path: named() });
    }
    if metadata.permissions().readonly() {
        return Err(JournalError::ReadOnly { path: named() });
    }
    // The write-ahead log is beside the file.
    require_writable(&folder_of(path))?;
    Ok(log)
}

/// Tells whether the path is a campaign file of any version, or the log beside one. No other writer may write
/// there.
pub fn is_campaign(path: &Path) -> bool {
    if path.metadata().is_ok_and(|metadata| metadata.is_file())
        && (is_open_here(path) || has_our_header(path))
    {
        return true;
    }
    let name = path.to_string_lossy();
    ["-wal", "-shm"].iter().any(|ending| {
        name.strip_suffix(ending).is_some_and(|file| !file.is_empty() && is_campaign(Path::new(file)))
    })
}

fn has_our_header(path: &Path) -> bool {
    head_of(path)
        .is_ok_and(|head| head.starts_with(MAGIC) && word(&head, APPLICATION_ID_AT) == APPLICATION_ID)
}

fn head_of(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(HEADER_BYTES);
    File::open(path)?.take(HEADER_BYTES as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// The header of the file, if it is a campaign of a known version.
fn read_header(path: &Path, format: &Format) -> Result<Vec<u8>, JournalError> {
    let header = head_of(path).map_err(|error| unusable(path, &error))?;
    if header.len() < HEADER_BYTES || !header.starts_with(MAGIC) {
        return Err(JournalError::NotADatabase { path: path.to_path_buf() });
    }
    if word(&header, APPLICATION_ID_AT) != APPLICATION_ID {
        return Err(JournalError::AnotherApplications { path: path.to_path_buf() });
    }
    require_known(path, word(&header, USER_VERSION_AT), format)?;
    Ok(header)
}

/// Checks that need SQLite; returns the schema's version. The connection must not fold the log in on closing.
fn check_with_sqlite(
    path: &Path,
    connection: &Connection,
    format: &Format,
    log: &Log,
) -> Result<u32, JournalError> {
    let say = |error: rusqlite::Error| from_sqlite(path, &error);
    if connection.is_readonly(rusqlite::MAIN_DB).map_err(say)? {
        return Err(JournalError::ReadOnly { path: path.to_path_buf() });
    }
    let number = |pragma: &str| connection.pragma_query_value(None, pragma, |row| row.get::<_, u32>(0));
    if number("application_id").map_err(say)? != APPLICATION_ID {
        return Err(JournalError::AnotherApplications { path: path.to_path_buf() });
    }
    let version = number("user_version").map_err(say)?;
    require_known(path, version, format)?;
    // Fails if another program is writing at this moment.
    connection.execute_batch("BEGIN IMMEDIATE; ROLLBACK").map_err(say)?;
    connection.execute_batch("BEGIN").map_err(say)?;
    if log.is_empty() {
        check_schema(path, connection, format, version)?;
        chain::check_tail(connection).map_err(|walk| chain::from_walk(path, walk))?;
    } else {
        wal_ownership::check_whole(path, connection, format, version)?;
        wal_ownership::check_continuity(path, connection)?;
    }
    connection.execute_batch("ROLLBACK").map_err(say)?;
    Ok(version)
}

fn require_known(path: &Path, version: u32, format: &Format) -> Result<(), JournalError> {
    if version > format.version {
        let path = path.to_path_buf();
        return Err(JournalError::Newer { path, found: version, known: format.version });
    }
    Ok(())
}

/// Configures a connection that may write.
fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    require_setting(connection, "journal_mode", "wal")?;
    require_setting(connection, "synchronous", "2")?;
    require_setting(connection, "foreign_keys", "1")
}

/// SQLite silently ignores a setting that it can't apply; durability depends on ours, so each is read back.
fn require_setting(connection: &Connection, pragma: &str, wanted: &str) -> rusqlite::Result<()> {
    let found = connection.pragma_query_value(None, pragma, |row| {
        Ok(match row.get_ref(0)? {
            rusqlite::types::ValueRef::Integer(number) => number.to_string(),
            other => other.as_str()?.to_owned(),
        })
    })?;
    if found == wanted {
        Ok(())
    } else {
        Err(rusqlite::Error::SqliteFailure(
            rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_MISUSE),
            Some(format!("{pragma} is {found}, {wanted} is needed")),
        ))
    }
}
