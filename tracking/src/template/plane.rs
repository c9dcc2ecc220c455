//! A plane parallel to the table, as the camera sees it.

use crate::background::signal::{Signal, SignalMap};
use calibration::TableCamera;
use geometry::Point;

/// A plane parallel to the table, and the camera that sees it.
#[derive(Debug, Clone, Copy)]
pub struct Plane<'a> {
    /// The camera.
    pub camera: &'a TableCamera,
    /// Height over the table, inches.
    pub height_in: f64,
}

impl Plane<'_> {
    /// The signal at a point of the plane; `None` outside the map.
    #[inline]
    pub fn sample(&self, map: &SignalMap, point: Point) -> Option<Signal> {
        map.sample(self.camera.pixel_from_table(point, self.height_in)?)
    }
}
