//! The shortest way to a point, with any heading there.

use crate::movement::dubins::turn_rad;
use crate::movement::path::{Leg, NO_WAY_IN, Path, turning_centre};
use crate::plane::heading::{Flank, Heading};
use crate::plane::place::{Point, Pose};
use std::f64::consts::FRAC_PI_2;

/// The shortest way from a pose to a point on circles of at least `radius_in`, with any heading at its end.
///
/// A turn and a straight; where the point lies within a turning circle, a turn away and a turn back (X.-N. Bui,
/// J.-D. Boissonnat, P. Soueres & J.-P. Laumond, "Shortest path synthesis for Dubins non-holonomic robot", ICRA 1994).
pub fn shortest_to_point(start: Pose, point: Point, radius_in: f64) -> Path {
    let ways = ways_to_point(start, point, radius_in);
    let shortest = ways.into_iter().min_by(|one, other| one.length_in().total_cmp(&other.length_in()));
    shortest.unwrap_or_else(|| Path::at(start))
}

/// The way that follows a drawn line: from a pose through all the points, each leg the shortest to the next
/// point.
pub fn way_through_points(start: Pose, points: &[Point], radius_in: f64) -> Path {
    points.iter().fold(Path::at(start), |path, &point| {
        let next = shortest_to_point(path.end(), point, radius_in);
        path.then(&next)
    })
}

/// All candidates for the shortest way to a point with free final heading: the local minima.
pub(crate) fn ways_to_point(start: Pose, point: Point, radius_in: f64) -> Vec<Path> {
    if start.stack.distance_in(point) < NO_WAY_IN {
        return vec![Path::at(start)];
    }
    if radius_in < NO_WAY_IN {
        let course = start.stack.heading_to(point);
        let mut path = Path::at(start);
        path.push(Leg::Pivot { clockwise_rad: start.heading.relative(course).rad() });
        path.push(Leg::Straight { ahead_in: start.stack.distance_in(point) });
        return vec![path];
    }
    let turned = Flank::BOTH.into_iter().filter_map(|helm| turn_and_straight(start, point, radius_in, helm));
    let weaved = Flank::BOTH.into_iter().flat_map(|helm| turn_and_back(start, point, radius_in, helm));
    turned.chain(weaved).collect()
}

/// `p - C = l u(h) - s r right(h)`: along the tangent, for a point outside the circle.
fn turn_and_straight(start: Pose, point: Point, radius_in: f64, helm: Flank) -> Option<Path> {
    let centre = turning_centre(start, helm, radius_in);
    let apart_in = centre.distance_in(point);
    // A point on the circle itself needs only the turn.
    let squared = apart_in.powi(2) - radius_in.powi(2);
    if squared < -NO_WAY_IN {
        return None;
    }
    let straight_in = squared.max(0.0).sqrt();
    let skew_rad = radius_in.atan2(straight_in);
    let course = centre.heading_to(point).turned(helm.clockwise() * skew_rad);
    let mut path = Path::at(start);
    path.push(Leg::Turn { helm, radius_in, angle_rad: turn_rad(helm, start.heading, course) });
    path.push(Leg::Straight { ahead_in: straight_in });
    Some(path)
}

/// The second circle passes through the point and touches the first, so its centre is `r` from the point and
/// `2 r` from the first centre: law of cosines.
pub(crate) fn turn_and_back(start: Pose, point: Point, radius_in: f64, helm: Flank) -> Vec<Path> {
    let centre = turning_centre(start, helm, radius_in);
    let apart_in = centre.distance_in(point);
    let cosine = (apart_in.powi(2) + 3.0 * radius_in.powi(2)) / (4.0 * radius_in * apart_in);
    if cosine.is_nan() || cosine > 1.0 {
        return Vec::new();
    }
    let aside_rad = cosine.acos();
    let quarter = helm.clockwise() * FRAC_PI_2;
    let ways = [aside_rad, -aside_rad].map(|aside_rad| {
        let to_middle: Heading = centre.heading_to(point).turned(aside_rad);
        let middle = centre.moved(to_middle, 2.0 * radius_in);
        let shifts = to_middle.turned(quarter);
        let ends = middle.heading_to(point).turned(-quarter);
        let mut path = Path::at(start);
        path.push(Leg::Turn { helm, radius_in, angle_rad: turn_rad(helm, start.heading, shifts) });
        let back = helm.other();
        path.push(Leg::Turn { helm: back, radius_in, angle_rad: turn_rad(back, shifts, ends) });
        path
    });
    ways.into()
}
