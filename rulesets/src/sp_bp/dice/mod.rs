//! Dice that are due: they are thrown, and their faces are read by the book's tables.

pub(super) mod crew_tests;
pub(super) mod resolve;
pub(super) mod throw;
