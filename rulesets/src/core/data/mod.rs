//! Data of a book: its files, with faults at their place in the file; how tables, options, words and values are declared;
//! and data that copies of a state share.

pub(super) mod book_tables;
pub(super) mod data_file;
pub(super) mod fault;
pub(super) mod rule_files;
pub(super) mod rule_options;
pub(crate) mod shared;
pub(crate) mod shared_map;
pub(super) mod values;
pub(super) mod worded;
