//! Places on the table, and the outlines of ships there.

use crate::plane::heading::Heading;
use serde::{Deserialize, Serialize};

/// A point of the table plane, inches.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Inches east of the south-west corner.
    pub x_in: f64,
    /// Inches north of the south-west corner.
    pub y_in: f64,
}

impl Point {
    /// A point from its coordinates in inches.
    pub fn new(x_in: f64, y_in: f64) -> Self {
        Self { x_in, y_in }
    }

    /// The straight distance to another point, inches.
    pub fn distance_in(self, other: Self) -> f64 {
        (self.x_in - other.x_in).hypot(self.y_in - other.y_in)
    }

    /// The direction from here to another point.
    pub fn heading_to(self, other: Self) -> Heading {
        Heading::of_vector(other.x_in - self.x_in, other.y_in - self.y_in)
    }

    /// The point `distance_in` away in direction `heading`.
    pub fn moved(self, heading: Heading, distance_in: f64) -> Self {
        self.moved_along(heading.unit(), distance_in)
    }

    /// The point `distance_in` away along a unit vector, east and north.
    fn moved_along(self, (east, north): (f64, f64), distance_in: f64) -> Self {
        Self::new(self.x_in + east * distance_in, self.y_in + north * distance_in)
    }
}

/// A ship's place: the point of the table straight below its stack (or turret), and its heading.
///
/// The stack, not the hull's centre, is the reference point: ranges are measured from it, and it moves on the
/// turning circle (GUN-19, GUN-29).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Pose {
    /// Below the stack.
    pub stack: Point,
    /// The direction of the bow.
    pub heading: Heading,
}

/// The plan of a hull, inches.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct HullShape {
    /// From stem to stern.
    pub length_in: f64,
    /// Greatest width.
    pub beam_in: f64,
    /// The distance from the hull's centre forward to the stack (negative: abaft the centre).
    pub stack_ahead_in: f64,
}

/// Fractions of half the length and half the beam, clockwise from the stem: a plan with a pointed bow,
/// parallel sides and a rounded stern, close enough to every model for lines of fire and contact.
const PLAN: [(f64, f64); 11] = [
    (1.0, 0.0),
    (0.72, 0.62),
    (0.40, 1.0),
    (-0.60, 1.0),
    (-0.90, 0.72),
    (-1.0, 0.30),
    (-1.0, -0.30),
    (-0.90, -0.72),
    (-0.60, -1.0),
    (0.40, -1.0),
    (0.72, -0.62),
];

impl HullShape {
    /// The centre of the hull of a ship at `pose`.
    pub fn middle(&self, pose: Pose) -> Point {
        pose.stack.moved(pose.heading, -self.stack_ahead_in)
    }

    /// The outline on the table of a ship at `pose`: a closed convex polygon (first point not repeated), clockwise
    /// from the stem.
    pub fn outline(&self, pose: Pose) -> Vec<Point> {
        self.corners(pose).to_vec()
    }

    /// The corners of that outline.
    pub(crate) fn corners(&self, pose: Pose) -> [Point; PLAN.len()] {
        let ahead_unit = pose.heading.unit();
        let abeam_unit = pose.heading.turned(std::f64::consts::FRAC_PI_2).unit();
        let middle = pose.stack.moved_along(ahead_unit, -self.stack_ahead_in);
        PLAN.map(|(ahead, starboard)| {
            middle
                .moved_along(ahead_unit, ahead * self.length_in / 2.0)
                .moved_along(abeam_unit, starboard * self.beam_in / 2.0)
        })
    }
}
