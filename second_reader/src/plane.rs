//! The plane of the table: the second umpire's own geometry, in inches and degrees clockwise from north.

use crate::record::Place;

/// A point, inches east and north.
pub type Point = [f64; 2];

/// The distance between two points, inches.
pub fn distance_in(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// The direction from one point to another, degrees clockwise from north, 0 up to 360.
pub fn bearing_deg(from: Point, to: Point) -> f64 {
    (to[0] - from[0]).atan2(to[1] - from[1]).to_degrees().rem_euclid(360.0)
}

/// The angle between two directions, degrees, 0 to 180.
pub fn apart_deg(a: f64, b: f64) -> f64 {
    let turned = (a - b).rem_euclid(360.0);
    turned.min(360.0 - turned)
}

/// The point of a place.
pub fn point(place: Place) -> Point {
    [place.x_in, place.y_in]
}

/// A hull's outline on the table, from corners given in inches starboard and ahead of the stack.
pub fn outline_in(hull_in: &[Point], place: Place) -> Vec<Point> {
    let (sin, cos) = place.heading_deg.to_radians().sin_cos();
    let on_table = |&[starboard, ahead]: &Point| {
        [place.x_in + starboard * cos + ahead * sin, place.y_in - starboard * sin + ahead * cos]
    };
    hull_in.iter().map(on_table).collect()
}

/// Tells whether a point is inside an outline.
pub fn within(at: Point, outline: &[Point]) -> bool {
    let mut inside = false;
    for (a, b) in edges(outline) {
        let crosses = (a[1] > at[1]) != (b[1] > at[1]);
        if crosses && at[0] < (b[0] - a[0]) * (at[1] - a[1]) / (b[1] - a[1]) + a[0] {
            inside = !inside;
        }
    }
    inside
}

/// The edges of an outline, closed.
pub fn edges(outline: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(&a, &b)| (a, b))
}

fn side_of(line: (Point, Point), at: Point) -> f64 {
    let ((a, b), p) = (line, at);
    (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
}

/// Tells whether two segments cross or touch.
pub fn stretches_meet(one: (Point, Point), other: (Point, Point)) -> bool {
    let crosses = side_of(one, other.0) * side_of(one, other.1) <= 0.0;
    // Collinear segments cross each other's line everywhere: they meet only if they overlap.
    let shares = |axis: usize| {
        let span = |(a, b): (Point, Point)| (a[axis].min(b[axis]), a[axis].max(b[axis]));
        let ((low, high), (others_low, others_high)) = (span(one), span(other));
        low <= others_high && others_low <= high
    };
    crosses && side_of(other, one.0) * side_of(other, one.1) <= 0.0 && shares(0) && shares(1)
}

/// Tells whether the line between two points meets an outline.
pub fn line_meets(from: Point, to: Point, outline: &[Point]) -> bool {
    within(from, outline)
        || within(to, outline)
        || edges(outline).any(|edge| stretches_meet((from, to), edge))
}

/// Lines and outlines closer than this can't be distinguished, inches: places are rounded to a thousandth.
const HAIR_IN: f64 = 0.003;

/// Tells whether the line between two points meets an outline; none where a small shift to either side
/// changes the answer.
pub fn line_surely_meets(from: Point, to: Point, outline: &[Point]) -> Option<bool> {
    let length_in = distance_in(from, to).max(f64::MIN_POSITIVE);
    let aside = [(to[1] - from[1]) / length_in, (from[0] - to[0]) / length_in];
    let meets = |by_in: f64| {
        let shifted = |at: Point| [at[0] + by_in * aside[0], at[1] + by_in * aside[1]];
        line_meets(shifted(from), shifted(to), outline)
    };
    let reads = meets(0.0);
    (meets(-HAIR_IN) == reads && meets(HAIR_IN) == reads).then_some(reads)
}

/// The point of a segment nearest to another point.
fn nearest_on_stretch(at: Point, (a, b): (Point, Point)) -> Point {
    let along = [b[0] - a[0], b[1] - a[1]];
    let length_squared = along[0] * along[0] + along[1] * along[1];
    let share =
        ((at[0] - a[0]) * along[0] + (at[1] - a[1]) * along[1]) / length_squared.max(f64::MIN_POSITIVE);
    let share = share.clamp(0.0, 1.0);
    [a[0] + share * along[0], a[1] + share * along[1]]
}

/// The distance of a point from a segment, inches.
pub fn from_stretch_in(at: Point, stretch: (Point, Point)) -> f64 {
    distance_in(at, nearest_on_stretch(at, stretch))
}

/// The point of an outline nearest to another point; none for an empty outline.
pub fn nearest_on(at: Point, outline: &[Point]) -> Option<Point> {
    let points = edges(outline).map(|edge| nearest_on_stretch(at, edge));
    points.min_by(|a, b| distance_in(at, *a).total_cmp(&distance_in(at, *b)))
}

/// The gap between two outlines, inches; 0 where they touch or overlap.
pub fn gap_in(one: &[Point], other: &[Point]) -> f64 {
    let overlap = one.iter().any(|&at| within(at, other)) || other.iter().any(|&at| within(at, one));
    if overlap || edges(one).any(|a| edges(other).any(|b| stretches_meet(a, b))) {
        return 0.0;
    }
    let to = |points: &[Point], outline: &[Point]| {
        let each = points.iter().flat_map(|&at| edges(outline).map(move |edge| from_stretch_in(at, edge)));
        each.fold(f64::INFINITY, f64::min)
    };
    to(one, other).min(to(other, one))
}

/// The centroid of an outline's area; none without area.
pub fn middle(outline: &[Point]) -> Option<Point> {
    let edges_in: Vec<(Point, Point)> = edges(outline).collect();
    let cross = |&(a, b): &(Point, Point)| a[0] * b[1] - b[0] * a[1];
    let twice: f64 = edges_in.iter().map(cross).sum();
    let along = |i: usize| {
        edges_in.iter().map(|edge| (edge.0[i] + edge.1[i]) * cross(edge)).sum::<f64>() / (3.0 * twice)
    };
    (twice != 0.0).then(|| [along(0), along(1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_of_one_line_meet_where_they_share_some_of_it() {
        assert!(!stretches_meet(([0.0, 1.0], [1.0, 1.0]), ([4.0, 1.0], [6.0, 1.0])));
        assert!(stretches_meet(([0.0, 1.0], [5.0, 1.0]), ([4.0, 1.0], [6.0, 1.0])));
    }

    #[test]
    fn a_line_along_a_hull_s_edge_is_not_judged() {
        let hull = [[4.0, 0.0], [6.0, 0.0], [6.0, 1.0], [4.0, 1.0]];
        let line = |off_in: f64| line_surely_meets([0.0, off_in], [10.0, off_in], &hull);
        assert_eq!([line(0.5), line(0.01), line(-0.01)], [Some(true), Some(true), Some(false)]);
        assert_eq!([line(0.0001), line(-0.0001), line(1.0001)], [None; 3]);
    }
}
