//! Events and what is kept beside them: the hash chain, and the rows they are read from.

pub(crate) mod chain;
pub(crate) mod rows;
pub(crate) mod stored;
