//! Data files of a book: parsing, faults with their place in the file, and data that copies of a state
//! share.

pub(super) mod book_tables;
pub(super) mod data_file;
pub(super) mod fault;
pub(super) mod rule_files;
pub(super) mod rule_options;
pub(crate) mod shared;
pub(super) mod values;
