//! Ships and other things as convex solids, and where they may stand.

pub(crate) mod clutter;
pub(crate) mod placement;
pub(crate) mod ships;
pub(crate) mod solids;
