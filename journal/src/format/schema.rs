//! The tables of the campaign file and what marks the file as ours.

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};

/// "IrCT": tells a campaign file from every other SQLite file (`file` and `PRAGMA application_id` show it).
pub(crate) const APPLICATION_ID: u32 = 0x4972_4354;

/// All migrations, oldest first. Append only: a file in a player's hands was made by one of them.
const MIGRATION_LIST: &[M<'static>] = &[M::up(include_str!("schema1.sql"))];

/// The newest schema this program knows, as `user_version` counts it.
pub(crate) const SCHEMA_VERSION: u32 = 1;

/// The formats of campaign files that can be read: every schema there ever was, and the newest.
#[derive(Debug, Clone)]
pub(crate) struct Format {
    migrations: Migrations<'static>,
    /// The newest schema.
    pub version: u32,
}

impl Format {
    /// What this program reads and writes.
    pub(crate) fn current() -> Self {
        Self { migrations: Migrations::from_slice(MIGRATION_LIST), version: SCHEMA_VERSION }
    }

    /// Brings an empty or older file to the newest schema; each step is one transaction.
    pub(crate) fn migrate(&self, connection: &mut Connection) -> Result<(), rusqlite_migration::Error> {
        self.migrations.to_latest(connection)
    }

    /// The schema of one version as this program makes it.
    pub(crate) fn expected_objects(
        &self,
        version: u32,
    ) -> Result<Vec<SchemaObject>, rusqlite_migration::Error> {
        let mut fresh = Connection::open_in_memory()?;
        self.migrations.to_version(&mut fresh, version as usize)?;
        Ok(objects(&fresh)?)
    }
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

#[cfg(test)]
impl Format {
    /// A program of tomorrow: today's schemas and one more.
    pub(crate) fn with_one_more(sql: &'static str) -> Self {
        let mut list = MIGRATION_LIST.to_vec();
        list.push(M::up(sql));
        Self { migrations: Migrations::new(list), version: SCHEMA_VERSION + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migrations_are_sound_and_end_at_the_known_version() {
        let format = Format::current();
        format.migrations.validate().unwrap();
        let mut fresh = Connection::open_in_memory().unwrap();
        format.migrate(&mut fresh).unwrap();
        let version: u32 = fresh.query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
        assert_eq!(version, SCHEMA_VERSION);
    }
}
