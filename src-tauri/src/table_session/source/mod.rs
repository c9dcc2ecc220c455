//! Where frames come from, and pictures as bytes.

pub(crate) mod choices;
pub(crate) mod encoding;
pub(crate) mod frame_rate;
pub(crate) mod gallery;
pub(crate) mod phone_cameras;
pub(crate) mod picture_rate;
