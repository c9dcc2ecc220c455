//! The shore of the current table.

pub(crate) mod find;
pub(crate) mod pieces;
pub(crate) mod requests;
#[cfg(test)]
mod tests;
pub(crate) mod view;
