//! The table itself: what a hand and a camera do with it, and the ground truth.

pub(crate) mod demo_table;
pub(crate) mod truth;
