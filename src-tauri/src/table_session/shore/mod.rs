//! The shore of the table in use.

pub(crate) mod find;
pub(crate) mod pieces;
pub(crate) mod requests;
#[cfg(test)]
mod tests;
pub(crate) mod view;
