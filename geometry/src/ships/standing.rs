//! A ship on the table: its outline, and the uncertainty of each of its points.

use crate::plane::heading::{Heading, wrap_tau};
use crate::plane::measure::Measured;
use crate::plane::outline::{self, SAME_PLACE_IN};
use crate::plane::place::{HullShape, Point, Pose};
use crate::ships::camera_error::{CameraError, PlaceError, apart_sigma_in, sum_sigma_in};
use crate::ships::observation::Observation;
use serde::{Deserialize, Serialize};

/// A ship on the table, with the outline that counts (its hull's, or its base's) and its errors.
///
/// The errors: a model is measured by its outline, so the place of its *middle* and its heading err
/// independently; any other point `p` errs in addition by the heading's error times its lever arm. Along a
/// unit vector `u` `sigma_p(u)^2 = sigma_middle^2 + (sigma_heading * (turn(p - middle) . u))^2`, where `turn`
/// is a quarter turn clockwise (first-order propagation; Mikhail & Ackermann, "Observations and Least
/// Squares", 1976, ch. 4). An [`Observation`] gives the stack's sigma as the mean of both axes, so with the
/// stack `a` ahead of the middle `sigma_middle^2 = sigma_stack^2 - (a * sigma_heading)^2 / 2`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// Its pose.
    pub pose: Pose,
    /// The centre of its outline, about which position and heading err independently.
    pub middle: Point,
    /// Its outline on the table.
    pub outline: Vec<Point>,
    /// Standard deviation of the middle along each axis, inches.
    pub middle_sigma_in: f64,
    /// Standard deviation of the heading, radians.
    pub heading_sigma_rad: f64,
    /// The part of the middle's error shared with other ships, where it is known
    /// ([`Observation::camera_error`]).
    #[serde(skip)]
    pub camera_error: Option<CameraError>,
}

impl Standing {
    /// A ship whose hull counts for contact and for blocking.
    pub fn of_hull(seen: &Observation, hull: &HullShape) -> Self {
        Self::with_outline(seen, hull.middle(seen.pose), hull.outline(seen.pose))
    }

    /// A ship for which another outline than its hull's counts, such as its base: corners as (ahead,
    /// starboard) of the stack, inches.
    pub fn of_base(seen: &Observation, corners: &[(f64, f64)]) -> Self {
        let Pose { stack, heading } = seen.pose;
        let abeam = heading.turned(std::f64::consts::FRAC_PI_2);
        let outline: Vec<Point> = corners
            .iter()
            .map(|&(ahead, starboard)| stack.moved(heading, ahead).moved(abeam, starboard))
            .collect();
        Self::with_outline(seen, outline::middle(&outline), outline)
    }

    /// A ship with a stated pose: no errors.
    pub fn exact(pose: Pose, hull: &HullShape) -> Self {
        Self {
            pose,
            middle: hull.middle(pose),
            outline: hull.outline(pose),
            middle_sigma_in: 0.0,
            heading_sigma_rad: 0.0,
            camera_error: None,
        }
    }

    fn with_outline(seen: &Observation, middle: Point, outline: Vec<Point>) -> Self {
        let lever_in = seen.pose.stack.distance_in(middle);
        let by_heading_in2 = (lever_in * seen.heading_sigma_rad).powi(2) / 2.0;
        Self {
            pose: seen.pose,
            middle,
            outline,
            middle_sigma_in: (seen.sigma_in.powi(2) - by_heading_in2).max(0.0).sqrt(),
            heading_sigma_rad: seen.heading_sigma_rad,
            camera_error: seen.camera_error.clone(),
        }
    }

    /// Returns true if place and heading have no errors.
    pub(crate) fn is_exact(&self) -> bool {
        self.middle_sigma_in == 0.0 && self.heading_sigma_rad == 0.0 && self.camera_error.is_none()
    }

    /// The distance from the middle forward to the stack, inches.
    pub fn stack_ahead_in(&self) -> f64 {
        self.along_keel_in(self.pose.stack)
    }

    /// The distance of a point ahead of the middle, along the keel, inches.
    pub fn along_keel_in(&self, point: Point) -> f64 {
        dot(offset(self.middle, point), self.pose.heading.unit())
    }

    /// The distance of a point to starboard of the keel, inches.
    pub fn starboard_in(&self, point: Point) -> f64 {
        dot(offset(self.middle, point), clockwise(self.pose.heading.unit()))
    }

    /// The standard deviation of a point fixed to the ship along a direction, inches.
    pub fn point_sigma_in(&self, point: Point, along: Heading) -> f64 {
        self.middle_sigma_in.hypot(self.heading_sigma_rad * self.lever_in(point, along.unit()))
    }

    /// The error of the middle along any direction.
    fn middle_error(&self) -> PlaceError<'_> {
        PlaceError { sigma_in: self.middle_sigma_in, camera: self.camera_error.as_ref() }
    }

    /// The error of a point fixed to the ship along a direction.
    pub(crate) fn point_error(&self, point: Point, along: Heading) -> PlaceError<'_> {
        PlaceError { sigma_in: self.point_sigma_in(point, along), camera: self.camera_error.as_ref() }
    }

    /// The standard deviation along a direction of the vector from a point fixed to this ship to one fixed to
    /// another, inches. Errors that one camera adds to both cancel.
    pub fn between_sigma_in(&self, point: Point, other: &Self, others: Point, along: Heading) -> f64 {
        let (from, to) = (self.point_error(point, along), other.point_error(others, along));
        sum_sigma_in(&[(-1.0, from), (1.0, to)], along.unit())
    }

    /// The same for the two middles, along each axis (root mean square over directions).
    pub(crate) fn middles_sigma_in(&self, other: &Self) -> f64 {
        apart_sigma_in(self.middle_error(), other.middle_error())
    }

    /// The movement of a point fixed to the ship along `along` per radian of the ship's clockwise turn.
    fn lever_in(&self, point: Point, along: (f64, f64)) -> f64 {
        dot(clockwise(offset(self.middle, point)), along)
    }

    /// The distance between two stacks, inches, with the sigma along the line between them.
    pub fn range_in(&self, to: &Self) -> Measured {
        let (from, end) = (self.pose.stack, to.pose.stack);
        let sight = from.heading_to(end);
        Measured::new(from.distance_in(end), self.between_sigma_in(from, to, end, sight))
    }

    /// The bearing of the stack of `to`, clockwise from this ship's bow: radians in `[0, 2 pi)`.
    pub fn bearing_rad(&self, to: &Self) -> Measured {
        self.bearing_of_point_rad(to, to.pose.stack)
    }

    /// The bearing of a point of `to` from this ship's stack, clockwise from its bow: radians in `[0, 2 pi)`.
    ///
    /// Sigma, to first order, with the sight line's length `d` and the quarter turn `n` of its direction:
    /// both middles err across the line (`s_12`: one relative to the other, with common camera errors
    /// cancelled), the target's heading moves the point by its lever arm, and this ship's heading both turns
    /// the bow and moves the stack: `(s_12^2 + (l_2 sigma_h2)^2) / d^2 + (1 + l_1 / d)^2 sigma_h1^2`. It
    /// never exceeds pi.
    pub fn bearing_of_point_rad(&self, to: &Self, point: Point) -> Measured {
        let from = self.pose.stack;
        let distance_in = from.distance_in(point);
        if distance_in < SAME_PLACE_IN {
            return Measured::new(0.0, std::f64::consts::PI);
        }
        let sight = from.heading_to(point);
        let across = clockwise(sight.unit());
        let middles = [(-1.0, self.middle_error()), (1.0, to.middle_error())];
        let sight_sigma_rad = sum_sigma_in(&middles, across) / distance_in;
        let target_turn_rad = to.heading_sigma_rad * to.lever_in(point, across) / distance_in;
        let own_turn_rad = self.heading_sigma_rad * (1.0 + self.lever_in(from, across) / distance_in);
        Measured::new(
            wrap_tau(sight.rad() - self.pose.heading.rad()),
            sight_sigma_rad.hypot(target_turn_rad).hypot(own_turn_rad).min(std::f64::consts::PI),
        )
    }
}

/// The vector from one point to another.
pub(crate) fn offset(from: Point, to: Point) -> (f64, f64) {
    (to.x_in - from.x_in, to.y_in - from.y_in)
}

/// The scalar product.
pub(crate) fn dot(one: (f64, f64), other: (f64, f64)) -> f64 {
    one.0 * other.0 + one.1 * other.1
}

/// A vector turned a quarter clockwise, as seen from above (x east, y north).
pub(crate) fn clockwise((x, y): (f64, f64)) -> (f64, f64) {
    (y, -x)
}
