//! Data files of a book: reading, faults with their place in the file, and what many states share.

pub(super) mod fault;
pub(super) mod rule_files;
pub(crate) mod shared;
