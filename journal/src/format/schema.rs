//! The schema of the campaign file, and the mark that identifies it.

use rusqlite::Connection;
use rusqlite_migration::{M, Migrations};

/// "IrCT": distinguishes a campaign file from other SQLite files (`file` and `PRAGMA application_id` show
/// it).
pub(crate) const APPLICATION_ID: u32 = 0x4972_4354;

/// All migrations, oldest first. Append only: players' files were made by any of them.
const MIGRATION_LIST: &[M<'static>] = &[M::up(include_str!("schema1.sql"))];

/// The newest schema that this program supports, as counted by `user_version`.
pub(crate) const SCHEMA_VERSION: u32 = 1;

/// The readable formats of campaign files: all earlier schemas and the newest.
#[derive(Debug, Clone)]
pub(crate) struct Format {
    migrations: Migrations<'static>,
    /// The newest schema.
    pub version: u32,
}

impl Format {
    /// The format that this program reads and writes.
    pub(crate) fn current() -> Self {
        Self { migrations: Migrations::from_slice(MIGRATION_LIST), version: SCHEMA_VERSION }
    }

    /// Brings an empty or older file to the newest schema; each step is one transaction.
    pub(crate) fn migrate(&self, connection: &mut Connection) -> Result<(), rusqlite_migration::Error> {
        self.migrations.to_latest(connection)
    }

    /// The objects of one schema version as this program makes them.
    pub(crate) fn expected_objects(
        &self,
        version: u32,
    ) -> Result<Vec<SchemaObject>, rusqlite_migration::Error> {
        let mut fresh = Connection::open_in_memory()?;
        self.migrations.to_version(&mut fresh, version as usize)?;
        Ok(objects(&fresh)?)
    }
}

/// One object of a schema, as listed by SQLite.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SchemaObject {
    /// "table", "index", "trigger" or "view".
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Its SQL text; empty for objects that SQLite made itself.
    pub sql: String,
}

/// All objects of a file's schema, sorted.
pub(crate) fn objects(connection: &Connection) -> rusqlite::Result<Vec<SchemaObject>> {
    let mut statement =
        connection.prepare("SELECT type, name, coalesce(sql, '') FROM sqlite_schema ORDER BY type, name")?;
    let rows = statement
        .query_map([], |row| Ok(SchemaObject { kind: row.get(0)?, name: row.get(1)?, sql: row.get(2)? }))?;
    rows.collect()
}

#[cfg(test)]
impl Format {
    /// The format of a future program: today's schemas and one more.
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
