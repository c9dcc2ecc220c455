//! Opening a campaign file: everything that could be wrong is looked for before anything is written.

use crate::chain::{self, Walk};
use crate::error::{JournalError, from_sqlite};
use crate::schema::{self, APPLICATION_ID, SCHEMA_VERSION};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long another program's short write is waited for before the file counts as locked.
const BUSY_WAIT: Duration = Duration::from_millis(800);

/// The head of every SQLite file.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";
const HEADER_BYTES: usize = 100;
const USER_VERSION_AT: usize = 60;
const APPLICATION_ID_AT: usize = 68;

/// Makes a new, empty campaign file. It is made under another name and renamed, so that a crash leaves no half
/// of one; nothing that stands at `path` is ever replaced.
pub(crate) fn create(path: &Path) -> Result<(), JournalError> {
    let folder = folder_of(path);
    if !folder.is_dir() {
        return Err(JournalError::NoFolder { folder });
    }
    require_writable(&folder)?;
    let mut draft_name = path.file_name().unwrap_or_default().to_os_string();
    draft_name.push(format!(".new-{}", std::process::id()));
    let draft = folder.join(draft_name);
    let made = write_empty(&draft).and_then(|()| {
        // A hard link, unlike a rename, never replaces a file that appeared meanwhile.
        fs::hard_link(&draft, path)
            .or_else(|error| if path.exists() { Err(error) } else { fs::rename(&draft, path) })?;
        sync_folder(&folder);
        Ok(())
    });
    // After a rename there is no draft any more; a left-over draft is harmless but untidy.
    let _ = fs::remove_file(&draft);
    made.map_err(|error| match error {
        CreateError::Io(error) if error.kind() == std::io::ErrorKind::PermissionDenied => {
            JournalError::ReadOnly { path: folder }
        }
        CreateError::Io(error) if error.kind() == std::io::ErrorKind::ReadOnlyFilesystem => {
            JournalError::ReadOnly { path: folder }
        }
        CreateError::Io(error) if error.kind() == std::io::ErrorKind::StorageFull => {
            JournalError::DiskFull { path: path.to_path_buf() }
        }
        CreateError::Io(error) => {
            JournalError::Unusable { path: path.to_path_buf(), detail: error.to_string() }
        }
        CreateError::Sqlite(error) => from_sqlite(path, &error),
        CreateError::Migration(error) => {
            JournalError::Unusable { path: path.to_path_buf(), detail: error.to_string() }
        }
    })
}

#[derive(Debug, thiserror::Error)]
enum CreateError {
    #[error(transparent)]
    Io(#[from] std::io::Error),
    #[error(transparent)]
    Sqlite(#[from] rusqlite::Error),
    #[error(transparent)]
    Migration(#[from] rusqlite_migration::Error),
}

/// Writes an empty campaign in rollback mode, so that all of it stands in one file.
fn write_empty(draft: &Path) -> Result<(), CreateError> {
    File::create_new(draft)?;
    let mut connection = Connection::open_with_flags(
        draft,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    schema::migrate(&mut connection)?;
    connection.close().map_err(|(_, error)| error)?;
    File::open(draft)?.sync_all()?;
    Ok(())
}

/// Makes the new name itself durable. Not every system lets a folder be opened; there the rename stands alone.
fn sync_folder(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// Opens an existing campaign file. A file that is refused keeps every byte it had.
pub(crate) fn open(path: &Path) -> Result<Connection, JournalError> {
    check_without_sqlite(path)?;
    let connection = Connection::open_with_flags(
        path,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )
    .map_err(|error| from_sqlite(path, &error))?;
    check_with_sqlite(path, &connection)?;
    configure(&connection).map_err(|error| from_sqlite(path, &error))?;
    Ok(connection)
}

/// What can be told from the file system and the first bytes, before SQLite may touch anything.
fn check_without_sqlite(path: &Path) -> Result<(), JournalError> {
    let named = || path.to_path_buf();
    let metadata = fs::metadata(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => {
            JournalError::NotFound { path: named() }
        }
        _ => JournalError::Unusable { path: named(), detail: error.to_string() },
    })?;
    if metadata.is_dir() {
        return Err(JournalError::IsFolder { path: named() });
    }
    let mut header = Vec::with_capacity(HEADER_BYTES);
    File::open(path)
        .and_then(|file| file.take(HEADER_BYTES as u64).read_to_end(&mut header))
        .map_err(|error| JournalError::Unusable { path: named(), detail: error.to_string() })?;
    if header.len() < HEADER_BYTES || !header.starts_with(MAGIC) {
        return Err(JournalError::NotADatabase { path: named() });
    }
    if big_endian(&header, APPLICATION_ID_AT) != APPLICATION_ID {
        return Err(JournalError::AnotherApplications { path: named() });
    }
    let version = big_endian(&header, USER_VERSION_AT);
    if version > SCHEMA_VERSION {
        return Err(JournalError::Newer { path: named(), found: version, known: SCHEMA_VERSION });
    }
    if metadata.permissions().readonly() {
        return Err(JournalError::ReadOnly { path: named() });
    }
    // The write-ahead log stands beside the file.
    require_writable(&folder_of(path))
}

/// What only SQLite can tell; on the way out of a refusal it must not fold the write-ahead log into the file.
fn check_with_sqlite(path: &Path, connection: &Connection) -> Result<(), JournalError> {
    let say = |error: rusqlite::Error| from_sqlite(path, &error);
    connection.busy_timeout(BUSY_WAIT).map_err(say)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).map_err(say)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true).map_err(say)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false).map_err(say)?;
    if connection.is_readonly(rusqlite::MAIN_DB).map_err(say)? {
        return Err(JournalError::ReadOnly { path: path.to_path_buf() });
    }
    let version: u32 = connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(say)?;
    if version > SCHEMA_VERSION {
        return Err(JournalError::Newer { path: path.to_path_buf(), found: version, known: SCHEMA_VERSION });
    }
    check_schema(path, connection)?;
    // Another program that is writing right now shows itself here.
    connection.execute_batch("BEGIN IMMEDIATE; ROLLBACK").map_err(say)?;
    chain::check_tail(connection).map_err(|walk| from_walk(path, walk))?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false).map_err(say)?;
    Ok(())
}

/// Nothing may be there that this program didn't make: a stranger's trigger or view would run inside our
/// statements. A missing guard (trigger) is let through: `verify_chain` names it, and what was changed first.
fn check_schema(path: &Path, connection: &Connection) -> Result<(), JournalError> {
    let found = schema::objects(connection).map_err(|error| from_sqlite(path, &error))?;
    let expected = expected_objects(path)?;
    let strange = found
        .iter()
        .find(|object| !expected.contains(object))
        .or_else(|| expected.iter().find(|object| object.kind != "trigger" && !found.contains(object)));
    match strange {
        Some(object) => Err(JournalError::StrangeSchema {
            path: path.to_path_buf(),
            object: format!("{} {}", object.kind, object.name),
        }),
        None => Ok(()),
    }
}

/// The first guard against changes that the file should have and hasn't.
pub(crate) fn missing_guard(path: &Path, connection: &Connection) -> Result<Option<String>, JournalError> {
    let found = schema::objects(connection).map_err(|error| from_sqlite(path, &error))?;
    Ok(expected_objects(path)?
        .into_iter()
        .find(|object| object.kind == "trigger" && !found.contains(object))
        .map(|object| object.name))
}

fn expected_objects(path: &Path) -> Result<Vec<schema::SchemaObject>, JournalError> {
    schema::expected_objects()
        .map_err(|error| JournalError::Unusable { path: path.to_path_buf(), detail: error.to_string() })
}

/// A broken walk as an error about this file.
pub(crate) fn from_walk(path: &Path, walk: Walk) -> JournalError {
    match walk {
        Walk::Sqlite(error) => from_sqlite(path, &error),
        Walk::Fault(fault) => JournalError::ChainBroken { path: path.to_path_buf(), fault },
    }
}

/// Settings of every connection that may write.
fn configure(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    require_setting(connection, "journal_mode", "wal")?;
    require_setting(connection, "synchronous", "2")?;
    require_setting(connection, "foreign_keys", "1")
}

/// SQLite ignores a setting it can't make; ours are promises, so each is read back.
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

fn require_writable(folder: &Path) -> Result<(), JournalError> {
    match fs::metadata(folder) {
        Ok(metadata) if metadata.permissions().readonly() => {
            Err(JournalError::ReadOnly { path: folder.to_path_buf() })
        }
        _ => Ok(()),
    }
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

fn big_endian(header: &[u8], at: usize) -> u32 {
    header.get(at..at + 4).map_or(0, |bytes| bytes.iter().fold(0, |sum, &byte| sum << 8 | u32::from(byte)))
}
