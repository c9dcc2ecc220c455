//! Sighting: range, bearing, and the clearance of a line.

use crate::plane::heading::{Heading, wrap_tau};
use crate::plane::measure::{Measured, Verdict};
use crate::plane::outline::{
    SAME_PLACE_IN, between, closest_to_segment, crossings, cut_depth_in, nearest_fraction, segment_gap_in,
};
use crate::plane::place::Point;
use crate::ships::camera_error::{PlaceError, sum_sigma_in};
use crate::ships::observation::Observation;
use crate::ships::standing::clockwise;
use std::f64::consts::FRAC_PI_2;

/// The distance between two stacks, inches.
///
/// Sigma, to first order: positions err by `sigma_in` along each axis, so the distance errs by
/// `sqrt(sigma_a^2 + sigma_b^2)` in any direction; errors that one camera adds to both cancel.
pub fn range_in(from: &Observation, to: &Observation) -> Measured {
    let (one, other) = (from.pose.stack, to.pose.stack);
    Measured::new(one.distance_in(other), between_sigma_in(from, to, one.heading_to(other).unit()))
}

/// One standard deviation of the vector between two stacks along a direction, inches.
fn between_sigma_in(from: &Observation, to: &Observation, along: (f64, f64)) -> f64 {
    sum_sigma_in(&[(-1.0, from.place_error()), (1.0, to.place_error())], along)
}

/// The bearing of `to`, clockwise from the bow of `from`: radians in `[0, 2 pi)`.
///
/// Sigma, to first order: the sight line turns by `sqrt(sigma_a^2 + sigma_b^2) / distance` (errors that one
/// camera adds to both cancel), and the heading of `from` adds its own error; the two are independent. It
/// never exceeds pi (nothing known).
pub fn relative_bearing_rad(from: &Observation, to: &Observation) -> Measured {
    let distance_in = from.pose.stack.distance_in(to.pose.stack);
    if distance_in < SAME_PLACE_IN {
        return Measured::new(0.0, std::f64::consts::PI);
    }
    let sight = from.pose.stack.heading_to(to.pose.stack);
    let sight_sigma_rad = between_sigma_in(from, to, clockwise(sight.unit())) / distance_in;
    Measured::new(
        wrap_tau(sight.rad() - from.pose.heading.rad()),
        sight_sigma_rad.hypot(from.heading_sigma_rad).min(std::f64::consts::PI),
    )
}

/// The clearance of a straight line from one hull.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Clearance {
    /// Whether the line is clear of the hull.
    pub clear: Verdict,
    /// The distance between line and outline, inches; negative where the line cuts it: the sideways shift by
    /// which the line would miss it.
    pub gap_in: Measured,
}

/// The clearance of the segment `from`-`to` from the hull outline of a third ship.
///
/// Sigma: a point of the segment at fraction `t` errs by `sqrt(((1-t) sigma_from)^2 + (t sigma_to)^2)`, taken
/// at the nearest point of the outline (where the segment cuts it: midway between the cuts); the outline's
/// own error is added.
pub fn clearance(from: &Observation, to: &Observation, hull: &[Point], hull_sigma_in: f64) -> Clearance {
    let ends = [(from.pose.stack, from.place_error()), (to.pose.stack, to.place_error())];
    line_clearance(ends, hull, |_| PlaceError::independent(hull_sigma_in))
}

/// The same between two points with their own errors across the line; `outline_error` is called with the
/// relevant point of the outline.
pub(crate) fn line_clearance<'a>(
    [(a, a_error), (b, b_error)]: [(Point, PlaceError<'_>); 2],
    outline: &[Point],
    outline_error: impl Fn(Point) -> PlaceError<'a>,
) -> Clearance {
    let cuts = crossings(a, b, outline);
    let (on_line, on_outline) = match (cuts.first(), cuts.last()) {
        (Some(first), Some(last)) => {
            let midway = between(a, b, (first + last) / 2.0);
            (midway, midway)
        }
        _ => closest_to_segment(a, b, outline),
    };
    let t = nearest_fraction(a, b, on_line);
    let across: Heading = a.heading_to(b).turned(FRAC_PI_2);
    let terms = [(1.0 - t, a_error), (t, b_error), (-1.0, outline_error(on_outline))];
    let gap_in = match segment_gap_in(a, b, outline) {
        gap if gap > 0.0 => gap,
        _ => -cut_depth_in(a, b, outline),
    };
    let gap_in = Measured::new(gap_in, sum_sigma_in(&terms, across.unit()));
    // A line that only grazes the outline is not clear of it.
    Clearance { clear: gap_in.at_most(0.0).negated(), gap_in }
}
