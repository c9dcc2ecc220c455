//! Upright rectangles on the screen, and lines that cross them.

/// A point on the screen, pixels.
pub(super) type ScreenPoint = (f64, f64);

/// An upright rectangle, screen pixels, y downwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rectangle {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Rectangle {
    /// The rectangle around some points; none without points.
    pub(super) fn around(points: &[ScreenPoint]) -> Option<Self> {
        let (x, y) = *points.first()?;
        let first = Self { left: x, top: y, right: x, bottom: y };
        Some(points.iter().fold(first, |all, (x, y)| Self {
            left: all.left.min(*x),
            top: all.top.min(*y),
            right: all.right.max(*x),
            bottom: all.bottom.max(*y),
        }))
    }

    pub(super) fn centred((x, y): ScreenPoint, (width, height): (f64, f64)) -> Self {
        Self {
            left: x - width / 2.0,
            top: y - height / 2.0,
            right: x + width / 2.0,
            bottom: y + height / 2.0,
        }
    }

    pub(super) fn centre(&self) -> ScreenPoint {
        ((self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0)
    }

    /// The same with more room on all sides.
    pub(super) fn grown(&self, by_px: f64) -> Self {
        Self {
            left: self.left - by_px,
            top: self.top - by_px,
            right: self.right + by_px,
            bottom: self.bottom + by_px,
        }
    }

    pub(super) fn contains(&self, other: &Self) -> bool {
        self.left <= other.left
            && self.top <= other.top
            && self.right >= other.right
            && self.bottom >= other.bottom
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// The common part; it may be empty, with its right edge left of its left one.
    pub(super) fn common(&self, other: &Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    /// The same size, shifted into another rectangle; none if that is too small.
    pub(super) fn shifted_into(&self, other: &Self) -> Option<Self> {
        let (width, height) = (self.right - self.left, self.bottom - self.top);
        if width > other.right - other.left || height > other.bottom - other.top {
            return None;
        }
        let left = self.left.clamp(other.left, other.right - width);
        let top = self.top.clamp(other.top, other.bottom - height);
        Some(Self { left, top, right: left + width, bottom: top + height })
    }

    /// The point of the rectangle that is nearest to another point.
    pub(super) fn nearest(&self, (x, y): ScreenPoint) -> ScreenPoint {
        (x.clamp(self.left, self.right), y.clamp(self.top, self.bottom))
    }

    /// Returns whether a straight line passes through it: the slab test.
    pub(super) fn is_crossed(&self, from: ScreenPoint, to: ScreenPoint) -> bool {
        let slab = |from: f64, to: f64, low: f64, high: f64| {
            let along = to - from;
            if along.abs() < 1e-9 {
                return (low < from && from < high).then_some((0.0, 1.0));
            }
            let (one, other) = ((low - from) / along, (high - from) / along);
            Some((one.min(other), one.max(other)))
        };
        let across = slab(from.0, to.0, self.left, self.right);
        let down = slab(from.1, to.1, self.top, self.bottom);
        across
            .zip(down)
            .is_some_and(|(across, down)| across.0.max(down.0).max(0.0) < across.1.min(down.1).min(1.0))
    }
}

/// The shortest straight line from a rectangle to a closed outline; none if the outline is empty.
pub(super) fn shortest_line(from: &Rectangle, outline: &[ScreenPoint]) -> Option<(ScreenPoint, ScreenPoint)> {
    let corners =
        [(from.left, from.top), (from.right, from.top), (from.right, from.bottom), (from.left, from.bottom)];
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    let from_corners =
        edges.flat_map(|(one, other)| corners.map(|corner| (corner, on_line(corner, *one, *other))));
    let to_corners = outline.iter().map(|corner| (from.nearest(*corner), *corner));
    from_corners.chain(to_corners).min_by(|one, other| length(*one).total_cmp(&length(*other)))
}

/// The length of a line.
pub(super) fn length((from, to): (ScreenPoint, ScreenPoint)) -> f64 {
    (to.0 - from.0).hypot(to.1 - from.1)
}

/// The point of a straight line that is nearest to another point.
fn on_line(point: ScreenPoint, from: ScreenPoint, to: ScreenPoint) -> ScreenPoint {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let along = ((point.0 - from.0) * dx + (point.1 - from.1) * dy) / (dx * dx + dy * dy).max(1e-9);
    let along = along.clamp(0.0, 1.0);
    (from.0 + along * dx, from.1 + along * dy)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_cross_a_rectangle_or_pass_it() {
        let rectangle = Rectangle { left: 10.0, top: 10.0, right: 30.0, bottom: 20.0 };
        for (from, to, crosses) in [
            ((0.0, 15.0), (40.0, 15.0), true),
            ((0.0, 15.0), (9.0, 15.0), false),
            ((0.0, 0.0), (40.0, 30.0), true),
            ((0.0, 12.0), (12.0, 0.0), false),
            ((15.0, 12.0), (16.0, 13.0), true),
            ((15.0, 0.0), (15.0, 40.0), true),
            ((5.0, 0.0), (5.0, 40.0), false),
        ] {
            assert_eq!(rectangle.is_crossed(from, to), crosses, "{from:?} {to:?}");
        }
    }

    #[test]
    fn the_shortest_line_ends_on_an_edge() {
        let outline = [(40.0, 0.0), (60.0, 0.0), (60.0, 40.0), (40.0, 40.0)];
        let rectangle = Rectangle { left: 0.0, top: 10.0, right: 30.0, bottom: 20.0 };
        let line = shortest_line(&rectangle, &outline).unwrap();
        assert_eq!(length(line), 10.0);
        assert_eq!(line.1.0, 40.0);
    }
}
