//! Sighting: range, bearing, sectors, and obstacles in the line of fire.

pub(crate) mod arc;
pub(crate) mod line_of_fire;
pub(crate) mod sight;
