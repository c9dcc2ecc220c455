//! Closed outlines on the table: simple polygons, first point not repeated, convex or not.

use crate::plane::heading::Heading;
use crate::plane::place::Point;

/// Points closer than this coincide: no direction can be computed, inches.
pub(crate) const SAME_PLACE_IN: f64 = 1e-6;

/// A margin for rounding where a bound is compared with an exact measure: relative, or square inches.
const ROUNDING: f64 = 1e-9;

/// The upright rectangle around some points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    low: Point,
    high: Point,
}

impl Bounds {
    /// The rectangle around these points.
    pub fn of(points: &[Point]) -> Self {
        let nothing = Self {
            low: Point::new(f64::INFINITY, f64::INFINITY),
            high: Point::new(f64::NEG_INFINITY, f64::NEG_INFINITY),
        };
        points.iter().fold(nothing, |bounds, p| Self {
            low: Point::new(bounds.low.x_in.min(p.x_in), bounds.low.y_in.min(p.y_in)),
            high: Point::new(bounds.high.x_in.max(p.x_in), bounds.high.y_in.max(p.y_in)),
        })
    }

    /// The square of the distance between two rectangles, square inches; 0 where they touch or overlap. What is in one
    /// is at least that far from what is in the other.
    fn gap_in2(self, other: Self) -> f64 {
        let east_in = (other.low.x_in - self.high.x_in).max(self.low.x_in - other.high.x_in).max(0.0);
        let north_in = (other.low.y_in - self.high.y_in).max(self.low.y_in - other.high.y_in).max(0.0);
        east_in * east_in + north_in * north_in
    }

    /// Returns true if no point of one rectangle is within this distance of the other, inches.
    pub fn is_clear_of(self, other: Self, distance_in: f64) -> bool {
        self.gap_in2(other) > distance_in * distance_in * (1.0 + ROUNDING)
    }
}

/// Tells whether a point is inside a closed outline.
///
/// Even-odd rule (Shimrat, "Algorithm 112: position of point relative to polygon", CACM 5, 1962). A point exactly on
/// the outline may count as either.
pub fn outline_contains(outline: &[Point], p: Point) -> bool {
    edges(outline).fold(false, |inside, (a, b)| {
        let between = (a.y_in > p.y_in) != (b.y_in > p.y_in);
        if between && p.x_in < a.x_in + (p.y_in - a.y_in) / (b.y_in - a.y_in) * (b.x_in - a.x_in) {
            !inside
        } else {
            inside
        }
    })
}

/// The distance from a point to the outline, inches: negative inside.
pub fn signed_gap_in(outline: &[Point], p: Point) -> f64 {
    let (mut gap_in, mut gap_in2) = (f64::INFINITY, f64::INFINITY);
    for (a, b) in edges(outline) {
        let near = nearest_on_segment(a, b, p);
        let (dx, dy) = (p.x_in - near.x_in, p.y_in - near.y_in);
        let apart_in2 = dx * dx + dy * dy;
        // Squares are cheap to compare; the distance itself is computed for what may be nearest only.
        if apart_in2 <= gap_in2 * (1.0 + ROUNDING) {
            (gap_in, gap_in2) = (gap_in.min(p.distance_in(near)), gap_in2.min(apart_in2));
        }
    }
    if outline_contains(outline, p) { -gap_in } else { gap_in }
}

/// The point of the outline nearest to `p`.
pub fn nearest_on_outline(outline: &[Point], p: Point) -> Option<Point> {
    edges(outline)
        .map(|(a, b)| nearest_on_segment(a, b, p))
        .min_by(|one, other| one.distance_in(p).total_cmp(&other.distance_in(p)))
}

/// The smallest distance between two outlines, inches; 0 where they touch or overlap.
pub fn outline_gap_in(one: &[Point], other: &[Point]) -> f64 {
    edges(one).map(|(a, b)| segment_gap_in(a, b, other)).fold(f64::INFINITY, f64::min)
}

/// The smallest distance between two outlines, inches; where they overlap, minus the depth of the deepest
/// corner of either inside the other.
pub fn signed_outline_gap_in(one: &[Point], other: &[Point]) -> f64 {
    closest(one, other).gap_in
}

/// Returns true if two outlines touch or overlap.
pub fn outlines_meet(one: &[Point], other: &[Point]) -> bool {
    !Bounds::of(one).is_clear_of(Bounds::of(other), 0.0) && signed_outline_gap_in(one, other) <= 0.0
}

/// The nearest points of two outlines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Closest {
    /// The point on (or, for the deepest corner, of) the first outline.
    pub on_one: Point,
    /// The point on (or of) the other outline.
    pub on_other: Point,
    /// Inches between them; negative where the outlines overlap.
    pub gap_in: f64,
}

/// The nearest points of two outlines; where they overlap, the deepest corner and the point of the other
/// outline nearest to it.
pub fn closest(one: &[Point], other: &[Point]) -> Closest {
    let (one_bounds, other_bounds) = (Bounds::of(one), Bounds::of(other));
    let deepest = |corners: &[Point], (outline, bounds): (&[Point], Bounds)| {
        let may_be_inside = corners.iter().filter(|&&p| bounds.gap_in2(Bounds::of(&[p])) <= ROUNDING);
        let inside = may_be_inside.filter(|&&p| outline_contains(outline, p));
        inside
            .filter_map(|&p| nearest_on_outline(outline, p).map(|near| (p, near)))
            .max_by(|one, other| one.0.distance_in(one.1).total_cmp(&other.0.distance_in(other.1)))
    };
    let of_one = deepest(one, (other, other_bounds));
    let of_other = deepest(other, (one, one_bounds)).map(|(p, near)| (near, p));
    let overlap = of_one
        .into_iter()
        .chain(of_other)
        .max_by(|one, other| one.0.distance_in(one.1).total_cmp(&other.0.distance_in(other.1)));
    if let Some((on_one, on_other)) = overlap {
        return Closest { on_one, on_other, gap_in: -on_one.distance_in(on_other) };
    }
    // Any point of each outline gives an upper bound of the distance; sides that are further apart can't be the nearest.
    let apart_in2 = |p: Point, q: Point| (p.x_in - q.x_in).powi(2) + (p.y_in - q.y_in).powi(2);
    let nearest_to = |to: Point, points: &mut dyn Iterator<Item = Point>| {
        points.min_by(|p, q| apart_in2(*p, to).total_cmp(&apart_in2(*q, to)))
    };
    let from = middle(one);
    let of_other = nearest_to(from, &mut edges(other).map(|(c, d)| nearest_on_segment(c, d, from)));
    let points =
        of_other.and_then(|on_other| Some((nearest_to(on_other, &mut one.iter().copied())?, on_other)));
    let with_rounding = |apart_in2: f64| apart_in2 * (1.0 + ROUNDING) + ROUNDING;
    let mut at_most_in2 = with_rounding(points.map_or(f64::INFINITY, |(p, q)| apart_in2(p, q)));
    let bounded = |(a, b): (Point, Point)| ((a, b), Bounds::of(&[a, b]));
    let may_be_near = |(_, bounds): &(_, Bounds)| bounds.gap_in2(one_bounds) <= at_most_in2;
    let sides: Vec<_> = edges(other).map(bounded).filter(may_be_near).collect();
    let mut best = Closest { on_one: from, on_other: middle(other), gap_in: f64::INFINITY };
    for ((a, b), bounds) in edges(one).map(bounded) {
        let near = |others: Bounds| bounds.gap_in2(others) <= at_most_in2;
        if !near(other_bounds) {
            continue;
        }
        let near_sides = sides.iter().filter(|(_, others)| near(*others)).map(|(side, _)| *side);
        let ((on_one, on_other), apart_in2) = closest_to_sides(a, b, near_sides);
        if apart_in2 <= at_most_in2 {
            at_most_in2 = at_most_in2.min(with_rounding(apart_in2));
            let gap_in = on_one.distance_in(on_other);
            if gap_in < best.gap_in {
                best = Closest { on_one, on_other, gap_in };
            }
        }
    }
    best
}

/// The distance between an outline and a segment, inches; 0 where they touch. Unlike [`segment_gap_in`], a segment inside
/// the outline is as far off as the nearest side.
pub(crate) fn gap_to_side_in(outline: &[Point], side: (Point, Point)) -> f64 {
    let apart_in2 = edges(outline).map(|(a, b)| closest_to_sides(a, b, std::iter::once(side)).1);
    apart_in2.fold(f64::INFINITY, f64::min).sqrt()
}

/// The nearest points of a segment and an outline.
pub(crate) fn closest_to_segment(a: Point, b: Point, outline: &[Point]) -> (Point, Point) {
    closest_to_sides(a, b, edges(outline)).0
}

/// The nearest points of a segment and these sides of an outline, and the square of their distance, square inches.
fn closest_to_sides(
    a: Point,
    b: Point,
    sides: impl Iterator<Item = (Point, Point)>,
) -> ((Point, Point), f64) {
    let (mut best, mut best_in2) = ((a, a), f64::INFINITY);
    let mut nearer = |on_segment: Point, on_outline: Point| {
        let (dx, dy) = (on_segment.x_in - on_outline.x_in, on_segment.y_in - on_outline.y_in);
        let apart_in2 = dx * dx + dy * dy;
        if apart_in2 < best_in2 {
            (best, best_in2) = ((on_segment, on_outline), apart_in2);
        }
    };
    for (c, d) in sides {
        if segments_cross(a, b, c, d) {
            let cut = between(a, b, cross(c, d, a) / (cross(c, d, a) - cross(c, d, b)));
            return ((cut, cut), 0.0);
        }
        nearer(a, nearest_on_segment(c, d, a));
        nearer(b, nearest_on_segment(c, d, b));
        nearer(nearest_on_segment(a, b, c), c);
        nearer(nearest_on_segment(a, b, d), d);
    }
    (best, best_in2)
}

/// The smallest distance between a segment and an outline, inches; 0 where they touch or an end is inside.
pub fn segment_gap_in(a: Point, b: Point, outline: &[Point]) -> f64 {
    if outline_contains(outline, a) || outline_contains(outline, b) {
        return 0.0;
    }
    let (on_segment, on_outline) = closest_to_segment(a, b, outline);
    on_segment.distance_in(on_outline)
}

/// The points where the segment `a`-`b` crosses the outline, as fractions of the way from `a` to `b`, ascending.
pub fn crossings(a: Point, b: Point, outline: &[Point]) -> Vec<f64> {
    let mut found: Vec<f64> = edges(outline)
        .filter_map(|(c, d)| {
            let (from_c, from_d) = (cross(a, b, c), cross(a, b, d));
            let (to_a, to_b) = (cross(c, d, a), cross(c, d, b));
            let astride = (from_c > 0.0) != (from_d > 0.0) && (to_a > 0.0) != (to_b > 0.0);
            astride.then(|| to_a / (to_a - to_b))
        })
        .collect();
    found.sort_by(f64::total_cmp);
    found
}

/// The distance that an outline can be shifted along a heading, up to `length_in`, before it meets another;
/// none where it doesn't.
///
/// Exact, also for concave outlines: a corner of either outline makes the first contact. Outlines that
/// already overlap meet where a corner next crosses a side, so check for overlap first.
pub fn first_meeting_in(moving: &[Point], heading: Heading, length_in: f64, other: &[Point]) -> Option<f64> {
    if Bounds::of(moving).is_clear_of(Bounds::of(other), length_in.abs() + SAME_PLACE_IN) {
        return None;
    }
    let first = |corner: &Point, by_in: f64, outline: &[Point]| {
        crossings(*corner, corner.moved(heading, by_in), outline).first().copied()
    };
    let of_moving = moving.iter().filter_map(|corner| first(corner, length_in, other));
    let of_other = other.iter().filter_map(|corner| first(corner, -length_in, moving));
    of_moving.chain(of_other).min_by(f64::total_cmp).map(|share| share * length_in)
}

/// The sideways shift by which the segment `a`-`b` leaves the outline, inches; 0 where it doesn't cut it.
///
/// Exact for concave outlines, too: only the part abreast of the segment counts. In coordinates along and
/// across the segment, the outline's sides clipped to the segment's length cover intervals across, and so do
/// the parts of the two end lines that are inside. The result is the distance to the nearer end of the
/// covered interval around the segment.
pub(crate) fn cut_depth_in(a: Point, b: Point, outline: &[Point]) -> f64 {
    let length_in = a.distance_in(b).max(SAME_PLACE_IN);
    let (ux, uy) = ((b.x_in - a.x_in) / length_in, (b.y_in - a.y_in) / length_in);
    let in_frame = |p: Point| {
        let (dx, dy) = (p.x_in - a.x_in, p.y_in - a.y_in);
        (dx * ux + dy * uy, dy * ux - dx * uy)
    };
    let sides: Vec<_> = edges(outline).map(|(c, d)| (in_frame(c), in_frame(d))).collect();
    let mut covered: Vec<(f64, f64)> =
        sides.iter().filter_map(|&(c, d)| clipped_across(c, d, length_in)).collect();
    for end_in in [0.0, length_in] {
        let mut inside: Vec<f64> = sides.iter().filter_map(|&(c, d)| across_at(c, d, end_in)).collect();
        inside.sort_by(f64::total_cmp);
        covered.extend(inside.chunks_exact(2).map(|pair| (pair[0], pair[1])));
    }
    covered.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut merged: Option<(f64, f64)> = None;
    for (low, high) in covered {
        merged = match merged {
            Some((l, h)) if low <= h + SAME_PLACE_IN => Some((l, h.max(high))),
            Some((_, h)) if h > 0.0 => break,
            _ => Some((low, high)),
        };
    }
    merged.map_or(0.0, |(low, high)| (-low).min(high).max(0.0))
}

/// The interval across that a side covers within the strip `0..length_in` along.
fn clipped_across(c: (f64, f64), d: (f64, f64), length_in: f64) -> Option<(f64, f64)> {
    let (from, to) = if c.0 <= d.0 { (c, d) } else { (d, c) };
    if to.0 < 0.0 || from.0 > length_in {
        return None;
    }
    let at = |along: f64| {
        let run = to.0 - from.0;
        if run < SAME_PLACE_IN { from.1 } else { from.1 + (along - from.0) / run * (to.1 - from.1) }
    };
    let first = if from.0 < 0.0 { at(0.0) } else { from.1 };
    let last = if to.0 > length_in { at(length_in) } else { to.1 };
    Some((first.min(last), first.max(last)))
}

/// The value across at which a side passes the line `along`; half open, so that a corner counts once.
fn across_at(c: (f64, f64), d: (f64, f64), along: f64) -> Option<f64> {
    ((c.0 > along) != (d.0 > along)).then(|| c.1 + (along - c.0) / (d.0 - c.0) * (d.1 - c.1))
}

/// The point at fraction `t` of the way from `a` to `b`.
pub(crate) fn between(a: Point, b: Point, t: f64) -> Point {
    Point::new(a.x_in + t * (b.x_in - a.x_in), a.y_in + t * (b.y_in - a.y_in))
}

/// The mean of the corners.
pub(crate) fn middle(outline: &[Point]) -> Point {
    let n = outline.len().max(1) as f64;
    let (x, y) = outline.iter().fold((0.0, 0.0), |(x, y), p| (x + p.x_in, y + p.y_in));
    Point::new(x / n, y / n)
}

/// The sides, from each corner to the next, closing at the first.
pub(crate) fn edges(outline: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    outline.iter().copied().zip(outline.iter().skip(1).chain(outline.first()).copied())
}

/// Twice the area of the triangle `a`, `b`, `p`: positive where `p` is to the left of `a`-`b`.
pub(crate) fn cross(a: Point, b: Point, p: Point) -> f64 {
    (b.x_in - a.x_in) * (p.y_in - a.y_in) - (b.y_in - a.y_in) * (p.x_in - a.x_in)
}

/// The enclosed area, square inches (the shoelace formula); positive where the corners run anticlockwise.
pub(crate) fn signed_area_in2(outline: &[Point]) -> f64 {
    edges(outline).map(|(a, b)| a.x_in * b.y_in - b.x_in * a.y_in).sum::<f64>() / 2.0
}

/// The fraction of the way from `a` to `b` that is nearest to `p`, in `[0, 1]`.
pub(crate) fn nearest_fraction(a: Point, b: Point, p: Point) -> f64 {
    let (dx, dy) = (b.x_in - a.x_in, b.y_in - a.y_in);
    let squared = dx * dx + dy * dy;
    if squared < SAME_PLACE_IN * SAME_PLACE_IN {
        return 0.0;
    }
    (((p.x_in - a.x_in) * dx + (p.y_in - a.y_in) * dy) / squared).clamp(0.0, 1.0)
}

pub(crate) fn nearest_on_segment(a: Point, b: Point, p: Point) -> Point {
    between(a, b, nearest_fraction(a, b, p))
}

/// Tells whether two segments cross at inner points of both.
pub(crate) fn segments_cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    cross(a, b, c) * cross(a, b, d) < 0.0 && cross(c, d, a) * cross(c, d, b) < 0.0
}
