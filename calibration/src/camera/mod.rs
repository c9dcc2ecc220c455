//! The camera model: lens, pose over the table, projection with derivatives, resampled pictures.

pub(crate) mod coverage;
pub(crate) mod model;
pub(crate) mod projection;
pub(crate) mod rectify;
pub(crate) mod warp;
