//! What one ship sees of another: range, bearing, and what stands in the way.

use crate::heading::wrap_tau;
use crate::measure::{Measured, Verdict};
use crate::observation::Observation;
use crate::outline::{
    SAME_PLACE_IN, between, closest_to_segment, crossings, cut_depth_in, nearest_fraction, segment_gap_in,
};
use crate::place::Point;

/// The distance between two stacks, inches.
///
/// Sigma, to first order: positions err independently by `sigma_in` along each axis, so the distance errs by
/// `sqrt(sigma_a^2 + sigma_b^2)` whatever its direction.
pub fn range_in(from: &Observation, to: &Observation) -> Measured {
    Measured::new(from.pose.stack.distance_in(to.pose.stack), from.sigma_in.hypot(to.sigma_in))
}

/// Where `to` lies, clockwise from the bow of `from`: radians in `[0, 2 pi)`.
///
/// Sigma, to first order: the sight line turns by `sqrt(sigma_a^2 + sigma_b^2) / distance`, and the heading of
/// `from` errs besides; the two are independent. It never exceeds pi (nothing known).
pub fn relative_bearing_rad(from: &Observation, to: &Observation) -> Measured {
    let distance_in = from.pose.stack.distance_in(to.pose.stack);
    if distance_in < SAME_PLACE_IN {
        return Measured::new(0.0, std::f64::consts::PI);
    }
    let sight = from.pose.stack.heading_to(to.pose.stack);
    let sight_sigma_rad = from.sigma_in.hypot(to.sigma_in) / distance_in;
    Measured::new(
        wrap_tau(sight.rad() - from.pose.heading.rad()),
        sight_sigma_rad.hypot(from.heading_sigma_rad).min(std::f64::consts::PI),
    )
}

/// How clear a straight line is of one hull.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Clearance {
    /// Is the line clear of the hull?
    pub clear: Verdict,
    /// Inches between line and outline; negative where the line cuts the outline: how far the line would have to
    /// be shifted sideways to miss it.
    pub gap_in: Measured,
}

/// How clear the segment `from`-`to` is of the hull outline of a third ship.
///
/// Sigma: a point of the segment at fraction `t` errs by `sqrt(((1-t) sigma_from)^2 + (t sigma_to)^2)`, taken where
/// the outline comes nearest (where the segment cuts it: midway between the cuts), and the outline errs by its own.
pub fn clearance(from: &Observation, to: &Observation, hull: &[Point], hull_sigma_in: f64) -> Clearance {
    let ends = [(from.pose.stack, from.sigma_in), (to.pose.stack, to.sigma_in)];
    line_clearance(ends, hull, |_| hull_sigma_in)
}

/// The same between two points that err by their own sigmas; `outline_sigma_in` is asked at the outline's point
/// that matters.
pub(crate) fn line_clearance(
    [(a, a_sigma_in), (b, b_sigma_in)]: [(Point, f64); 2],
    outline: &[Point],
    outline_sigma_in: impl Fn(Point) -> f64,
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
    let line_sigma_in = ((1.0 - t) * a_sigma_in).hypot(t * b_sigma_in);
    let gap_in = match segment_gap_in(a, b, outline) {
        gap if gap > 0.0 => gap,
        _ => -cut_depth_in(a, b, outline),
    };
    let gap_in = Measured::new(gap_in, line_sigma_in.hypot(outline_sigma_in(on_outline)));
    // A line that only grazes the outline is not clear of it.
    Clearance { clear: gap_in.at_most(0.0).negated(), gap_in }
}
