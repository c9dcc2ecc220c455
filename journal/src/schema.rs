//! The tables of the campaign file and what marks the file as ours.

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};

/// "IrCT": tells a campaign file from every other SQLite file (`file` and `PRAGMA application_id` show it).
pub(crate) const APPLICATION_ID: u32 = 0x4972_4354;

/// All migrations, oldest first. Append only: a file in a player's hands was made by one of them.
const MIGRATION_LIST: &[M<'static>] = &[M::up(include_str!("schema1.sql"))];
const MIGRATIONS: Migrations<'static> = Migrations::from_slice(MIGRATION_LIST);

/// The newest schema this program knows, as `user_version` counts it.
pub(crate) const SCHEMA_VERSION: u32 = 1;

/// Brings an empty or older file to [`SCHEMA_VERSION`].
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), rusqlite_migration::Error> {
    MIGRATIONS.to_latest(connection)
}

/// One object of a schema as SQLite lists it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SchemaObject {
    /// "table", "index", "trigger" or "view".
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Its text; empty for what SQLite made itself.
    pub sql: String,
}

/// Everything a file's schema holds, sorted.
pub(crate) fn objects(connection: &Connection) -> rusqlite::Result<Vec<SchemaObject>> {
    let mut statement =
        connection.prepare("SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY type, name")?;
    let rows = statement
        .query_map([], |row| Ok(SchemaObject { kind: row.get(0)?, name: row.get(1)?, sql: row.get(2)? }))?;
    rows.collect()
}

/// The schema as this program makes it.
pub(crate) fn expected_objects() -> Result<Vec<SchemaObject>, rusqlite_migration::Error> {
    let mut fresh = Connection::open_in_memory()?;
    migrate(&mut fresh)?;
    Ok(objects(&fresh)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrations_are_sound_and_end_at_the_known_version() {
        MIGRATIONS.validate().unwrap();
        let mut fresh = Connection::open_in_memory().unwrap();
        migrate(&mut fresh).unwrap();
        let version: u32 = fresh.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
        assert_eq!(version, SCHEMA_VERSION);
    }

    #[test]
    fn linked_sqlite_has_no_wal_reset_bug() {
        // Before 3.51.3 a WAL reset could corrupt the file.
        assert!(
            rusqlite::version_number() >= 3_051_003,
            "linked SQLite is {}, at least 3.51.3 is needed",
            rusqlite::version()
        );
    }
}
