//! Exact odds: evaluates every face of every die with the code that reads the real dice.

pub(super) mod mortar_odds;
pub(super) mod odds;
pub(super) mod ram_odds;
