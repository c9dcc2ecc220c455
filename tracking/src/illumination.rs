//! How brightly the lamps light the open sea, from place to place.
//!
//! Only what changes slowly is kept: glare, prints and cards are outvoted, so that a ship has the same signal in the
//! glare, on a card and on the open sea.

use crate::frame::SmallFrame;
use crate::robust::{Basis, basis, fit, median, medians};
use crate::signal::LINEAR;

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

impl Illumination {
    /// Measures the empty table.
    pub fn of(empty: &SmallFrame) -> Self {
        let mut blocks = Vec::with_capacity(BLOCKS.0 * BLOCKS.1);
        let mut colours: [Vec<f32>; 3] = Default::default();
        for by in 0..BLOCKS.1 {
            for bx in 0..BLOCKS.0 {
                let mut lengths = Vec::with_capacity(PROBES * PROBES);
                for probe in 0..PROBES * PROBES {
                    let x = (empty.width * (bx * PROBES + probe % PROBES)) / (BLOCKS.0 * PROBES);
                    let y = (empty.height * (by * PROBES + probe / PROBES)) / (BLOCKS.1 * PROBES);
                    let linear = empty.bgr[y * empty.width + x].map(|value| LINEAR[usize::from(value)]);
                    let length = linear.iter().map(|c| c * c).sum::<f32>().sqrt().max(BLACK);
                    lengths.push(length);
                    for (list, channel) in colours.iter_mut().zip(linear) {
                        list.push(channel / length);
                    }
                }
                let place = basis((bx as f64 + 0.5) / BLOCKS.0 as f64, (by as f64 + 0.5) / BLOCKS.1 as f64);
                blocks.push((place, f64::from(median(&mut lengths)).ln()));
            }
        }
        let colour = medians(&mut colours);
        let length = colour.iter().map(|c| c * c).sum::<f32>().sqrt().max(BLACK);
        Self { log_brightness: fit(&blocks), colour: colour.map(|c| c / length) }
    }

    /// The open sea's brightness (length of its linear colour) at a place, 0 to 1 across and down.
    #[inline]
    pub fn at(&self, x: f64, y: f64) -> f32 {
        self.log_brightness.dot(&basis(x, y)).exp() as f32
    }
}
