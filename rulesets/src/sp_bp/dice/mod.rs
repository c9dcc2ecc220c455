//! Dice that are due: they are thrown, and their faces are read by the sheet's tables and tests.

pub(super) mod crew_tests;
pub(super) mod resolve;
pub(super) mod throw;
