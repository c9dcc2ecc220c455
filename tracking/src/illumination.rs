//! How brightly the lamps light the open sea, from place to place.
//!
//! Only what changes slowly is kept: glare, prints and cards are outvoted, so that a ship has the same signal in the
//! glare, on a card and on the open sea.

use crate::frame::SmallFrame;
use crate::robust::{Basis, basis, fit, median, medians};
use crate::signal::LINEAR;
use opencv::core::{Point2f, Vector};
use opencv::imgproc;

/// The slow part of the empty table's brightness, and the open sea's colour.
#[derive(Debug, Clone)]
pub struct Illumination {
    log_brightness: Basis,
    /// Unit vector of the open sea's colour in linear light (B, G, R).
    pub colour: [f32; 3],
}

/// Blocks across and down.
const BLOCKS: (usize, usize) = (24, 14);
/// Places measured in a block, across and down.
const PROBES: usize = 6;
/// Keeps logarithms finite.
const BLACK: f32 = 0.004;
/// A place whose colour leans further from the sea's than this (the cosine between them) is not sea, or glares.
const OF_SEA: f32 = 0.99;
/// A block of which less is sea tells nothing.
const LEAST_SEA: usize = PROBES * PROBES / 3;

/// What lies within an outline in the picture: corners, 0 to 1 across and down; of nothing, everything.
#[derive(Debug, Clone, Default)]
pub struct Within(Vector<Point2f>);

impl Within {
    /// Within the convex outline around these places.
    ///
    /// # Errors
    /// OpenCV's own.
    pub fn around(places: impl Iterator<Item = (f64, f64)>) -> opencv::Result<Self> {
        let places: Vector<Point2f> = places.map(|(x, y)| Point2f::new(x as f32, y as f32)).collect();
        let mut hull = Vector::new();
        if places.len() > 2 {
            imgproc::convex_hull_def(&places, &mut hull)?;
        }
        Ok(Self(hull))
    }

    fn has(&self, x: f64, y: f64) -> bool {
        let place = Point2f::new(x as f32, y as f32);
        self.0.is_empty() || imgproc::point_polygon_test(&self.0, place, false).is_ok_and(|side| side >= 0.0)
    }
}

impl Illumination {
    /// Measures the empty table, of which the sea is the better part of what lies `within`.
    pub fn of(empty: &SmallFrame, within: &Within) -> Self {
        let mut colours: [Vec<f32>; 3] = Default::default();
        let mut blocks = Vec::with_capacity(BLOCKS.0 * BLOCKS.1);
        for by in 0..BLOCKS.1 {
            for bx in 0..BLOCKS.0 {
                let (x, y) = ((bx as f64 + 0.5) / BLOCKS.0 as f64, (by as f64 + 0.5) / BLOCKS.1 as f64);
                if !within.has(x, y) {
                    continue;
                }
                let probes = probes(empty, bx, by);
                for (colour, _) in &probes {
                    for (list, channel) in colours.iter_mut().zip(colour) {
                        list.push(*channel);
                    }
                }
                blocks.push((basis(x, y), probes));
            }
        }
        let colour = medians(&mut colours);
        let length = colour.iter().map(|c| c * c).sum::<f32>().sqrt().max(BLACK);
        let colour = colour.map(|c| c / length);
        let lights: Vec<(Basis, f64)> =
            blocks.iter().filter_map(|(place, probes)| Some((*place, light(probes, colour)?))).collect();
        Self { log_brightness: fit(&lights), colour }
    }

    /// The open sea's brightness (length of its linear colour) at a place, 0 to 1 across and down.
    #[inline]
    pub fn at(&self, x: f64, y: f64) -> f32 {
        self.log_brightness.dot(&basis(x, y)).exp() as f32
    }
}

/// Colours (unit vectors) and brightness of a block.
fn probes(empty: &SmallFrame, bx: usize, by: usize) -> Vec<([f32; 3], f32)> {
    let probe = |probe: usize| {
        let x = (empty.width * (bx * PROBES + probe % PROBES)) / (BLOCKS.0 * PROBES);
        let y = (empty.height * (by * PROBES + probe / PROBES)) / (BLOCKS.1 * PROBES);
        let linear = empty.bgr[y * empty.width + x].map(|value| LINEAR[usize::from(value)]);
        let length = linear.iter().map(|c| c * c).sum::<f32>().sqrt().max(BLACK);
        (linear.map(|c| c / length), length)
    };
    (0..PROBES * PROBES).map(probe).collect()
}

/// The logarithm of a block's brightness, where it is sea.
fn light(probes: &[([f32; 3], f32)], sea: [f32; 3]) -> Option<f64> {
    let of_sea = |colour: &[f32; 3]| colour.iter().zip(sea).map(|(a, b)| a * b).sum::<f32>() > OF_SEA;
    let mut lengths: Vec<f32> = probes.iter().filter(|(c, _)| of_sea(c)).map(|(_, length)| *length).collect();
    (lengths.len() >= LEAST_SEA).then(|| f64::from(median(&mut lengths)).ln())
}
