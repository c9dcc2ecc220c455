//! The book's printed tables and its rule list: read from data files and checked when loaded.

pub(super) mod rule_list;
pub(super) mod table_set;
