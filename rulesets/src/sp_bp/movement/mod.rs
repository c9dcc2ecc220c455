//! The movement phase: best speed and turn class, and the review of a move.

pub(super) mod house_procedures;
pub(super) mod review;
pub(super) mod speed;
