//! Stage: alignment of detected hulls at full resolution, one by one, and jointly where hulls touch.

pub mod alignment;
pub mod touching;
