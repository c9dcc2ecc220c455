//! Events and the data stored with them: the hash chain, and reading rows.

pub(crate) mod chain;
pub(crate) mod rows;
pub(crate) mod stored;
