//! What lies on the disk: the schema of the database, and the write-ahead log of SQLite.

pub(crate) mod schema;
pub(crate) mod wal;
