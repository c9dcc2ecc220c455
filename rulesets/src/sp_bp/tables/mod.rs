//! The sheet's tables: read from data files and checked when loaded.

pub(super) mod table_set;
