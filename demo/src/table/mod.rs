//! The demo table: moving ships, taking pictures, and the ground truth.

pub(crate) mod demo_table;
mod dice;
pub(crate) mod hand;
pub(crate) mod truth;
