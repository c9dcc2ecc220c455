//! Formats on the disk: the schema of the database, and SQLite's write-ahead log.

pub(crate) mod schema;
pub(crate) mod wal;
