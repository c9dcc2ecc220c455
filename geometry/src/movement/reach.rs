//! The area that a ship can reach with an allowance, drawn around it before it moves.

use crate::movement::course::turn_and_back;
use crate::movement::path::{Leg, NO_WAY_IN, Path, turning_centre};
use crate::movement::steering::Steering;
use crate::plane::heading::{Flank, Heading};
use crate::plane::outline::{between, outline_contains};
use crate::plane::place::{Point, Pose};
use crate::ships::standing::{clockwise, dot, offset};
use serde::{Deserialize, Serialize};
use std::f64::consts::{PI, TAU};

/// The angular spacing of a drawn curve's corners, radians: the chord stays within 0.0002 of the radius.
const STEP_RAD: f64 = TAU / 180.0;
/// A point this far within a turning circle is inside it despite rounding, inches.
const INSIDE_IN: f64 = 1e-7;

/// The places that a ship's stack can reach, with any heading there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reach {
    /// The closed outline of the reach. Two corners: only the line between them. One corner: only that point.
    pub outline: Vec<Point>,
    /// Areas within the outline that can't be reached: mostly inside the ship's own turning circles.
    pub pockets: Vec<Vec<Point>>,
}

impl Reach {
    /// Tells whether the drawn outline contains this point, outside all pockets.
    pub fn contains(&self, point: Point) -> bool {
        outline_contains(&self.outline, point)
            && !self.pockets.iter().any(|pocket| outline_contains(pocket, point))
    }
}

/// The outline of the area that a ship at `start` can reach with `allowance_in` inches.
///
/// For circles: E. J. Cockayne & G. W. C. Hall, "Plane motion of a particle subject to curvature
/// constraints", SIAM Journal on Control 13 (1975): the far border comes from a turn hard over and a straight
/// (an involute of the turning circle), the border inside the turning circles from a turn away and a turn
/// back.
///
/// Everything drawn as reachable is reachable. With an allowance of 5.7 to 7.4 radii a loop to one side
/// reaches into the other side's turning circle: there the pockets are drawn somewhat too large.
/// [`crate::shortest_to_point`] is exact everywhere. After a pivot with more than half a turning circle to
/// go, only the part reached without turning more than half a circle is drawn; the ship can reach a little
/// more, abaft its start.
pub fn reach(start: Pose, steering: Steering, allowance_in: f64) -> Reach {
    let allowance_in = allowance_in.max(0.0);
    let simple = |outline: Vec<Point>| Reach { outline, pockets: Vec::new() };
    let end_of = |leg: Leg| leg.pose_after(start, 1.0).stack;
    match steering {
        _ if allowance_in < NO_WAY_IN => simple(vec![start.stack]),
        Steering::Circle { radius_in } | Steering::PivotThenCircle { radius_in, .. }
            if radius_in < NO_WAY_IN =>
        {
            simple(circle(start, allowance_in))
        }
        Steering::Circle { radius_in } => by_circles(start, 0.0, radius_in, allowance_in),
        Steering::PivotThenCircle { pivot_rad, radius_in } if pivot_rad < PI => {
            by_circles(start, pivot_rad.max(0.0), radius_in, allowance_in)
        }
        Steering::Pivot | Steering::PivotThenCircle { .. } => simple(circle(start, allowance_in)),
        Steering::PivotHalfWay { pivot_rad } => {
            simple(by_half_way_pivot(start, pivot_rad.min(PI), allowance_in))
        }
        Steering::Straight => simple(vec![start.stack, end_of(Leg::Straight { ahead_in: allowance_in })]),
        Steering::Astern => simple(vec![start.stack, end_of(Leg::Straight { ahead_in: -allowance_in })]),
        Steering::HardOver { helm, radius_in } => {
            let angle_rad = (allowance_in / radius_in.max(NO_WAY_IN)).min(TAU);
            let leg = |angle_rad: f64| Leg::Turn { helm, radius_in, angle_rad };
            let there: Vec<Point> = angles(0.0, angle_rad).map(|angle| end_of(leg(angle))).collect();
            let back = there.iter().rev().skip(1).copied();
            simple(there.iter().copied().chain(back).collect())
        }
    }
}

/// Angles from one to another, closely spaced, both included.
fn angles(from_rad: f64, to_rad: f64) -> impl Iterator<Item = f64> {
    let steps = (((to_rad - from_rad).abs() / STEP_RAD).ceil() as u32).clamp(1, 10_000);
    (0..=steps).map(move |step| from_rad + (to_rad - from_rad) * f64::from(step) / f64::from(steps))
}

fn circle(start: Pose, radius_in: f64) -> Vec<Point> {
    angles(0.0, TAU).skip(1).map(|angle| start.stack.moved(start.heading.turned(angle), radius_in)).collect()
}

/// Half the allowance, a pivot, the other half: a circle of half the allowance about the half-way place, and
/// the same for every smaller allowance, all within half the pivot's angle from the bow.
fn by_half_way_pivot(start: Pose, pivot_rad: f64, allowance_in: f64) -> Vec<Point> {
    let half_in = allowance_in / 2.0;
    let pivot_at = start.stack.moved(start.heading, half_in);
    let far = angles(-pivot_rad, pivot_rad).map(|angle| pivot_at.moved(start.heading.turned(angle), half_in));
    std::iter::once(start.stack).chain(far).collect()
}

fn by_circles(start: Pose, pivot_rad: f64, radius_in: f64, allowance_in: f64) -> Reach {
    let starboard = Half::new(start, Flank::Starboard, pivot_rad, radius_in, allowance_in);
    let port = Half::new(start, Flank::Port, pivot_rad, radius_in, allowance_in);
    // Straight ahead, and to either side as far as the pivot can turn.
    let front: Vec<Point> = if pivot_rad > 0.0 {
        angles(pivot_rad, -pivot_rad)
            .map(|angle| start.stack.moved(start.heading.turned(angle), allowance_in))
            .collect()
    } else {
        vec![start.stack.moved(start.heading, allowance_in)]
    };
    let mut outline = starboard.outer;
    outline.extend(front);
    outline.extend(port.outer.into_iter().rev());
    let mut pockets: Vec<Vec<Point>> =
        [starboard.own_pocket, port.own_pocket].into_iter().filter(|pocket| pocket.len() > 2).collect();
    let abaft: Vec<Point> = starboard.inner.into_iter().chain(port.inner.into_iter().rev()).collect();
    if abaft.len() > 2 {
        pockets.push(abaft);
    }
    Reach { outline, pockets }
}

/// One side of the border, from the start to the furthest point ahead.
struct Half {
    /// The outer border: from the start, or from where both sides meet abaft it.
    outer: Vec<Point>,
    /// The border from the start to where both sides meet abaft, around water that isn't reached.
    inner: Vec<Point>,
    /// Water inside the turning circle where its whole rim is reached.
    own_pocket: Vec<Point>,
}

impl Half {
    fn new(start: Pose, helm: Flank, pivot_rad: f64, radius_in: f64, allowance_in: f64) -> Self {
        let pointed =
            Pose { stack: start.stack, heading: start.heading.turned(helm.clockwise() * pivot_rad) };
        let loops = pivot_rad <= 0.0;
        let most_rad = (allowance_in / radius_in).min(if loops { TAU } else { PI });
        let on_circle = |angle_rad: f64| Leg::Turn { helm, radius_in, angle_rad }.pose_after(pointed, 1.0);
        let far = |angle_rad: f64| {
            let turned = on_circle(angle_rad);
            turned.stack.moved(turned.heading, allowance_in - radius_in * angle_rad)
        };
        let frontier = if loops { frontier(pointed, helm, radius_in, allowance_in) } else { Vec::new() };
        let involute = angles(most_rad, 0.0).map(far);
        if allowance_in >= TAU * radius_in && loops {
            // The whole circle is reached; the unreached part inside it is between the frontier and the
            // start.
            let own_pocket = match (frontier.first(), frontier.last()) {
                (Some(&first), Some(&last)) => {
                    // The frontier leaves the circle a little abaft the start, or has passed it.
                    let from_rad = angle_on_circle(pointed, helm, radius_in, first);
                    let to_rad = angle_on_circle(pointed, helm, radius_in, last);
                    let ends_rad = if from_rad > to_rad { from_rad - TAU } else { from_rad };
                    let arc = angles(to_rad, ends_rad).map(|angle| on_circle(angle).stack);
                    frontier.iter().copied().chain(arc).collect()
                }
                _ => Vec::new(),
            };
            let border: Vec<Point> = involute.collect();
            let outer = split_at_axis(start, helm, &border).map_or(border, |(_, outer)| outer);
            return Self { outer, inner: Vec::new(), own_pocket };
        }
        let leaves_rad = match frontier.last() {
            Some(&last) => angle_on_circle(pointed, helm, radius_in, last),
            None => most_rad,
        };
        let arc = angles(0.0, leaves_rad).map(|angle| on_circle(angle).stack);
        let border: Vec<Point> = arc.chain(frontier.iter().rev().copied()).chain(involute).collect();
        match split_at_axis(start, helm, &border) {
            Some((inner, outer)) => Self { outer, inner, own_pocket: Vec::new() },
            None => Self { outer: border, inner: Vec::new(), own_pocket: Vec::new() },
        }
    }
}

/// The angle that a ship on its turning circle has turned when it is at (or abreast of) this point.
fn angle_on_circle(start: Pose, helm: Flank, radius_in: f64, point: Point) -> f64 {
    let centre = turning_centre(start, helm, radius_in);
    let from: Heading = centre.heading_to(start.stack);
    let turned = from.relative(centre.heading_to(point)).rad() * helm.clockwise();
    crate::plane::heading::wrap_tau(turned)
}

/// The border inside the turning circle: a turn away by `a`, then back for the rest of the allowance, as long
/// as no shorter way of that kind leads there. It begins and ends on the circle.
fn frontier(start: Pose, helm: Flank, radius_in: f64, allowance_in: f64) -> Vec<Point> {
    let centre = turning_centre(start, helm, radius_in);
    let whole_rad = allowance_in / radius_in;
    let (from_rad, to_rad) = ((whole_rad - TAU).max(0.0), whole_rad.min(TAU));
    if to_rad <= from_rad {
        return Vec::new();
    }
    let end = |away_rad: f64| {
        let mut path = Path::at(start);
        path.push(Leg::Turn { helm: helm.other(), radius_in, angle_rad: away_rad });
        path.push(Leg::Turn { helm, radius_in, angle_rad: (whole_rad - away_rad).max(0.0) });
        path.end().stack
    };
    let inside = |away_rad: f64| {
        let point = end(away_rad);
        centre.distance_in(point) < radius_in - INSIDE_IN
            && turn_and_back(start, point, radius_in, helm.other())
                .iter()
                .all(|way| way.length_in() > allowance_in - INSIDE_IN)
    };
    let turns: Vec<f64> = angles(from_rad, to_rad).collect();
    let Some(first) = turns.iter().position(|&away| inside(away)) else { return Vec::new() };
    let run = turns.iter().skip(first).take_while(|&&away| inside(away)).count();
    let border = |mut out_rad: f64, mut in_rad: f64| {
        for _ in 0..40 {
            let tried = (out_rad + in_rad) / 2.0;
            if inside(tried) { in_rad = tried } else { out_rad = tried }
        }
        in_rad
    };
    let within: Vec<f64> = turns.iter().skip(first).take(run).copied().collect();
    let before = first.checked_sub(1).and_then(|index| turns.get(index));
    let entry = before.zip(within.first()).map(|(&out, &within)| border(out, within));
    let exit = turns.get(first + run).zip(within.last()).map(|(&out, &within)| border(out, within));
    entry.into_iter().chain(within).chain(exit).map(end).collect()
}

/// The two sides meet where a side's border crosses the keel line abaft: the part before the first crossing
/// borders a pocket, the part after the last belongs to the outline. None without a crossing.
fn split_at_axis(start: Pose, helm: Flank, border: &[Point]) -> Option<(Vec<Point>, Vec<Point>)> {
    let abeam = clockwise(start.heading.unit());
    let side_in = |point: Point| helm.clockwise() * dot(offset(start.stack, point), abeam);
    let crossing = |index: usize| {
        let (a, b) = (*border.get(index)?, *border.get(index + 1)?);
        let (at_a, at_b) = (side_in(a), side_in(b));
        let crosses = (at_a > NO_WAY_IN) != (at_b > NO_WAY_IN) && (at_a.min(at_b) < -NO_WAY_IN);
        crosses.then(|| between(a, b, at_a / (at_a - at_b)))
    };
    let crossed: Vec<(usize, Point)> =
        (0..border.len()).filter_map(|index| crossing(index).map(|point| (index, point))).collect();
    let (&(first, inner_end), &(last, outer_start)) = (crossed.first()?, crossed.last()?);
    let mut inner: Vec<Point> = border.get(..=first)?.to_vec();
    inner.push(inner_end);
    let outer = std::iter::once(outer_start).chain(border.get(last + 1..)?.iter().copied()).collect();
    // One crossing only: the border began on the far side of the keel line.
    Some((if crossed.len() > 1 { inner } else { Vec::new() }, outer))
}
