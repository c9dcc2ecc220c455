//! Checks that a campaign file has exactly the tables, views and triggers that this program makes.

use crate::error::{JournalError, from_sqlite, unusable};
use crate::format::schema::{self, Format};
use rusqlite::Connection;
use std::path::Path;

/// Refuses foreign objects: a stranger's trigger or view would run inside our statements. A missing guard
/// (trigger) is accepted here: `verify_chain` reports it, after any changed event.
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

/// The first guard against changes that is missing from the file.
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
