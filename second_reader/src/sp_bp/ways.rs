//! Ways of ships between two places: straight, on a circle, and the shortest one with a least turning radius.

use crate::record::Place;
use std::f64::consts::TAU;

/// An angle that rounding left just below a full circle counts as zero.
const ROUNDED_RAD: f64 = 0.05;
/// A straight this short between two arcs to one side counts as none, in radii.
const ONE_ARC: f64 = 0.02;

/// The turn clockwise from one heading to another, degrees, -180 up to 180.
pub fn turned_deg(from: f64, to: f64) -> f64 {
    (to - from + 180.0).rem_euclid(360.0) - 180.0
}

/// The distances of a place from another: to starboard of its keel line, and ahead along it.
pub fn off_line(from: Place, to: Place) -> (f64, f64) {
    let (sin, cos) = from.heading_deg.to_radians().sin_cos();
    let (east, north) = (to.x_in - from.x_in, to.y_in - from.y_in);
    (east * cos - north * sin, east * sin + north * cos)
}

/// The distance of a place from the ship's turning circle to a side, and the angle between the ship's heading
/// and the circle's there.
pub fn off_circle(from: Place, to: Place, (helm, radius_in): (&str, f64)) -> (f64, f64) {
    let side = if helm == "port" { -1.0 } else { 1.0 };
    let (beside, ahead) = off_line(from, to);
    let (across, along) = (radius_in - side * beside, ahead);
    let gone_deg = along.atan2(across).to_degrees().rem_euclid(360.0);
    let heading_deg = from.heading_deg + side * gone_deg;
    (across.hypot(along) - radius_in, turned_deg(heading_deg, to.heading_deg))
}

/// The length of the shortest way from one place and heading to another with a least turning radius.
pub fn shortest_in(from: Place, to: Place, radius_in: f64) -> f64 {
    let (beside, ahead) = off_line(from, to);
    // In radii, x along the line between the places; angles anticlockwise from it.
    let (apart, line) = (beside.hypot(ahead) / radius_in, (-beside).atan2(ahead));
    let (first, last) = (-line, -turned_deg(from.heading_deg, to.heading_deg).to_radians() - line);
    [1.0, -1.0]
        .into_iter()
        .flat_map(|hand| words(apart, hand * first, hand * last))
        .fold(f64::INFINITY, f64::min)
        * radius_in
}

fn arc(rad: f64) -> f64 {
    let rad = rad.rem_euclid(TAU);
    if rad > TAU - ROUNDED_RAD { TAU - rad } else { rad }
}

/// Left, straight, then left again or right: the lengths of both, in radii. Mirrored, they are the other two.
fn words(apart: f64, first: f64, last: f64) -> [f64; 2] {
    let ((sin_a, cos_a), (sin_b, cos_b)) = (first.sin_cos(), last.sin_cos());
    // From the centre of the first circle to the centre of the last.
    let (x, y) = (apart - sin_b + sin_a, cos_b - cos_a);
    let same = {
        let straight = x.hypot(y);
        let toward = y.atan2(x);
        let arcs =
            if straight < ONE_ARC { arc(last - first) } else { arc(toward - first) + arc(last - toward) };
        arcs + straight
    };
    let (x, y) = (apart + sin_b + sin_a, -cos_b - cos_a);
    let between = x.hypot(y);
    if between < 2.0 - ROUNDED_RAD {
        return [same, f64::INFINITY];
    }
    let straight = (between * between - 4.0).max(0.0).sqrt();
    let toward = y.atan2(x) + 2.0_f64.atan2(straight);
    [same, arc(toward - first) + straight + arc(toward - last)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(x_in: f64, y_in: f64, heading_deg: f64) -> Place {
        Place { x_in, y_in, heading_deg }
    }

    #[test]
    fn turns_have_a_side() {
        assert_eq!([turned_deg(350.0, 10.0), turned_deg(10.0, 350.0)], [20.0, -20.0]);
    }

    #[test]
    fn a_course_has_a_line() {
        let (beside, ahead) = off_line(at(0.0, 0.0, 90.0), at(3.0, 0.5, 90.0));
        assert!((beside + 0.5).abs() < 1e-9 && (ahead - 3.0).abs() < 1e-9);
    }

    #[test]
    fn a_quarter_of_a_circle_lies_on_it() {
        let (from, to) = (at(0.0, 0.0, 0.0), at(3.0, 3.0, 90.0));
        let (off_in, off_deg) = off_circle(from, to, ("starboard", 3.0));
        assert!(off_in.abs() < 1e-9 && off_deg.abs() < 1e-9);
        assert!(off_circle(from, to, ("port", 3.0)).0 > 1.0);
    }

    #[test]
    fn shortest_ways() {
        let near = |a: f64, b: f64| assert!((a - b).abs() < 0.01, "{a} {b}");
        near(shortest_in(at(0.0, 0.0, 0.0), at(0.0, 5.0, 0.0), 3.0), 5.0);
        near(shortest_in(at(0.0, 0.0, 0.0), at(3.0, 3.0, 90.0), 3.0), 4.712);
        near(shortest_in(at(0.0, 0.0, 0.0), at(-3.0, 5.0, 270.0), 3.0), 6.712);
        // To starboard and back: two eighths of a circle.
        let beside = 2.0 * (1.0 - f64::to_radians(45.0).cos());
        near(
            shortest_in(at(0.0, 0.0, 0.0), at(beside, 2.0 * f64::to_radians(45.0).sin(), 0.0), 1.0),
            TAU / 4.0,
        );
    }
}
