//! The sheet's tables and the book's options: read from data files and checked when loaded.

pub(super) mod table_set;
