//! Coverage: how much of the picture the boards have covered.

use crate::camera::model::Pixel;
use crate::files::picture::PictureSize;

/// The picture in cells: those in which a corner of a board was seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coverage {
    size: PictureSize,
    covered: Vec<bool>,
}

impl Coverage {
    /// Cells across the picture.
    pub const COLUMNS: usize = 8;
    /// Cells down the picture.
    pub const ROWS: usize = 6;

    pub(crate) fn none(size: PictureSize) -> Self {
        Self { size, covered: vec![false; Self::COLUMNS * Self::ROWS] }
    }

    pub(crate) fn of(size: PictureSize, pixels: impl Iterator<Item = Pixel>) -> Self {
        Self::none(size).with(pixels)
    }

    fn with(mut self, pixels: impl Iterator<Item = Pixel>) -> Self {
        for pixel in pixels {
            let cell = self.cell(pixel);
            if let Some(covered) = self.covered.get_mut(cell) {
                *covered = true;
            }
        }
        self
    }

    /// Every cell, along the rows from the top left.
    pub fn cells(&self) -> &[bool] {
        &self.covered
    }

    /// The share of the picture that is covered, 0 to 1.
    pub fn share(&self) -> f64 {
        self.covered.iter().filter(|covered| **covered).count() as f64 / self.covered.len() as f64
    }

    /// The share of the picture that further corners would cover for the first time.
    pub(crate) fn new_share(&self, pixels: impl Iterator<Item = Pixel>) -> f64 {
        self.clone().with(pixels).share() - self.share()
    }

    fn cell(&self, pixel: Pixel) -> usize {
        let along = |at_px: f64, length_px: u32, cells: usize| {
            ((at_px + 0.5) / f64::from(length_px) * cells as f64).clamp(0.0, cells as f64 - 1.0) as usize
        };
        along(pixel.y_px, self.size.height, Self::ROWS) * Self::COLUMNS
            + along(pixel.x_px, self.size.width, Self::COLUMNS)
    }
}
