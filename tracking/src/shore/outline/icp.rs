//! Registration of one outline to another: iterated closest points, point to side (Chen and Medioni, 1992),
//! with Cauchy weights so that a hidden or recut part has little influence.

use crate::shore::outline::polygon::{area_in2, places_along};
use geometry::{Point, nearest_on_outline};
use nalgebra::{Matrix3, Vector3};
use serde::{Deserialize, Serialize};

/// A rigid motion on the table: a rotation about a point, then a translation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Shift {
    /// The centre of rotation: the middle of the outline before.
    pub about: Point,
    /// Clockwise rotation, radians.
    pub turn_rad: f64,
    /// Shifted east, inches.
    pub east_in: f64,
    /// Shifted north, inches.
    pub north_in: f64,
}

/// Rounds of one fit.
const ROUNDS: usize = 40;
/// Scale of the residual weights, inches, in the first and in the last round.
const PULLS_IN: (f64, f64) = (1.5, 0.06);
/// Upper limit of a residual when fits are compared, inches.
const WORST_IN: f64 = 0.5;
/// Number of start rotations of a fit.
const TURNS: usize = 16;

impl Shift {
    /// The identity motion.
    pub fn none(about: Point) -> Self {
        Self { about, turn_rad: 0.0, east_in: 0.0, north_in: 0.0 }
    }

    /// The moved point.
    pub fn moved(&self, point: Point) -> Point {
        let (sin, cos) = self.turn_rad.sin_cos();
        let (x, y) = (point.x_in - self.about.x_in, point.y_in - self.about.y_in);
        Point::new(
            self.about.x_in + x * cos + y * sin + self.east_in,
            self.about.y_in - x * sin + y * cos + self.north_in,
        )
    }

    /// The moved outline.
    pub fn outline(&self, outline: &[Point]) -> Vec<Point> {
        outline.iter().map(|&point| self.moved(point)).collect()
    }

    /// The largest movement of a corner, inches.
    pub fn farthest_in(&self, outline: &[Point]) -> f64 {
        outline.iter().map(|&point| self.moved(point).distance_in(point)).fold(0.0, f64::max)
    }
}

/// The centre of a polygon's area.
pub(crate) fn middle(polygon: &[Point]) -> Point {
    let area = area_in2(polygon);
    let (mut x, mut y) = (0.0, 0.0);
    for (a, b) in crate::shore::outline::polygon::sides_of(polygon) {
        let cross = a.x_in * b.y_in - b.x_in * a.y_in;
        x += (a.x_in + b.x_in) * cross;
        y += (a.y_in + b.y_in) * cross;
    }
    if area.abs() < 1e-9 {
        return polygon.first().copied().unwrap_or(Point::new(0.0, 0.0));
    }
    Point::new(x / (6.0 * area), y / (6.0 * area))
}

/// The motion that registers `outline` to the visible points of an edge, whose own middle is about `toward`.
/// Small motions are tried first, and are chosen unless another one is clearly better.
pub(crate) fn fitted(outline: &[Point], rim: &[Point], toward: Point) -> Shift {
    let about = middle(outline);
    let every = (rim.len() / 240).max(1);
    let rim: Vec<Point> = rim.iter().copied().step_by(every).collect();
    let here = refined(outline, &rim, Shift::none(about));
    let mut best = (cost(outline, &rim, &here), here);
    for turn in 0..TURNS {
        let start = Shift {
            about,
            turn_rad: geometry::wrap_pi(std::f64::consts::TAU * turn as f64 / TURNS as f64),
            east_in: toward.x_in - about.x_in,
            north_in: toward.y_in - about.y_in,
        };
        let shift = refined(outline, &rim, start);
        let now = cost(outline, &rim, &shift);
        if now < 0.8 * best.0 {
            best = (now, shift);
        }
    }
    best.1
}

/// The mean squared distance both ways, with an upper limit for each residual.
fn cost(outline: &[Point], rim: &[Point], shift: &Shift) -> f64 {
    let moved = shift.outline(outline);
    let capped = |sum: f64, far: f64| sum + far.min(WORST_IN).powi(2);
    let to_outline =
        |&place: &Point| nearest_on_outline(&moved, place).map_or(WORST_IN, |n| n.distance_in(place));
    let one = rim.iter().map(to_outline).fold(0.0, capped) / rim.len().max(1) as f64;
    let places = places_along(&moved, 0.3);
    let to_rim = |(place, _): &(Point, (f64, f64))| {
        rim.iter().map(|seen| seen.distance_in(*place)).fold(WORST_IN, f64::min)
    };
    // Points of the edge are sparse, and parts may be hidden: this direction counts half.
    let other = places.iter().map(to_rim).fold(0.0, capped) / places.len().max(1) as f64;
    one + 0.5 * other + 1e-6
}

fn refined(outline: &[Point], rim: &[Point], start: Shift) -> Shift {
    let mut shift = start;
    for round in 0..ROUNDS {
        let part = round as f64 / (ROUNDS - 1) as f64;
        let pull_in = PULLS_IN.0 * (PULLS_IN.1 / PULLS_IN.0).powf(part);
        let moved = shift.outline(outline);
        let centre = shift.moved(shift.about);
        let (mut normal, mut right) = (Matrix3::<f64>::from_diagonal_element(1e-9), Vector3::zeros());
        for &place in rim {
            let Some(near) = nearest_on_outline(&moved, place) else { continue };
            let (dx, dy) = (place.x_in - near.x_in, place.y_in - near.y_in);
            let miss = dx.hypot(dy);
            if miss < 1e-9 {
                continue;
            }
            // The residual is perpendicular to the side, except at corners.
            let (nx, ny) = (dx / miss, dy / miss);
            let (x, y) = (near.x_in - centre.x_in, near.y_in - centre.y_in);
            // A clockwise turn moves (x, y) by (y, -x) per radian.
            let row = Vector3::new(nx, ny, nx * y - ny * x);
            let weight = 1.0 / (1.0 + (miss / pull_in).powi(2));
            normal += weight * row * row.transpose();
            right += weight * miss * row;
        }
        let Some(step) = normal.cholesky().map(|solved| solved.solve(&right)) else { break };
        shift.east_in += step.x;
        shift.north_in += step.y;
        shift.turn_rad = geometry::wrap_pi(shift.turn_rad + step.z.clamp(-0.3, 0.3));
    }
    shift
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moved_and_turned_outline_is_laid_back_though_a_part_is_hidden() {
        let outline: Vec<Point> = [(26.0, 18.0), (28.0, 15.5), (32.0, 16.0), (33.0, 18.5), (29.5, 20.0)]
            .map(|(x, y)| Point::new(x, y))
            .to_vec();
        for turn_deg in [0.0_f64, 3.0, -25.0, 100.0, 180.0] {
            let truth = Shift {
                about: middle(&outline),
                turn_rad: turn_deg.to_radians(),
                east_in: 1.3,
                north_in: -0.7,
            };
            let moved = truth.outline(&outline);
            let rim: Vec<Point> = places_along(&moved, 0.05).into_iter().map(|place| place.0).collect();
            let kept = &rim[..rim.len() * 3 / 4];
            let found = fitted(&outline, kept, middle(&moved));
            let off = outline.iter().map(|&p| found.moved(p).distance_in(truth.moved(p))).fold(0.0, f64::max);
            assert!(off < 0.01, "{turn_deg}: off by {off} {found:?}");
        }
    }
}
