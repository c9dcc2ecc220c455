//! The book's tables and options: read from data files and checked when loaded.

pub(super) mod table_set;
