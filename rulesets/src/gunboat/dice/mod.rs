//! Dice that are due: they are thrown, and their faces are read by the book's tables.

pub(super) mod resolve;
pub(super) mod throw;
