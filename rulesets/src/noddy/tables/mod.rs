//! The book's printed tables, its rule list and its options: read from data files and checked when loaded.

pub(super) mod rule_list;
pub(super) mod table_set;
