//! Sparse templates for a quick search over many poses: the camera is approximated as affine over the length
//! of a hull, and the coarse map is sampled at the nearest cell.

use crate::background::signal::{Signal, SignalMap, length_squared};
use crate::template::plane::Plane;
use geometry::{Heading, Point};

/// A few samples of a deck.
#[derive(Debug, Clone, PartialEq)]
pub struct SparseTemplate {
    samples: Vec<SparseSample>,
}

/// One sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SparseSample {
    /// Inches ahead of the hull's middle.
    pub ahead_in: f32,
    /// Inches to starboard.
    pub starboard_in: f32,
    /// Its signal.
    pub signal: Signal,
    /// Its weight.
    pub weight: f32,
}

/// The coarse map around one place of a plane.
pub struct Around<'a> {
    map: &'a SignalMap,
    x: f32,
    y: f32,
    /// Change in columns and rows per inch to the east, and to the north.
    east: (f32, f32),
    north: (f32, f32),
}

/// Distance over which the camera's scale is measured, inches.
const SIDE_IN: f64 = 0.5;

impl<'a> Around<'a> {
    /// The map around `middle`; `None` if the camera does not see it.
    pub fn new(map: &'a SignalMap, plane: Plane<'_>, middle: Point) -> Option<Self> {
        let cell = |dx: f64, dy: f64| {
            let point = Point::new(middle.x_in + dx, middle.y_in + dy);
            Some(map.cell_of(plane.camera.pixel_from_table(point, plane.height_in)?))
        };
        let ((x, y), e, n) = (cell(0.0, 0.0)?, cell(SIDE_IN, 0.0)?, cell(0.0, SIDE_IN)?);
        let per_in = |side: (f32, f32)| ((side.0 - x) / SIDE_IN as f32, (side.1 - y) / SIDE_IN as f32);
        Some(Self { map, x, y, east: per_in(e), north: per_in(n) })
    }

    /// The signal of the nearest cell, `east_in` and `north_in` inches away.
    #[inline]
    fn at(&self, east_in: f32, north_in: f32) -> Option<&Signal> {
        let x = self.x + east_in * self.east.0 + north_in * self.north.0 + 0.5;
        let y = self.y + east_in * self.east.1 + north_in * self.north.1 + 0.5;
        if x < 0.0 || y < 0.0 {
            return None;
        }
        let (column, row) = (x as usize, y as usize);
        if column >= self.map.width || row >= self.map.height {
            return None;
        }
        self.map.cells.get(row * self.map.width + column)
    }

    /// The share of points along a keel of this length that are foreground.
    pub fn along_keel(&self, heading: Heading, length_in: f64) -> f64 {
        const PROBES: i32 = 3;
        let (sin, cos) = heading.unit();
        let there = (-PROBES..=PROBES)
            .filter(|&probe| {
                let ahead_in = 0.42 * length_in * f64::from(probe) / f64::from(PROBES);
                self.at((ahead_in * sin) as f32, (ahead_in * cos) as f32)
                    .is_some_and(|signal| signal.iter().any(|&channel| channel != 0.0))
            })
            .count();
        there as f64 / f64::from(2 * PROBES + 1)
    }
}

/// Squared signal below which a difference counts as noise.
const NOISE: f32 = 0.02;

impl SparseTemplate {
    /// Creates a template from these samples.
    pub fn new(samples: Vec<SparseSample>) -> Self {
        Self { samples }
    }

    /// Dissimilarity between picture and template, 0 to 1, with the bow at `heading`.
    pub fn dissimilarity(&self, around: &Around<'_>, heading: Heading) -> f64 {
        let (sin, cos) = heading.unit();
        let (sin, cos) = (sin as f32, cos as f32);
        let (mut total, mut weights, mut outside) = (0.0, 1e-6, 0);
        for stroke in &self.samples {
            let east_in = stroke.ahead_in * sin + stroke.starboard_in * cos;
            let north_in = stroke.ahead_in * cos - stroke.starboard_in * sin;
            let Some(seen) = around.at(east_in, north_in) else {
                outside += 1;
                continue;
            };
            let miss: Signal = std::array::from_fn(|i| seen[i] - stroke.signal[i]);
            let size = length_squared(seen).max(length_squared(&stroke.signal));
            let telling = stroke.weight * size / (size + NOISE);
            total += telling * (length_squared(&miss) / (size + NOISE)).min(1.0);
            weights += telling;
        }
        if 2 * outside > self.samples.len() { 1.0 } else { f64::from(total / weights) }
    }
}
