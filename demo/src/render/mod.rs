//! The renderer: lines of sight, ground, shadows, then the sensor (blur, vignetting, gamma, noise).

pub(crate) mod arm;
pub(crate) mod board;
pub(crate) mod film;
pub(crate) mod ground;
pub(crate) mod hand;
pub(crate) mod lighting;
pub(crate) mod limb;
pub(crate) mod mat;
pub(crate) mod noise;
pub(crate) mod rays;
pub(crate) mod scene;
