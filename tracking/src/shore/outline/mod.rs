//! From cells of a piece to the polygon of its foot, and polygons laid on one another.

pub(super) mod foot;
pub(super) mod icp;
pub(super) mod polygon;
