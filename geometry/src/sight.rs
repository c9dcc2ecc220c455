//! What one ship sees of another: range, bearing, and what stands in the way.

use crate::heading::wrap_tau;
use crate::measure::{Measured, TOO_CLOSE_SIGMAS, Verdict};
use crate::observation::Observation;
use crate::place::Point;

/// Two stacks nearer than this are one place: no direction can be told, inches.
const SAME_PLACE_IN: f64 = 1e-6;

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
/// Sigma: a point of the segment at fraction `t` errs by `sqrt(((1-t) sigma_from)^2 + (t sigma_to)^2)`, taken at
/// the point nearest to the outline's middle, and the third ship errs by its own sigma.
pub fn clearance(from: &Observation, to: &Observation, hull: &[Point], hull_sigma_in: f64) -> Clearance {
    let (a, b) = (from.pose.stack, to.pose.stack);
    let t = nearest_fraction(a, b, middle(hull));
    let line_sigma_in = ((1.0 - t) * from.sigma_in).hypot(t * to.sigma_in);
    let sigma_in = line_sigma_in.hypot(hull_sigma_in);
    let gap_in = match segment_gap_in(a, b, hull) {
        gap if gap > 0.0 => gap,
        _ => -cut_depth_in(a, b, hull),
    };
    let measured = Measured::new(gap_in, sigma_in);
    let clear = if sigma_in > 0.0 && gap_in.abs() <= TOO_CLOSE_SIGMAS * sigma_in {
        Verdict::TooClose
    } else if gap_in > 0.0 {
        Verdict::Yes
    } else {
        Verdict::No
    };
    Clearance { clear, gap_in: measured }
}

/// The smallest distance between two outlines, inches; 0 where they touch or overlap.
pub fn outline_gap_in(one: &[Point], other: &[Point]) -> f64 {
    edges(one).map(|(a, b)| segment_gap_in(a, b, other)).fold(f64::INFINITY, f64::min)
}

/// The smallest distance between a segment and an outline, inches; 0 where they touch or the segment starts
/// inside.
fn segment_gap_in(a: Point, b: Point, outline: &[Point]) -> f64 {
    if contains(outline, a) || contains(outline, b) {
        return 0.0;
    }
    edges(outline).map(|(c, d)| segments_gap_in(a, b, c, d)).fold(f64::INFINITY, f64::min)
}

/// How far the line `a`-`b` must be shifted sideways to leave the outline on one side, inches.
fn cut_depth_in(a: Point, b: Point, outline: &[Point]) -> f64 {
    let length_in = a.distance_in(b).max(SAME_PLACE_IN);
    let offsets = outline.iter().map(|p| cross(a, b, *p) / length_in);
    let (low, high) = offsets.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), o| (l.min(o), h.max(o)));
    (-low).min(high).max(0.0)
}

fn middle(outline: &[Point]) -> Point {
    let n = outline.len().max(1) as f64;
    let (x, y) = outline.iter().fold((0.0, 0.0), |(x, y), p| (x + p.x_in, y + p.y_in));
    Point::new(x / n, y / n)
}

fn edges(outline: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    outline.iter().copied().zip(outline.iter().copied().cycle().skip(1))
}

fn cross(a: Point, b: Point, p: Point) -> f64 {
    (b.x_in - a.x_in) * (p.y_in - a.y_in) - (b.y_in - a.y_in) * (p.x_in - a.x_in)
}

/// The fraction of the way from `a` to `b` that is nearest to `p`, in `[0, 1]`.
fn nearest_fraction(a: Point, b: Point, p: Point) -> f64 {
    let (dx, dy) = (b.x_in - a.x_in, b.y_in - a.y_in);
    let squared = dx * dx + dy * dy;
    if squared < SAME_PLACE_IN * SAME_PLACE_IN {
        return 0.0;
    }
    (((p.x_in - a.x_in) * dx + (p.y_in - a.y_in) * dy) / squared).clamp(0.0, 1.0)
}

fn point_gap_in(p: Point, a: Point, b: Point) -> f64 {
    let t = nearest_fraction(a, b, p);
    p.distance_in(Point::new(a.x_in + t * (b.x_in - a.x_in), a.y_in + t * (b.y_in - a.y_in)))
}

fn segments_gap_in(a: Point, b: Point, c: Point, d: Point) -> f64 {
    let crosses = cross(a, b, c) * cross(a, b, d) < 0.0 && cross(c, d, a) * cross(c, d, b) < 0.0;
    if crosses {
        return 0.0;
    }
    point_gap_in(a, c, d).min(point_gap_in(b, c, d)).min(point_gap_in(c, a, b)).min(point_gap_in(d, a, b))
}

/// Is the point inside the closed polygon (even-odd rule)?
fn contains(outline: &[Point], p: Point) -> bool {
    edges(outline).fold(false, |inside, (a, b)| {
        let between = (a.y_in > p.y_in) != (b.y_in > p.y_in);
        if between && p.x_in < a.x_in + (p.y_in - a.y_in) / (b.y_in - a.y_in) * (b.x_in - a.x_in) {
            !inside
        } else {
            inside
        }
    })
}
