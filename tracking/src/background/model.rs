//! The background model: the empty table, prepared so that any picture can be compared with it.

use crate::background::illumination::Illumination;
use crate::background::inpainting::DOUBT_STEP;
use crate::imaging::linear::LINEAR;
use crate::imaging::small_frame::SmallFrame;
use opencv::core::Mat;
use opencv::prelude::*;
use std::sync::Arc;

/// The background at one cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BackgroundCell {
    /// Unit vector of the colour in linear light (blue, green, red).
    pub direction: [f32; 3],
    /// Length of the colour vector relative to the sea's under the same lamp: about 1 on open sea, more in
    /// glare or on paper.
    pub level: f32,
    /// Factor from linear light to units of the sea's brightness.
    pub scale: f32,
    /// The largest change of brightness to a neighbouring cell, in logarithms; larger where the background is
    /// only estimated.
    pub slope: f32,
}

/// Linear blue, green and red of a card's white, in units of the open sea's brightness under the same lamp.
pub type CardWhite = [f32; 3];

/// The background model at one resolution.
#[derive(Debug, Clone, PartialEq)]
pub struct BackgroundModel {
    /// Cells a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Unit vector of the open sea's colour (B, G, R).
    pub sea: [f32; 3],
    /// Rows that did not change are shared with the model of the picture before.
    rows: Vec<Arc<[BackgroundCell]>>,
}

/// Lower bound for the length of a linear colour; it keeps ratios finite.
const BLACK: f32 = 0.004;
/// Upper limit of a slope.
const STEEPEST: f32 = 4.0;
/// Slope that a doubt of 1 (in logarithms) adds.
const DOUBT_SLOPE: f32 = 5.0;
/// Upper limit of the slope that doubt adds: ships must still be seen on a sea printed in strong colours.
const MOST_DOUBT: f32 = 0.5;

impl BackgroundModel {
    /// Prepares the model from a picture of the empty table. `doubt`: the possible error of each cell's
    /// estimate, in steps of [`DOUBT_STEP`].
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn new(empty: &SmallFrame, illumination: &Illumination, doubt: &Mat) -> opencv::Result<Self> {
        let (width, height) = (empty.width, empty.height);
        let mut cells = Vec::with_capacity(width * height);
        for (y, row) in empty.bgr.chunks_exact(width.max(1)).enumerate() {
            for (x, bgr) in row.iter().enumerate() {
                let linear = bgr.map(|value| LINEAR[usize::from(value)]);
                let length = linear.iter().map(|c| c * c).sum::<f32>().sqrt().max(BLACK);
                let sea = illumination.at(x as f64 / width as f64, y as f64 / height as f64);
                cells.push(BackgroundCell {
                    direction: linear.map(|c| c / length),
                    level: length / sea,
                    scale: 1.0 / sea,
                    slope: 0.0,
                });
            }
        }
        let logs: Vec<f32> = cells.iter().map(|cell| (cell.level / cell.scale).ln()).collect();
        for y in 1..height.saturating_sub(1) {
            for x in 1..width.saturating_sub(1) {
                let here = y * width + x;
                let steps = [here - 1, here + 1, here - width, here + width];
                let steepest = steps.iter().map(|&to| (logs[here] - logs[to]).abs()).fold(0.0, f32::max);
                cells[here].slope = steepest.min(STEEPEST);
            }
        }
        let doubt = doubt.data_typed::<u8>()?;
        for (cell, &doubt) in cells.iter_mut().zip(doubt).filter(|(_, doubt)| **doubt > 0) {
            cell.slope =
                (cell.slope + (DOUBT_SLOPE * DOUBT_STEP * f32::from(doubt)).min(MOST_DOUBT)).min(STEEPEST);
        }
        let rows = cells.chunks_exact(width.max(1)).map(Arc::from).collect();
        Ok(Self { width, height, sea: illumination.colour, rows })
    }

    /// Replaces estimated cells by the colours seen there now: column, row and linear colour in the light of
    /// the empty table.
    pub fn see(&mut self, seen: &[(usize, usize, [f32; 3])]) {
        for &(x, y, linear) in seen {
            let cell = &mut Arc::make_mut(&mut self.rows[y])[x];
            let length = linear.iter().map(|c| c * c).sum::<f32>().sqrt().max(BLACK);
            cell.direction = linear.map(|c| c / length);
            cell.level = length * cell.scale;
        }
        let log = |cell: &BackgroundCell| (cell.level / cell.scale).ln();
        for &(x, y, _) in seen {
            if x == 0 || y == 0 || x + 1 >= self.width || y + 1 >= self.height {
                continue;
            }
            let beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
            let own = log(self.at(x, y));
            let steepest = beside.iter().map(|&(x, y)| (own - log(self.at(x, y))).abs()).fold(0.0, f32::max);
            Arc::make_mut(&mut self.rows[y])[x].slope = steepest.min(STEEPEST);
        }
    }

    /// The background cells of a row.
    #[inline]
    pub fn row(&self, y: usize) -> &[BackgroundCell] {
        &self.rows[y]
    }

    /// The background at a cell.
    #[inline]
    pub fn at(&self, x: usize, y: usize) -> &BackgroundCell {
        &self.rows[y][x]
    }
}
