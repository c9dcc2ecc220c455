//! Sectors relative to a ship's bow.

use crate::plane::heading::wrap_pi;
use crate::plane::measure::{Measured, Verdict};
use crate::plane::outline::outline_contains;
use crate::plane::place::Point;
use crate::ships::standing::{Standing, clockwise, dot, offset};
use serde::{Deserialize, Serialize};

/// A sector, degrees clockwise from the bow, from one edge clockwise to the other; both edges are included.
/// `0` to `360` is the whole circle; `315` to `45` is across the bow.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Arc {
    /// The edge where the sector begins.
    pub from_deg: f64,
    /// The edge where it ends, clockwise.
    pub to_deg: f64,
}

impl Arc {
    /// The sector from one edge clockwise to another.
    pub fn new(from_deg: f64, to_deg: f64) -> Self {
        Self { from_deg, to_deg }
    }

    /// The sector of a given width about its centre: `centred(90, 10)` is Noddy's broadside (NOD-15).
    pub fn centred(middle_deg: f64, width_deg: f64) -> Self {
        if width_deg >= 360.0 {
            return Self::ALL_ROUND;
        }
        let edge_deg = |side: f64| (middle_deg + side * width_deg / 2.0).rem_euclid(360.0);
        Self::new(edge_deg(-1.0), edge_deg(1.0))
    }

    /// The whole circle.
    pub const ALL_ROUND: Self = Self { from_deg: 0.0, to_deg: 360.0 };

    /// Its width in degrees, in `[0, 360]`.
    pub fn width_deg(self) -> f64 {
        let width_deg = (self.to_deg - self.from_deg).rem_euclid(360.0);
        if width_deg == 0.0 && self.to_deg != self.from_deg { 360.0 } else { width_deg }
    }

    /// Tells whether an exact bearing is in the sector.
    pub fn contains(self, bearing_deg: f64) -> bool {
        (bearing_deg - self.from_deg).rem_euclid(360.0) <= self.width_deg()
    }

    /// Its two edges in `[0, 360)`; none for the whole circle.
    fn edges_deg(self) -> impl Iterator<Item = f64> {
        let edges = [self.from_deg, self.to_deg].map(|edge| edge.rem_euclid(360.0));
        edges.into_iter().filter(move |_| self.width_deg() < 360.0)
    }
}

/// Tells whether a measured bearing (degrees clockwise from the bow) is in any of the sectors.
///
/// Sectors that share an edge are merged: the edge between them is never too close to call. The 95 % interval
/// of the bearing is cut at every edge; the answer is yes if all pieces are inside, no if none is.
pub fn bears(arcs: &[Arc], bearing_deg: Measured) -> Verdict {
    span_bears(arcs, bearing_deg, 0.0, 0.0)
}

/// Tells whether any part of a target is in any of the sectors; the target spans from `before_deg`
/// anticlockwise to `after_deg` clockwise of a measured bearing.
///
/// The whole span shifts with the bearing's error; the answer may change where one of its ends passes an
/// edge.
pub fn span_bears(arcs: &[Arc], bearing_deg: Measured, before_deg: f64, after_deg: f64) -> Verdict {
    let touched = |shift_deg: f64| {
        let from_deg = bearing_deg.value + shift_deg - before_deg;
        let span_deg = before_deg + after_deg;
        inside(arcs, from_deg)
            || inside(arcs, from_deg + span_deg)
            || arcs.iter().any(|arc| (arc.from_deg - from_deg).rem_euclid(360.0) <= span_deg)
    };
    let half_deg = bearing_deg.half_width_95().min(180.0);
    if half_deg <= 0.0 {
        return if touched(0.0) { Verdict::Yes } else { Verdict::No };
    }
    let ends = [bearing_deg.value - before_deg, bearing_deg.value + after_deg];
    let mut cuts: Vec<f64> =
        ends.iter().flat_map(|&end| edge_offsets(arcs, end)).filter(|o| o.abs() < half_deg).collect();
    cuts.extend([-half_deg, half_deg]);
    cuts.sort_by(f64::total_cmp);
    let pieces = cuts.windows(2).filter_map(|pair| match pair {
        [low, high] if high > low => Some(touched((low + high) / 2.0)),
        _ => None,
    });
    let (mut any, mut all) = (false, true);
    for piece in pieces {
        any |= piece;
        all &= piece;
    }
    match (any, all) {
        (_, true) => Verdict::Yes,
        (false, _) => Verdict::No,
        _ => Verdict::TooClose,
    }
}

/// The part of a target that must be in the arc.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArcTarget {
    /// Its stack or turret.
    Stack,
    /// Any part of its outline.
    AnyPart,
}

/// The relation of a target to the arcs of a gun.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct InArc {
    /// Whether the gun can bear.
    pub bears: Verdict,
    /// The bearing of the target's stack, degrees clockwise from the bow.
    pub bearing_deg: Measured,
    /// The extent of the target's outline anticlockwise of that bearing, degrees; 0 where only the stack
    /// counts.
    pub before_deg: f64,
    /// Its extent clockwise of it, degrees.
    pub after_deg: f64,
    /// The edge of the arcs nearest to the stack or, where any part counts, to either end of the outline:
    /// degrees in `[0, 360)`. None where there is no edge.
    pub nearest_edge_deg: Option<f64>,
    /// The distance to that edge, degrees.
    pub margin_deg: Option<f64>,
}

/// Tells whether a gun of `shooter` with these arcs can bear on `target`. Bearings run from the shooter's
/// stack.
///
/// Sigma: [`Standing::bearing_of_point_rad`], of the stack or the worse of the outline's two ends.
pub fn in_arc(shooter: &Standing, arcs: &[Arc], target: &Standing, counts: ArcTarget) -> InArc {
    let stack_rad = shooter.bearing_rad(target);
    let mut bearing_deg = Measured::new(stack_rad.value.to_degrees(), stack_rad.sigma.to_degrees());
    let (mut before_deg, mut after_deg) = (0.0_f64, 0.0_f64);
    if counts == ArcTarget::AnyPart {
        // A shooter inside the outline has the target on all bearings.
        if outline_contains(&target.outline, shooter.pose.stack) {
            (before_deg, after_deg) = (180.0, 180.0);
        }
        for point in outermost(shooter, target) {
            let seen_rad = shooter.bearing_of_point_rad(target, point);
            let off_deg = wrap_pi(seen_rad.value - stack_rad.value).to_degrees();
            if off_deg < -before_deg || off_deg > after_deg {
                bearing_deg.sigma = bearing_deg.sigma.max(seen_rad.sigma.to_degrees());
            }
            before_deg = before_deg.max(-off_deg);
            after_deg = after_deg.max(off_deg);
        }
    }
    let ends_deg = [bearing_deg.value - before_deg, bearing_deg.value + after_deg];
    let nearest = ends_deg
        .iter()
        .flat_map(|&end| edge_offsets(arcs, end).map(move |offset| (end + offset, offset.abs())))
        .min_by(|one, other| one.1.total_cmp(&other.1));
    InArc {
        bears: span_bears(arcs, bearing_deg, before_deg, after_deg),
        bearing_deg,
        before_deg,
        after_deg,
        nearest_edge_deg: nearest.map(|(edge, _)| edge.rem_euclid(360.0)),
        margin_deg: nearest.map(|(_, margin)| margin),
    }
}

/// Tangents of angles that differ by more are certainly different angles, where none is steeper than [`STEEP`].
const SAME_ANGLE: f64 = 1e-6;
/// The tangent of the steepest angle off the sight line at which tangents are compared.
const STEEP: f64 = 4.0;

/// The points of the target's outline that may be the first or the last of all, as the shooter sees them: few where all
/// measures are exact. Otherwise the errors of any point may count, and these are all points.
fn outermost(shooter: &Standing, target: &Standing) -> impl Iterator<Item = Point> {
    let from = shooter.pose.stack;
    let sight = offset(from, target.pose.stack);
    let tangent = move |point: Point| {
        let to = offset(from, point);
        dot(clockwise(sight), to) / dot(sight, to)
    };
    let ahead = |point: &Point| dot(sight, offset(from, *point)) > 0.0 && tangent(*point).abs() <= STEEP;
    let compared = shooter.is_exact() && target.is_exact() && target.outline.iter().all(ahead);
    let (first, last) = target.outline.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |ends, point| {
        let tangent = tangent(*point);
        (ends.0.min(tangent), ends.1.max(tangent))
    });
    let outer = move |point: &Point| {
        let tangent = tangent(*point);
        !compared || tangent <= first + SAME_ANGLE || tangent >= last - SAME_ANGLE
    };
    target.outline.iter().copied().filter(outer)
}

/// The edge of the sectors nearest to a bearing, degrees in `[0, 360)`; none for a whole circle.
pub fn nearest_edge_deg(arcs: &[Arc], bearing_deg: f64) -> Option<f64> {
    edge_offsets(arcs, bearing_deg)
        .min_by(|a, b| a.abs().total_cmp(&b.abs()))
        .map(|offset| (bearing_deg + offset).rem_euclid(360.0))
}

fn inside(arcs: &[Arc], bearing_deg: f64) -> bool {
    arcs.iter().any(|arc| arc.contains(bearing_deg))
}

/// The offset of each edge from a bearing, degrees in `[-180, 180)`, clockwise positive.
fn edge_offsets(arcs: &[Arc], bearing_deg: f64) -> impl Iterator<Item = f64> + '_ {
    arcs.iter()
        .flat_map(|arc| arc.edges_deg())
        .map(move |edge| (edge - bearing_deg + 180.0).rem_euclid(360.0) - 180.0)
}
