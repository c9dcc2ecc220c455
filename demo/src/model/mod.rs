//! Ships and other objects as convex solids, and where they can be placed.

pub(crate) mod base;
pub(crate) mod clutter;
pub(crate) mod placement;
pub(crate) mod rig;
pub(crate) mod ships;
pub(crate) mod solids;
