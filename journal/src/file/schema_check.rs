//! Whether a campaign file has exactly the tables, views and triggers that this program made.

use crate::error::{JournalError, from_sqlite, unusable};
use crate::format::schema::{self, Format};
use rusqlite::Connection;
use std::path::Path;

/// Nothing may be there that this program didn't make: a stranger's trigger or view would run inside our
/// statements. A missing guard (trigger) is let through: `verify_chain` names it, and what was changed first.
pub(crate) fn check_schema(
    path: &Path,
    connection: &Connection,
    format: &Format,
    version: u32,
) -> Result<(), JournalError> {
    let found = schema::objects(connection).map_err(|error| from_sqlite(path, &error))?;
    let expected = expected_objects(path, format, version)?;
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
    let format = Format::current();
    Ok(expected_objects(path, &format, format.version)?
        .into_iter()
        .find(|object| object.kind == "trigger" && !found.contains(object))
        .map(|object| object.name))
}

fn expected_objects(
    path: &Path,
    format: &Format,
    version: u32,
) -> Result<Vec<schema::SchemaObject>, JournalError> {
    format.expected_objects(version).map_err(|error| unusable(path, &error))
}
