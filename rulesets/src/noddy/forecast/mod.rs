//! Exact odds: evaluates every face of every die with the code that reads the real dice.

pub(super) mod odds;
pub(super) mod result_odds;
