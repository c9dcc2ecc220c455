//! Data files of a book: parsing, faults with their place in the file, and data that copies of a state
//! share.

pub(super) mod book_tables;
pub(super) mod data_file;
pub(super) mod fault;
pub(super) mod rule_files;
pub(crate) mod shared;
pub(crate) mod shared_map;
