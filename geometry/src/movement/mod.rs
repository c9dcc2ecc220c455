//! Ways over the table: paths of legs, shortest paths, steering, reach, and hazards on the way.

pub(crate) mod course;
pub(crate) mod dubins;
pub(crate) mod hazard;
pub(crate) mod path;
pub(crate) mod reach;
pub(crate) mod slack;
pub(crate) mod steering;
