//! What one ship sees of another: range, bearing, sectors, and what stands in the line of fire.

pub(crate) mod arc;
pub(crate) mod line_of_fire;
pub(crate) mod sight;
