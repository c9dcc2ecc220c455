//! Exact odds: every face of every die, read by the code that reads the battle's own dice.

pub(super) mod odds;
pub(super) mod result_odds;
