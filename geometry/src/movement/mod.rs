//! Ways over the table: paths leg by leg, the shortest ones, steering, reach, and what is met on the way.

pub(crate) mod course;
pub(crate) mod dubins;
pub(crate) mod hazard;
pub(crate) mod path;
pub(crate) mod reach;
pub(crate) mod slack;
pub(crate) mod steering;
