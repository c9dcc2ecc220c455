//! From the newest frame to what is said of ships: the vision thread, names, corrections by hand, questions, ranges.

pub(crate) mod corrections;
pub(crate) mod questions;
pub(crate) mod range_readout;
pub(crate) mod recognition;
pub(crate) mod supervised_thread;
pub(crate) mod vision_thread;
