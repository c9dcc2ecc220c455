//! Avoids a loop in a ship's way that only measuring errors would force on it.

use crate::movement::dubins::Shortest;
use crate::movement::path::NO_WAY_IN;
use crate::plane::heading::{Heading, wrap_pi};
use crate::plane::place::{Point, Pose};
use crate::ships::standing::{Standing, offset};
use nalgebra::{Matrix2, Matrix2x3, Vector2};

/// The radius, in standard deviations, that contains 95 % of a three-dimensional normal distribution (one
/// pose relative to another): the square root of chi-squared's 0.95 quantile, 7.815.
pub(crate) const REGION_SIGMAS: f64 = 2.796;
/// The number of shells of the region to search.
const SHELLS: u32 = 4;
/// A place on the circle is tried slightly outside it, so that rounding can't put it inside.
const WITHIN: f64 = 0.999;
/// Keeps the covariance of an exact heading non-singular, squared radians.
const EXACT_RAD2: f64 = 1e-14;

/// Errors in units of their standard deviations: the goal's place (east, north; the errors of both places
/// together), the start's heading, the goal's heading.
type Errors = [f64; 4];

/// The nearest place, in standard deviations, that is reached without the loop; none where the exact way has
/// no loop longer than `loop_in`, or where no place within the 95 % region avoids it.
///
/// Candidates: the best-fitting place on one single arc (least squares weighted with the errors), the start
/// itself, and shells of the region. Then the line to the best of them is bisected up to where the loop just
/// vanishes.
pub(crate) fn nearest_without_loop(
    start: &Standing,
    goal: &Standing,
    radius_in: f64,
    between: &impl Fn(Pose, Pose) -> Shortest,
    exact: &Shortest,
    loop_in: f64,
) -> Option<Shortest> {
    let place_sigma_in = start.middles_sigma_in(goal);
    let straight_in = start.pose.stack.distance_in(goal.pose.stack);
    let errs = place_sigma_in > 0.0 || start.heading_sigma_rad > 0.0 || goal.heading_sigma_rad > 0.0;
    if !errs || exact.length_in - straight_in <= loop_in {
        return None;
    }
    let ends = |errors: &Errors| {
        let [east, north, first, last] = *errors;
        let from = Pose {
            stack: start.pose.stack,
            heading: start.pose.heading.turned(first * start.heading_sigma_rad),
        };
        let stack = Point::new(
            goal.pose.stack.x_in + east * place_sigma_in,
            goal.pose.stack.y_in + north * place_sigma_in,
        );
        (from, Pose { stack, heading: goal.pose.heading.turned(last * goal.heading_sigma_rad) })
    };
    let without_loop = |errors: &Errors| {
        let (from, to) = ends(errors);
        let way = between(from, to);
        // A change of length that the slopes explain is no loop.
        let [east, north, first, last] = *errors;
        let explained_in = place_sigma_in * (way.slope.goal.0 * east + way.slope.goal.1 * north)
            + start.heading_sigma_rad * way.slope.start_heading * first
            + goal.heading_sigma_rad * way.slope.goal_heading * last;
        (exact.length_in - (way.length_in - explained_in) > loop_in).then_some(way)
    };
    let mut candidates = shells();
    let longer = (0..10).map(|quarter| 0.25 * f64::from(quarter));
    candidates.extend(longer.filter_map(|along| single_arc(start, goal, radius_in, place_sigma_in, along)));
    candidates.extend(not_moved(start, goal, place_sigma_in));
    candidates.retain(|errors| norm(errors) <= REGION_SIGMAS);
    candidates.sort_by(|one, other| norm(one).total_cmp(&norm(other)));
    let (whole, mut way) =
        candidates.into_iter().find_map(|errors| without_loop(&errors).map(|way| (errors, way)))?;
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..24 {
        let share = (low + high) / 2.0;
        let tried = whole.map(|error| share * error);
        match without_loop(&tried) {
            Some(found) => (way, high) = (found, share),
            None => low = share,
        }
    }
    // The start was turned for the search; the same legs now begin at its measured pose.
    way.path.start = start.pose;
    Some(way)
}

fn norm(errors: &Errors) -> f64 {
    errors.iter().map(|error| error * error).sum::<f64>().sqrt()
}

/// Directions in the region (axes, and the diagonals of two, three and four of them) on each shell.
fn shells() -> Vec<Errors> {
    let signs = [-1.0, 0.0, 1.0];
    let mut found = Vec::new();
    for shell in 1..=SHELLS {
        let radius = REGION_SIGMAS * f64::from(shell) / f64::from(SHELLS);
        for index in 0..81_usize {
            let direction = [index % 3, index / 3 % 3, index / 9 % 3, index / 27].map(|digit| signs[digit]);
            let length = norm(&direction);
            if length > 0.0 {
                found.push(direction.map(|part| 0.999 * radius * part / length));
            }
        }
    }
    found
}

/// The errors that put the goal on one arc from the start: its bearing off the bow is then half the turn of
/// the heading (the angle of chord and tangent), limited by the turning circle. A place `along` standard
/// deviations further off allows more.
///
/// With `z` the measured bearing and turn, `J` their derivatives by the errors and `C = J J'`: the weighted
/// fit of `(turn / 2, turn)` and the smallest errors that produce it, `J' C^-1 (fit - z)`.
fn single_arc(
    start: &Standing,
    goal: &Standing,
    radius_in: f64,
    place_sigma_in: f64,
    along: f64,
) -> Option<Errors> {
    let measured_in = start.pose.stack.distance_in(goal.pose.stack);
    if measured_in < NO_WAY_IN {
        return None;
    }
    let distance_in = measured_in + along * place_sigma_in;
    let sight: Heading = start.pose.stack.heading_to(goal.pose.stack);
    let bearing_rad = start.pose.heading.relative(sight).rad();
    let turn_rad = start.pose.heading.relative(goal.pose.heading).rad();
    let measured = Vector2::new(bearing_rad, turn_rad);
    let (first, last) = (start.heading_sigma_rad, goal.heading_sigma_rad);
    let slopes = Matrix2x3::new(place_sigma_in / distance_in, -first, 0.0, 0.0, -first, last);
    let weight = (slopes * slopes.transpose() + Matrix2::identity() * EXACT_RAD2).try_inverse()?;
    let arc = Vector2::new(0.5, 1.0);
    let fit_rad = (arc.transpose() * weight * measured).x / (arc.transpose() * weight * arc).x;
    let tightest_rad = 2.0 * (WITHIN * distance_in / (2.0 * radius_in)).min(1.0).asin();
    let fit = arc * fit_rad.clamp(-tightest_rad, tightest_rad);
    let errors = slopes.transpose() * weight * (fit - measured);
    // The place itself exactly, because over a short way the derivatives change.
    let course = start.pose.heading.turned(errors[1] * first + fit[0]);
    let stack = start.pose.stack.moved(course, distance_in);
    let (east_in, north_in) = offset(goal.pose.stack, stack);
    (place_sigma_in > 0.0)
        .then(|| [east_in / place_sigma_in, north_in / place_sigma_in, errors[1], errors[2]])
}

/// The errors that put the goal on the start.
fn not_moved(start: &Standing, goal: &Standing, place_sigma_in: f64) -> Option<Errors> {
    let variance = start.heading_sigma_rad.powi(2) + goal.heading_sigma_rad.powi(2);
    if variance <= 0.0 || place_sigma_in <= 0.0 {
        return None;
    }
    let turn_rad = wrap_pi(goal.pose.heading.rad() - start.pose.heading.rad());
    Some([
        (start.pose.stack.x_in - goal.pose.stack.x_in) / place_sigma_in,
        (start.pose.stack.y_in - goal.pose.stack.y_in) / place_sigma_in,
        turn_rad * start.heading_sigma_rad / variance,
        -turn_rad * goal.heading_sigma_rad / variance,
    ])
}
