//! From the cells of a piece to the polygon of its foot, and registration of polygons.

pub(super) mod foot;
pub(super) mod icp;
pub(super) mod polygon;
