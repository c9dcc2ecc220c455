//! The empty table, prepared so that any picture can be compared with it.

use crate::frame::SmallFrame;
use crate::signal::LINEAR;
use opencv::core::{Mat, Size};
use opencv::imgproc;

/// What the bare table looks like at one cell: the direction of its colour and one over its brightness.
#[derive(Debug, Clone, Copy)]
pub struct Bare {
    /// Unit vector of the colour in linear light (B, G, R).
    pub direction: [f32; 3],
    /// One over the length of the colour.
    pub inverse: f32,
    /// How steep the bare table is here: the change of brightness to the next cells, as a fraction.
    pub slope: f32,
}

/// The empty table at one resolution.
#[derive(Debug, Clone)]
pub struct Reference {
    /// Cells a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    cells: Vec<Bare>,
}

/// Below this length of a linear colour a cell is as good as black; it keeps ratios finite.
const BLACK: f32 = 0.004;

impl Reference {
    /// Prepares a picture of the empty table (BGR, 8 bit, continuous), smoothing its noise a little.
    ///
    /// # Errors
    /// OpenCV's own.
    pub fn new(empty: &Mat) -> opencv::Result<Self> {
        let mut smooth = Mat::default();
        imgproc::gaussian_blur_def(empty, &mut smooth, Size::new(3, 3), 0.8)?;
        let small = SmallFrame::whole(&smooth)?;
        let (width, height) = (small.width, small.height);
        let mut cells: Vec<Bare> = small
            .bgr
            .iter()
            .map(|bgr| {
                let linear = bgr.map(|value| LINEAR[usize::from(value)]);
                let length = linear.iter().map(|c| c * c).sum::<f32>().sqrt().max(BLACK);
                Bare { direction: linear.map(|c| c / length), inverse: 1.0 / length, slope: 0.0 }
            })
            .collect();
        for y in 1..height.saturating_sub(1) {
            for x in 1..width.saturating_sub(1) {
                let here = y * width + x;
                let across = cells[here - 1].inverse / cells[here + 1].inverse;
                let down = cells[here - width].inverse / cells[here + width].inverse;
                cells[here].slope = across.ln().abs().max(down.ln().abs()).min(4.0);
            }
        }
        Ok(Self { width, height, cells })
    }

    /// The bare table at a cell.
    #[inline]
    pub fn at(&self, x: usize, y: usize) -> &Bare {
        &self.cells[y * self.width + x]
    }
}
