//! Dice: throwing those that are due, and reading their faces by the sheet's tables and tests.

pub(super) mod crew_tests;
pub(super) mod resolve;
pub(super) mod throw;
