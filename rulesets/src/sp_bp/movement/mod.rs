//! The movement phase: best speed and turn class, judging a move, and house procedures for contacts and
//! mines.

pub(super) mod house_procedures;
pub(super) mod review;
pub(super) mod speed;
