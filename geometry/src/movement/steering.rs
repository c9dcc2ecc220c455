//! Steering, and the way that took a ship from one measured place to another.

use crate::movement::course::ways_to_point;
use crate::movement::dubins::{Shortest, Slope, pivoting, shortest};
use crate::movement::path::{Leg, NO_WAY_IN, Path, turning_centre};
use crate::movement::slack::{REGION_SIGMAS, nearest_without_loop};
use crate::plane::heading::{Flank, Heading, wrap_pi, wrap_tau};
use crate::plane::measure::{Measured, TOO_CLOSE_SIGMAS, Verdict};
use crate::plane::place::Pose;
use crate::ships::standing::Standing;
use serde::{Deserialize, Serialize};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// The steering allowed to a ship on its way. Radii, not diameters.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "steering", rename_all = "snake_case")]
pub enum Steering {
    /// Straights and turns in any mix, on circles of this radius or wider (GUN-13, GUN-14, GUN-18).
    Circle {
        /// Inches.
        radius_in: f64,
    },
    /// The same after one turn in place at the start.
    PivotThenCircle {
        /// The largest turn in place, to either side, radians.
        pivot_rad: f64,
        /// Inches.
        radius_in: f64,
    },
    /// Straights, and turns in place anywhere (GUN-15).
    Pivot,
    /// Half the way straight, a turn in place, the other half straight (NOD-7, NOD-8).
    PivotHalfWay {
        /// The largest turn, to either side, radians.
        pivot_rad: f64,
    },
    /// Straight ahead.
    Straight,
    /// Straight astern.
    Astern,
    /// Hard over all the way on a circle of this radius.
    HardOver {
        /// The side of the helm.
        helm: Flank,
        /// Inches.
        radius_in: f64,
    },
}

/// The way that the steering allows from one measured place to another, or the closest to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Way {
    /// The way; it ends where the steering allows, which differs from the ship's place by `off_in` and
    /// `off_rad`.
    pub path: Path,
    /// Its length, inches.
    pub length_in: Measured,
    /// From the end of the way to the ship's place, inches; 0 where the steering allows the place.
    pub off_in: Measured,
    /// From the heading at the end of the way to the ship's, radians in `[-pi, pi)`, clockwise positive.
    pub off_rad: Measured,
}

impl Way {
    /// Tells whether the ship could come here within an allowance. No where the steering doesn't allow the
    /// place and measuring errors don't explain it.
    pub fn reached_within(&self, allowance_in: f64) -> Verdict {
        let explained = |off: Measured| off.value.abs() <= REGION_SIGMAS * off.sigma + UNSEEN;
        if explained(self.off_in) && explained(self.off_rad) {
            self.length_in.at_most(allowance_in)
        } else {
            Verdict::No
        }
    }

    /// The furthest pose along this way within an allowance, to which a ship is put back that certainly could not come
    /// here within it; none if she could.
    pub fn furthest_within(&self, allowance_in: f64) -> Option<Pose> {
        (self.reached_within(allowance_in) == Verdict::No).then(|| self.path.cut_at(allowance_in).end())
    }
}

/// The effect of rounding alone on a place, inches or radians.
const UNSEEN: f64 = 1e-6;
/// Loops, or swerves, longer than this number of radii are removed where only measuring errors force them.
const SPARED_LOOP_RADII: f64 = 0.05;
/// The step in the search for a pivot, radians.
const PIVOT_STEP_RAD: f64 = 5.0 * PI / 180.0;

/// The way from one measured place to another under this steering.
///
/// A ship turned hard over is measured as often slightly inside its turning circle as outside, and from
/// inside the shortest exact way goes around the whole circle. Such a loop is not charged if a place within
/// the 95 % region of the errors needs none: the way then ends at the nearest such place, and `off_in`,
/// `off_rad` give the difference.
///
/// Sigma of the length: first order by the derivatives at both ends for circles and pivots, with `off_in` in
/// quadrature where a loop is not charged; for other steering that of the distance.
pub fn way(start: &Standing, goal: &Standing, steering: Steering) -> Way {
    let searched = match steering {
        Steering::Circle { radius_in } => Some((radius_in, None)),
        Steering::PivotThenCircle { pivot_rad, radius_in } => Some((radius_in, Some(pivot_rad))),
        _ => None,
    };
    if let Some((radius_in, pivot_rad)) = searched {
        let between = |from: Pose, to: Pose| match pivot_rad {
            Some(pivot_rad) => shortest_after_pivot(from, to, pivot_rad, radius_in),
            None => shortest(from, to, radius_in),
        };
        let exact = between(start.pose, goal.pose);
        let spared =
            nearest_without_loop(start, goal, radius_in, &between, &exact, SPARED_LOOP_RADII * radius_in);
        let mut way = finished(start, goal, spared.unwrap_or(exact));
        // At the nearest place without a loop the length has a kink: the derivatives on its near side say too little about
        // the places beyond, the measured one among them. How far that one is off is the scale of what they leave out.
        way.length_in.sigma = way.length_in.sigma.hypot(way.off_in.value);
        return way;
    }
    let (from, to) = (start.pose, goal.pose);
    let best = match steering {
        Steering::Astern => along_keel(from, to, -1.0),
        Steering::HardOver { helm, radius_in } => {
            let slack_in = TOO_CLOSE_SIGMAS * start.middles_sigma_in(goal) + UNSEEN;
            hard_over(from, to, helm, radius_in, slack_in)
        }
        Steering::PivotHalfWay { pivot_rad } => pivot_half_way(from, to, pivot_rad),
        Steering::Pivot => pivoting(from, to),
        _ => along_keel(from, to, 1.0),
    };
    finished(start, goal, best)
}

/// The ways between successive places where the model was set down, as one: lengths add up, and errors off
/// the way are the largest ones.
///
/// Sigma of the sum: a place between two legs counts for both, so their errors are not independent; the sum
/// of the sigmas is an upper bound for any correlation.
pub fn way_through(places: &[Standing], steering: Steering) -> Option<Way> {
    let mut legs = places.windows(2).filter_map(|pair| match pair {
        [from, to] => Some(way(from, to, steering)),
        _ => None,
    });
    let first = legs.next()?;
    Some(legs.fold(first, |all, next| {
        let worse =
            |one: Measured, other: Measured| if one.value.abs() < other.value.abs() { other } else { one };
        Way {
            path: all.path.then(&next.path),
            length_in: Measured::new(
                all.length_in.value + next.length_in.value,
                all.length_in.sigma + next.length_in.sigma,
            ),
            off_in: worse(all.off_in, next.off_in),
            off_rad: worse(all.off_rad, next.off_rad),
        }
    }))
}

fn finished(start: &Standing, goal: &Standing, best: Shortest) -> Way {
    let end = best.path.end();
    let off_in = end.stack.distance_in(goal.pose.stack);
    let off_rad = wrap_pi(goal.pose.heading.rad() - end.heading.rad());
    // Both places err across the line, and the first heading's error swings the whole way about its start.
    let swung_in = start.pose.stack.distance_in(goal.pose.stack) * start.heading_sigma_rad;
    let place_sigma_in = start.middles_sigma_in(goal);
    Way {
        length_in: Measured::new(best.length_in, best.slope.sigma_in(start, goal)),
        path: best.path,
        off_in: Measured::new(if off_in < UNSEEN { 0.0 } else { off_in }, place_sigma_in.hypot(swung_in)),
        off_rad: Measured::new(
            if off_rad.abs() < UNSEEN { 0.0 } else { off_rad },
            start.heading_sigma_rad.hypot(goal.heading_sigma_rad),
        ),
    }
}

/// The shortest way after turning in place by at most `pivot_rad`.
///
/// Where the pivot's end is free the best way begins without a turn, so in reverse it is a shortest way to a
/// point. Candidates are those closed forms, both limits of the pivot, and steps of a few degrees between
/// them; the best is refined by golden section (Kiefer, "Sequential minimax search for a maximum", Proc. AMS
/// 4, 1953).
pub(crate) fn shortest_after_pivot(start: Pose, goal: Pose, pivot_rad: f64, radius_in: f64) -> Shortest {
    let pivot_rad = pivot_rad.min(PI);
    let after = |clockwise_rad: f64| {
        let turned = Pose { stack: start.stack, heading: start.heading.turned(clockwise_rad) };
        let mut way = shortest(turned, goal, radius_in);
        let mut path = Path::at(start);
        path.push(Leg::Pivot { clockwise_rad });
        way.path = path.then(&way.path);
        // A pivot below its limit compensates any error of the heading.
        if clockwise_rad.abs() < pivot_rad {
            way.slope.start_heading = 0.0;
        }
        way
    };
    let back = Pose { stack: goal.stack, heading: goal.heading.turned(PI) };
    let free = ways_to_point(back, start.stack, radius_in)
        .into_iter()
        .map(|way| wrap_pi(way.end().heading.rad() + PI - start.heading.rad()))
        .filter(|pivot| pivot.abs() <= pivot_rad);
    let steps = (2.0 * pivot_rad / PIVOT_STEP_RAD).ceil().max(1.0) as u32;
    let grid = (0..=steps).map(|step| pivot_rad * (2.0 * f64::from(step) / f64::from(steps) - 1.0));
    let length_in = |clockwise_rad: f64| {
        let turned = Pose { stack: start.stack, heading: start.heading.turned(clockwise_rad) };
        shortest(turned, goal, radius_in).length_in
    };
    let tried: Vec<(f64, f64)> =
        free.chain([0.0]).chain(grid).map(|pivot| (pivot, length_in(pivot))).collect();
    // The first of equal ones, so that a pivot without gain is not made.
    let (mut best_rad, mut best_in) = (0.0, f64::INFINITY);
    for &(pivot, length) in &tried {
        if length < best_in - NO_WAY_IN {
            (best_rad, best_in) = (pivot, length);
        }
    }
    let refined = golden_section(
        (best_rad - PIVOT_STEP_RAD).max(-pivot_rad),
        (best_rad + PIVOT_STEP_RAD).min(pivot_rad),
        length_in,
    );
    let refined = after(refined);
    if refined.length_in < best_in - NO_WAY_IN { refined } else { after(best_rad) }
}

/// The minimum of a function of one variable, by golden section.
pub(crate) fn golden_section(mut low: f64, mut high: f64, value: impl Fn(f64) -> f64) -> f64 {
    let share = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut left, mut right) = (high - share * (high - low), low + share * (high - low));
    let (mut at_left, mut at_right) = (value(left), value(right));
    // Twenty-five steps shrink the interval by 1.7e5; the error of the minimum's value is of second order.
    for _ in 0..25 {
        if at_left <= at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - share * (high - low);
            at_left = value(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + share * (high - low);
            at_right = value(right);
        }
    }
    (low + high) / 2.0
}

/// The derivatives of a straight: along it at both ends.
fn straight_slope(course: Heading) -> Slope {
    Slope { goal: course.unit(), start_heading: 0.0, goal_heading: 0.0 }
}

/// Straight ahead (1) or astern (-1), until abreast of the goal.
fn along_keel(start: Pose, goal: Pose, sense: f64) -> Shortest {
    let bearing_rad = goal_bearing_rad(start, goal);
    let ahead_in = start.stack.distance_in(goal.stack) * bearing_rad.cos();
    let length_in = (sense * ahead_in).max(0.0);
    let mut path = Path::at(start);
    path.push(Leg::Straight { ahead_in: sense * length_in });
    let course = if sense < 0.0 { start.heading.turned(PI) } else { start.heading };
    Shortest { path, length_in, slope: straight_slope(course) }
}

/// On the circle to the place nearest to the goal; a place up to `slack_in` behind the start counts as the
/// start.
fn hard_over(start: Pose, goal: Pose, helm: Flank, radius_in: f64, slack_in: f64) -> Shortest {
    let centre = turning_centre(start, helm, radius_in);
    // The bearing from the centre to the ship is a quarter turn off the ship's heading.
    let heading = centre.heading_to(goal.stack).turned(helm.clockwise() * FRAC_PI_2);
    let angle_rad = wrap_tau(helm.clockwise() * (heading.rad() - start.heading.rad()));
    // A ship that hasn't moved is measured as often slightly behind its start: that is no whole circle.
    let angle_rad = if radius_in * (TAU - angle_rad) <= slack_in { 0.0 } else { angle_rad };
    let mut path = Path::at(start);
    path.push(Leg::Turn { helm, radius_in, angle_rad });
    let (from, to) = (start.heading, start.heading.turned(helm.clockwise() * angle_rad));
    // The goal's error counts along the circle there; the start heading's error swings the circle about the
    // start.
    let slope = Slope {
        goal: to.unit(),
        start_heading: -helm.clockwise() * radius_in * (1.0 - (to.rad() - from.rad()).cos()),
        goal_heading: 0.0,
    };
    Shortest { path, length_in: radius_in * angle_rad, slope }
}

/// Two equal straights with a pivot `a` between them end in direction `a / 2` off the bow, at distance
/// `2 h cos(a / 2)`.
fn pivot_half_way(start: Pose, goal: Pose, pivot_rad: f64) -> Shortest {
    let bearing_rad = goal_bearing_rad(start, goal);
    let distance_in = start.stack.distance_in(goal.stack);
    let turn_rad = (2.0 * bearing_rad).clamp(-pivot_rad, pivot_rad);
    let half = turn_rad / 2.0;
    let abreast_in = (distance_in * (bearing_rad - half).cos()).max(0.0);
    let length_in = abreast_in / half.cos().max(UNSEEN);
    let mut path = Path::at(start);
    path.push(Leg::Straight { ahead_in: length_in / 2.0 });
    path.push(Leg::Pivot { clockwise_rad: turn_rad });
    path.push(Leg::Straight { ahead_in: length_in / 2.0 });
    // `L = d / cos(b)`: the bearing's error counts with `d tan(b) / cos(b)`, along and across the line.
    let line = start.heading.turned(half);
    let (along, across) = (line.unit(), line.turned(FRAC_PI_2).unit());
    let steep = half.tan();
    let scale = 1.0 / half.cos().max(UNSEEN);
    let free = turn_rad.abs() < pivot_rad;
    let sideways = if free { steep } else { 0.0 };
    let goal_slope = (scale * (along.0 + sideways * across.0), scale * (along.1 + sideways * across.1));
    let start_heading = if free { -length_in * steep } else { 0.0 };
    Shortest { path, length_in, slope: Slope { goal: goal_slope, start_heading, goal_heading: 0.0 } }
}

/// The bearing of the goal from the start's bow, radians in `[-pi, pi)`; 0 where the ship hasn't moved.
fn goal_bearing_rad(start: Pose, goal: Pose) -> f64 {
    if start.stack.distance_in(goal.stack) < NO_WAY_IN {
        return 0.0;
    }
    start.heading.relative(start.stack.heading_to(goal.stack)).rad()
}
