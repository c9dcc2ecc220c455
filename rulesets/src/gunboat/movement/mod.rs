//! The movement step: limits and legality of a move, reach, anchors and tows, drift, shoals and mines.

pub(super) mod actions;
pub(super) mod drift;
pub(super) mod hazards;
pub(super) mod reach;
pub(super) mod review;
