//! The book's printed tables and its rule list: read from data files and checked when loaded.

pub(super) mod hazard_files;
pub(super) mod row_walk;
pub(super) mod rule_list;
pub(super) mod special_files;
pub(super) mod table_files;
pub(super) mod table_set;
