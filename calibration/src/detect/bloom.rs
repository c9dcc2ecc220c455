//! Bloom measured inside a marker: by how much black looks small along every edge.
//!
//! The outside of a black square alone can't tell bloom from distance: both make it smaller. Inside a marker black
//! meets white on either side, and bloom moves edges of the two kinds against each other. Predicted from the outer
//! edges as seen (themselves moved inward by the bloom b), an inner edge at `u` modules from the middle, three modules
//! being half the square, is displaced by `b (1 - d u / 3)` toward its black side; d is +1 where white is outward.

use crate::camera::model::{Lens, Pixel};
use crate::detect::corners::{bend, edge_on_profile, straighten};
use crate::optimise::closed_form::homography;
use nalgebra::{Matrix3, Vector2};
use opencv::core::Mat;

/// Bloom as a picture shows it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bloom {
    /// By how much black looks small along each edge, pixels.
    pub px: f64,
    /// Its standard deviation, pixels.
    pub sigma_px: f64,
}

impl Bloom {
    /// Before anything is measured: zero with a standard deviation of a pixel.
    pub(crate) const UNKNOWN: Self = Self { px: 0.0, sigma_px: 1.0 };

    /// The bloom of a picture from that of its markers; [`Bloom::UNKNOWN`] where none shows it.
    pub(crate) fn of_all(markers: &[Self]) -> Self {
        let weights: f64 = markers.iter().map(|bloom| bloom.sigma_px.powi(-2)).sum();
        if weights <= 0.0 {
            return Self::UNKNOWN;
        }
        let px = markers.iter().map(|bloom| bloom.px * bloom.sigma_px.powi(-2)).sum::<f64>() / weights;
        Self { px, sigma_px: weights.sqrt().recip().max(LEAST_SIGMA_PX) }
    }
}

/// The least standard deviation of a bloom: ink, paper and blur differ from edge to edge, pixels.
const LEAST_SIGMA_PX: f64 = 0.02;
/// How far profiles reach to either side of an edge, modules.
const REACH_MODULES: f64 = 0.45;
/// Shorter profiles hold no plain black and white, pixels.
const SHORTEST_REACH_PX: f64 = 1.6;
/// The part of a module's edge that is sampled: its ends belong to other edges.
const ALONG: [f64; 3] = [0.3, 0.5, 0.7];
/// Fewer edges give no estimate.
const FEWEST_EDGES: usize = 6;

/// The bloom of one marker whose corners were fitted; `None` where its modules are too small to tell.
pub(crate) fn marker_bloom(
    grey: &Mat,
    bits: &[Vec<bool>],
    corners_px: &[Pixel; 4],
    lens: Option<&Lens>,
) -> Option<Bloom> {
    let modules = bits.len() as f64;
    let nominal = [(0.0, 0.0), (modules, 0.0), (modules, modules), (0.0, modules)];
    let pairs: Vec<_> = nominal
        .iter()
        .zip(corners_px)
        .map(|(&(right, down), &pixel)| Some((Vector2::new(right, down), straighten(lens, pixel)?)))
        .collect::<Option<_>>()?;
    let seen = MarkerView { grey, lens, map: homography(&pairs)? };
    let black = |row: usize, column: usize| bits[row][column];
    let half = modules / 2.0;
    let mut blooms = Vec::new();
    for edge in 1..bits.len() {
        for cell in 0..bits.len() {
            // Across a boundary between columns, then between rows.
            for (before, after, upright) in [
                (black(cell, edge - 1), black(cell, edge), true),
                (black(edge - 1, cell), black(edge, cell), false),
            ] {
                if before == after {
                    continue;
                }
                let toward_white = if before { 1.0 } else { -1.0 };
                let share = 1.0 - toward_white * (edge as f64 - half) / half;
                let outward: Vec<_> = ALONG
                    .iter()
                    .filter_map(|along| {
                        let place = Vector2::new(edge as f64, cell as f64 + along);
                        let step = Vector2::new(toward_white * REACH_MODULES, 0.0);
                        let turned = |v: Vector2<f64>| if upright { v } else { v.yx() };
                        seen.edge_px(turned(place), turned(step))
                    })
                    .collect();
                if outward.len() == ALONG.len() {
                    blooms.push(-outward.iter().sum::<f64>() / (ALONG.len() as f64 * share));
                }
            }
        }
    }
    if blooms.len() < FEWEST_EDGES {
        return None;
    }
    let px = median(&mut blooms);
    let mut misses: Vec<_> = blooms.iter().map(|bloom| (bloom - px).abs()).collect();
    // The median of n normal values scatters 1.25 times as much as their mean.
    let sigma_px = 1.25 * 1.4826 * median(&mut misses) / (blooms.len() as f64).sqrt();
    Some(Bloom { px, sigma_px: sigma_px.max(LEAST_SIGMA_PX) })
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A marker in its picture.
struct MarkerView<'a> {
    grey: &'a Mat,
    lens: Option<&'a Lens>,
    /// From modules to the straightened picture.
    map: Matrix3<f64>,
}

impl MarkerView<'_> {
    fn pixel(&self, modules: Vector2<f64>) -> Option<Vector2<f64>> {
        let mapped = self.map * modules.push(1.0);
        let pixel = bend(self.lens, Vector2::new(mapped.x, mapped.y) / mapped.z);
        (pixel.x_px.is_finite() && pixel.y_px.is_finite()).then(|| Vector2::new(pixel.x_px, pixel.y_px))
    }

    /// An edge's displacement from its predicted place, toward white.
    fn edge_px(&self, place: Vector2<f64>, toward_white: Vector2<f64>) -> Option<f64> {
        let base = self.pixel(place)?;
        let reach = self.pixel(place + toward_white)? - base;
        let reach_px = reach.norm();
        (reach_px >= SHORTEST_REACH_PX)
            .then(|| edge_on_profile(self.grey, base, reach / reach_px, reach_px))
            .flatten()
    }
}
