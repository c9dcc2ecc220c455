//! From the points of an edge to a polygon with few straight sides.
//!
//! Corners are chosen by Douglas and Peucker's method (1973); then each side is fitted to its points by total
//! least squares, and neighbouring sides are intersected. So a corner is as accurate as its two sides, not as
//! one pixel. Hidden points (behind a ship, for example) are not used; there the outline is straight.

use geometry::{Point, nearest_on_outline};

/// One point of an edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct RimPoint {
    /// The point on the table.
    pub point: Point,
    /// False if something hides the edge there.
    pub seen: bool,
}

/// An outline, and how well the edge agrees with it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FittedOutline {
    /// Counter-clockwise, the first corner not repeated.
    pub corners: Vec<Point>,
    /// Root mean square distance of the edge from it, inches.
    pub rms_in: f64,
    /// The share of the edge's length that was hidden.
    pub hidden: f64,
}

/// Smaller bends of the edge get no corner, inches.
const TOLERANCE_IN: f64 = 0.06;
/// Largest move of a corner when its sides are fitted, inches.
const FARTHEST_IN: f64 = 0.25;
/// Shorter sides may be corners cut off by blur, inches.
const CUT_IN: f64 = 0.3;
/// Points this near a corner are rounded by blur and not used for the side, inches.
const ROUNDED_IN: f64 = 0.12;

/// The polygon of an edge; `None` if the visible part has no area.
pub(crate) fn fitted(rim: &[RimPoint]) -> Option<FittedOutline> {
    let seen: Vec<Point> = rim.iter().filter(|place| place.seen).map(|place| place.point).collect();
    if seen.len() < 12 {
        return None;
    }
    let breaks = corners(&seen, TOLERANCE_IN);
    if breaks.len() < 3 {
        return None;
    }
    let sides: Vec<Option<SideLine>> =
        (0..breaks.len()).map(|at| side(&seen, breaks[at], breaks[(at + 1) % breaks.len()])).collect();
    let mut polygon = cut_sides(&seen, &breaks, &sides);
    if area_in2(&polygon) < 0.0 {
        polygon.reverse();
    }
    let squares: f64 = seen.iter().map(|&point| distance_to_rim_in(&polygon, point).powi(2)).sum();
    (area_in2(&polygon) > 0.01).then(|| FittedOutline {
        rms_in: (squares / seen.len() as f64).sqrt(),
        hidden: 1.0 - seen.len() as f64 / rim.len() as f64,
        corners: polygon,
    })
}

/// The corners where fitted sides meet. A short side between two good ones may be a corner cut off by blur:
/// if these two meet close by, it becomes one corner again.
fn cut_sides(rim: &[Point], breaks: &[usize], sides: &[Option<SideLine>]) -> Vec<Point> {
    let count = breaks.len();
    let place = |at: usize| rim[breaks[at % count]];
    let meeting = |before: usize, after: usize, near: Point, reach_in: f64| {
        sides[before % count]
            .zip(sides[after % count])
            .and_then(|(a, b)| a.meets(&b))
            .filter(|corner| corner.distance_in(near) < reach_in)
    };
    let cut_off = |at: usize| {
        let (a, b) = (place(at), place(at + 1));
        let short = count > 3 && a.distance_in(b) < CUT_IN;
        let middle = Point::new((a.x_in + b.x_in) / 2.0, (a.y_in + b.y_in) / 2.0);
        if short { meeting(at + count - 1, at + 1, middle, CUT_IN / 2.0) } else { None }
    };
    (0..count)
        .filter_map(|at| {
            if let Some(corner) = cut_off(at) {
                return Some(corner);
            }
            // The side before this corner was replaced by a corner.
            if cut_off(at + count - 1).is_some() {
                return None;
            }
            Some(meeting(at + count - 1, at, place(at), FARTHEST_IN).unwrap_or(place(at)))
        })
        .collect()
}

/// The area of a polygon, square inches: positive if its corners run counter-clockwise.
pub(crate) fn area_in2(polygon: &[Point]) -> f64 {
    let twice: f64 = sides_of(polygon).map(|(a, b)| a.x_in * b.y_in - b.x_in * a.y_in).sum();
    twice / 2.0
}

/// The sides of a polygon, from corner to corner.
pub(crate) fn sides_of(polygon: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    (0..polygon.len()).map(|at| (polygon[at], polygon[(at + 1) % polygon.len()]))
}

/// Distance of a point from a polygon's edge, inches.
pub(crate) fn distance_to_rim_in(polygon: &[Point], point: Point) -> f64 {
    nearest_on_outline(polygon, point).map_or(f64::INFINITY, |near| near.distance_in(point))
}

/// Points along a polygon's edge, about `every_in` apart, each with the outward normal.
pub(crate) fn places_along(polygon: &[Point], every_in: f64) -> Vec<(Point, (f64, f64))> {
    let turned = if area_in2(polygon) < 0.0 { -1.0 } else { 1.0 };
    let mut places = Vec::new();
    for (a, b) in sides_of(polygon) {
        let length = a.distance_in(b);
        let (dx, dy) = ((b.x_in - a.x_in) / length.max(1e-9), (b.y_in - a.y_in) / length.max(1e-9));
        let count = (length / every_in).ceil().max(1.0) as usize;
        places.extend((0..count).map(|at| {
            let along = length * (at as f64 + 0.5) / count as f64;
            (Point::new(a.x_in + along * dx, a.y_in + along * dy), (turned * dy, -turned * dx))
        }));
    }
    places
}

/// A straight line: a point on it and its direction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SideLine {
    pub through: Point,
    pub along: (f64, f64),
}

impl SideLine {
    /// The intersection of two lines; `None` if they are almost parallel.
    pub fn meets(&self, other: &Self) -> Option<Point> {
        let cross = self.along.0 * other.along.1 - self.along.1 * other.along.0;
        if cross.abs() < 0.05 {
            return None;
        }
        let (dx, dy) = (other.through.x_in - self.through.x_in, other.through.y_in - self.through.y_in);
        let along = (dx * other.along.1 - dy * other.along.0) / cross;
        Some(Point::new(self.through.x_in + along * self.along.0, self.through.y_in + along * self.along.1))
    }

    /// The total least squares line through points; `None` for fewer than three.
    pub fn through(points: &[Point]) -> Option<Self> {
        if points.len() < 3 {
            return None;
        }
        let n = points.len() as f64;
        let (sx, sy) = points.iter().fold((0.0, 0.0), |(x, y), p| (x + p.x_in, y + p.y_in));
        let through = Point::new(sx / n, sy / n);
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        for p in points {
            let (dx, dy) = (p.x_in - through.x_in, p.y_in - through.y_in);
            xx += dx * dx;
            xy += dx * dy;
            yy += dy * dy;
        }
        let angle = 0.5 * (2.0 * xy).atan2(xx - yy);
        Some(Self { through, along: (angle.cos(), angle.sin()) })
    }
}

/// The line through the points between two corners, without those rounded by blur. A side along a hidden
/// stretch has no points, and no line.
fn side(rim: &[Point], from: usize, to: usize) -> Option<SideLine> {
    let count = (to + rim.len() - from) % rim.len();
    let (start, end) = (rim[from], rim[to]);
    let inner: Vec<Point> = (1..count)
        .map(|step| rim[(from + step) % rim.len()])
        .filter(|place| place.distance_in(start) > ROUNDED_IN && place.distance_in(end) > ROUNDED_IN)
        .collect();
    let span = inner.first().zip(inner.last()).map_or(0.0, |(a, b)| a.distance_in(*b));
    (span > 2.0 * ROUNDED_IN).then(|| SideLine::through(&inner)).flatten()
}

/// Indices of the points of a closed edge that become corners.
pub(crate) fn corners(rim: &[Point], tolerance_in: f64) -> Vec<usize> {
    let farthest = |from: Point| {
        (0..rim.len())
            .max_by(|&a, &b| rim[a].distance_in(from).total_cmp(&rim[b].distance_in(from)))
            .unwrap_or(0)
    };
    // Two points far apart are corners of any polygon.
    let first = farthest(rim[0]);
    let second = farthest(rim[first]);
    let mut kept = vec![first, second];
    let mut stretches = vec![(first, second), (second, first)];
    while let Some((from, to)) = stretches.pop() {
        let count = (to + rim.len() - from) % rim.len();
        let worst = (1..count)
            .map(|step| (from + step) % rim.len())
            .map(|at| (at, distance_to_rim_in(&[rim[from], rim[to]], rim[at])))
            .max_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((at, off_in)) = worst
            && off_in > tolerance_in
        {
            kept.push(at);
            stretches.extend([(from, at), (at, to)]);
        }
    }
    kept.sort_unstable();
    kept.dedup();
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rim_of(polygon: &[Point], seen: impl Fn(Point) -> bool) -> Vec<RimPoint> {
        places_along(polygon, 0.03)
            .into_iter()
            .enumerate()
            .map(|(at, (point, out))| {
                // Noise of one cell, as an edge from pixels has.
                let wobble = 0.015 * ((at * 7919) % 13) as f64 / 6.0 - 0.015;
                let point = Point::new(point.x_in + wobble * out.0, point.y_in + wobble * out.1);
                RimPoint { point, seen: seen(point) }
            })
            .collect()
    }

    fn island() -> Vec<Point> {
        [(26.0, 18.0), (28.0, 15.5), (32.0, 16.0), (33.0, 18.5), (29.5, 20.0)]
            .map(|(x, y)| Point::new(x, y))
            .to_vec()
    }

    #[test]
    fn corners_come_back_finer_than_a_cell() {
        let found = fitted(&rim_of(&island(), |_| true)).unwrap();
        assert_eq!(found.corners.len(), 5, "{:?}", found.corners);
        for corner in island() {
            let off = found.corners.iter().map(|c| c.distance_in(corner)).fold(9.0, f64::min);
            assert!(off < 0.02, "{corner:?} off by {off}");
        }
        assert_eq!(found.hidden, 0.0);
    }

    #[test]
    fn a_side_that_is_half_hidden_stays_straight() {
        let found = fitted(&rim_of(&island(), |p| !(29.0..31.0).contains(&p.x_in) || p.y_in > 17.0)).unwrap();
        let worst = places_along(&found.corners, 0.1)
            .into_iter()
            .map(|(place, _)| distance_to_rim_in(&island(), place))
            .fold(0.0, f64::max);
        assert!(worst < 0.03 && found.hidden > 0.1, "{worst} {}", found.hidden);
    }

    #[test]
    fn a_round_island_keeps_within_the_tolerance() {
        let round: Vec<Point> = (0..400)
            .map(|at| f64::from(at) * std::f64::consts::TAU / 400.0)
            .map(|a| Point::new(30.0 + 3.0 * a.cos(), 18.0 + 2.0 * a.sin()))
            .collect();
        let found = fitted(&rim_of(&round, |_| true)).unwrap();
        assert!(found.corners.len() < 40 && found.rms_in < 0.05, "{} {}", found.corners.len(), found.rms_in);
        assert!((area_in2(&found.corners) / area_in2(&round) - 1.0).abs() < 0.01);
    }

    #[test]
    fn nothing_seen_is_no_outline() {
        assert_eq!(fitted(&rim_of(&island(), |_| false)), None);
    }
}
