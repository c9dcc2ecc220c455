//! One point correspondence: a known point of a flat target and its pixel.

use crate::camera::model::Pixel;
use nalgebra::Vector2;

/// A known point of a flat target and its pixel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Correspondence {
    /// Its place on the target, inches (z is 0).
    pub target_in: Vector2<f64>,
    /// Where it is seen.
    pub pixel: Pixel,
    /// Its displacement by a bloom of one pixel, pixels; zero where bloom cancels.
    pub inward: Vector2<f64>,
}
