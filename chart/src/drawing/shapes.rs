//! Paths and measures of outlines, in table inches.

use crate::scene::TablePoint;
use kurbo::{BezPath, Circle, Shape};

/// How far a circle's curve may be off, inches.
const ROUND_IN: f64 = 0.002;

/// A closed outline.
pub(super) fn polygon(outline: &[TablePoint]) -> BezPath {
    let mut path = line(outline);
    if !path.is_empty() {
        path.close_path();
    }
    path
}

/// A line through points.
pub(super) fn line(points: &[TablePoint]) -> BezPath {
    let mut path = BezPath::new();
    let mut points = points.iter().copied();
    if let Some(first) = points.next() {
        path.move_to(first);
    }
    points.for_each(|point| path.line_to(point));
    path
}

/// A closed outline with rounded corners: the middles of its sides, joined by curves.
pub(super) fn rounded(outline: &[TablePoint]) -> BezPath {
    let mut path = BezPath::new();
    let Some(last) = outline.last() else { return path };
    let middle = |a: &TablePoint, b: &TablePoint| ((a.0 + b.0) / 2.0, (a.1 + b.1) / 2.0);
    let mut before = last;
    for (at, corner) in outline.iter().enumerate() {
        if at == 0 {
            path.move_to(middle(before, corner));
        }
        let next = outline.get(at + 1).or(outline.first()).unwrap_or(corner);
        path.quad_to(*corner, middle(corner, next));
        before = corner;
    }
    path.close_path();
    path
}

/// A circle.
pub(super) fn circle(centre: TablePoint, radius_in: f64) -> BezPath {
    Circle::new(centre, radius_in).to_path(ROUND_IN)
}

/// The point at a distance in a direction, radians clockwise from north.
pub(super) fn toward((x, y): TablePoint, bearing_rad: f64, distance_in: f64) -> TablePoint {
    (x + distance_in * bearing_rad.sin(), y + distance_in * bearing_rad.cos())
}

/// The mean of an outline's corners.
pub(super) fn middle(outline: &[TablePoint]) -> Option<TablePoint> {
    let corners = outline.len() as f64;
    let (x, y) = outline.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0, y + point.1));
    (!outline.is_empty()).then_some((x / corners, y / corners))
}

/// The sides of an outline.
pub(super) fn sides(outline: &[TablePoint]) -> impl Iterator<Item = (TablePoint, TablePoint)> + '_ {
    outline.iter().zip(outline.iter().cycle().skip(1)).map(|(a, b)| (*a, *b))
}

/// Twice the signed area would be enough for its sign: positive if the corners go anticlockwise.
pub(super) fn signed_area(outline: &[TablePoint]) -> f64 {
    sides(outline).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum::<f64>() / 2.0
}

/// Whether an outline contains a point.
pub(super) fn contains(outline: &[TablePoint], (x, y): TablePoint) -> bool {
    let crossed = |(a, b): &(TablePoint, TablePoint)| {
        (a.1 > y) != (b.1 > y) && x < (b.0 - a.0) * (y - a.1) / (b.1 - a.1) + a.0
    };
    sides(outline).filter(crossed).count() % 2 == 1
}

/// The square of the distance from a point to a side.
pub(super) fn distance2((x, y): TablePoint, (a, b): (TablePoint, TablePoint)) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length2 = dx * dx + dy * dy;
    let share =
        if length2 > 0.0 { (((x - a.0) * dx + (y - a.1) * dy) / length2).clamp(0.0, 1.0) } else { 0.0 };
    let (px, py) = (x - a.0 - share * dx, y - a.1 - share * dy);
    px * px + py * py
}

/// The rectangle around points: west, south, east, north.
pub(super) fn around(points: &[TablePoint]) -> Option<(f64, f64, f64, f64)> {
    let (x, y) = *points.first()?;
    Some(points.iter().fold((x, y, x, y), |(west, south, east, north), (x, y)| {
        (west.min(*x), south.min(*y), east.max(*x), north.max(*y))
    }))
}
