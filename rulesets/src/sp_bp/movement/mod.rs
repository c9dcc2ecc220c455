//! The movement phase: best speed and turn class, the review of a move, and house procedures for what a ship runs into.

pub(super) mod house_procedures;
pub(super) mod review;
pub(super) mod speed;
