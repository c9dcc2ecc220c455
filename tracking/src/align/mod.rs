//! Stage: alignment of detected hulls at full resolution, each by itself and jointly where hulls touch.

pub mod alignment;
pub mod touching;
