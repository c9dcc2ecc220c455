//! The pose of a hull on the table, and its parallax.

use calibration::TableCamera;
use geometry::{Heading, Point};
use std::f64::consts::FRAC_PI_2;

/// The pose of a hull: its middle and the heading of its bow.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HullPose {
    /// The middle of the hull.
    pub middle: Point,
    /// The heading of the bow.
    pub heading: Heading,
}

/// A hull within this of its earlier pose has not moved, inches and radians.
const SAME_PLACE_IN: f64 = 0.12;
const SAME_HEADING_RAD: f64 = 0.08;

impl HullPose {
    /// The point of the table `ahead_in` ahead of the middle and `starboard_in` to starboard.
    #[inline]
    pub fn point(self, ahead_in: f64, starboard_in: f64) -> Point {
        self.points()(ahead_in, starboard_in)
    }

    /// A function that maps points from the ship's frame to the table; faster than [`Self::point`] for many
    /// points.
    #[inline]
    pub fn points(self) -> impl Fn(f64, f64) -> Point {
        let (ax, ay) = self.heading.unit();
        move |ahead_in, starboard_in| {
            Point::new(
                self.middle.x_in + ahead_in * ax + starboard_in * ay,
                self.middle.y_in + ahead_in * ay - starboard_in * ax,
            )
        }
    }

    /// The pose after a step in the ship's frame and a clockwise turn.
    pub fn stepped(self, ahead_in: f64, starboard_in: f64, clockwise_rad: f64) -> Self {
        Self { middle: self.point(ahead_in, starboard_in), heading: self.heading.turned(clockwise_rad) }
    }

    /// The pose with bow and stern exchanged.
    pub fn reversed(self) -> Self {
        Self { middle: self.middle, heading: self.heading.turned(2.0 * FRAC_PI_2) }
    }

    /// True if both are the same place within the repeatability of a still hull, in either bow direction.
    pub fn is_at(self, other: Self) -> bool {
        let turn_rad = self.heading.angle_to(other.heading);
        self.middle.distance_in(other.middle) < SAME_PLACE_IN
            && turn_rad.min(2.0 * FRAC_PI_2 - turn_rad) < SAME_HEADING_RAD
    }

    /// A point of the table in the ship's frame: inches ahead and to starboard.
    #[inline]
    pub fn ship_frame(self, point: Point) -> (f64, f64) {
        let (ax, ay) = self.heading.unit();
        let (dx, dy) = (point.x_in - self.middle.x_in, point.y_in - self.middle.y_in);
        (dx * ax + dy * ay, dx * ay - dy * ax)
    }
}

/// Parallax of a ship: the apparent displacement of a point one inch higher, ahead and to starboard, inches
/// per inch of height.
pub fn lean_of(camera: &TableCamera, pose: HullPose) -> (f64, f64) {
    let (lean, (ax, ay)) = (camera.lean(pose.middle), pose.heading.unit());
    (lean.x * ax + lean.y * ay, lean.x * ay - lean.y * ax)
}
