//! A picture at halved sizes, and views cut out of it.

use opencv::core::{Mat, Size};
use opencv::imgproc;
use opencv::prelude::*;

/// A picture at halved sizes; the first is the picture itself.
#[derive(Debug, Clone)]
pub struct Pyramid {
    /// The sizes, largest first.
    pub levels: Vec<Level>,
}

/// A picture at one size: blue, green, red bytes.
#[derive(Debug, Clone)]
pub struct Level {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Three bytes a pixel, row by row.
    pub bytes: Vec<u8>,
}

/// A square view into a picture: where it is taken, how large, and how it is turned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct View {
    /// The view's middle, pixels of the picture.
    pub middle_px: (f32, f32),
    /// Pixels of the picture for a pixel of the view.
    pub step_px: f32,
    /// Its turn, radians.
    pub turn_rad: f32,
    /// Is it a mirror image?
    pub mirrored: bool,
    /// Its width and height, pixels of the view.
    pub size: usize,
}

/// The smallest side of the halved sizes, pixels: a die fills it.
const LEAST_PX: usize = 16;

impl Pyramid {
    /// Halves the picture until its shorter side is nearly as small as a die may be.
    ///
    /// # Errors
    /// OpenCV's, when the picture is no colour picture of bytes.
    pub fn new(picture: &Mat) -> opencv::Result<Self> {
        let mut last = picture.try_clone()?;
        let mut levels = vec![Level::new(&last)?];
        while let Some(level) = levels.last().filter(|level| level.width.min(level.height) >= 2 * LEAST_PX) {
            let half = Size::new((level.width / 2) as i32, (level.height / 2) as i32);
            let mut smaller = Mat::default();
            imgproc::resize(&last, &mut smaller, half, 0.0, 0.0, imgproc::INTER_AREA)?;
            levels.push(Level::new(&smaller)?);
            last = smaller;
        }
        Ok(Self { levels })
    }

    /// The picture's width and height, pixels.
    pub(crate) fn size_px(&self) -> (usize, usize) {
        self.levels.first().map_or((0, 0), |level| (level.width, level.height))
    }

    /// The coarsest level that loses no detail which pixels of this step could show, or nearly so, and its pixels' size:
    /// interpolation between pixels skips none of them up to steps of two.
    pub(crate) fn level_for(&self, step_px: f32) -> (&Level, f32) {
        let coarser = (step_px / 1.8).max(1.0).log2().ceil() as usize;
        let number = coarser.min(self.levels.len().saturating_sub(1));
        (&self.levels[number], (1 << number) as f32)
    }

    /// Adds the pixels of a view to `pixels`: blue, green, red from 0 to 1; beyond the picture its rim is repeated.
    pub fn cut(&self, view: &View, pixels: &mut Vec<f32>) {
        let (level, shrink) = self.level_for(view.step_px);
        let half = (view.size as f32 - 1.0) / 2.0;
        let step = view.step_px / shrink;
        let (sin, cos) = (view.turn_rad.sin() * step, view.turn_rad.cos() * step);
        let mirror = if view.mirrored { -1.0 } else { 1.0 };
        let middle = ((view.middle_px.0 + 0.5) / shrink - 0.5, (view.middle_px.1 + 0.5) / shrink - 0.5);
        for row in 0..view.size {
            for column in 0..view.size {
                let (right, down) = (mirror * (column as f32 - half), row as f32 - half);
                let x = middle.0 + cos * right - sin * down;
                let y = middle.1 + sin * right + cos * down;
                pixels.extend(level.at(x, y));
            }
        }
    }
}

impl View {
    /// Where a place of the picture is in the view, view pixels from its middle.
    pub fn from_picture(&self, (x, y): (f32, f32)) -> (f32, f32) {
        let (right, down) = ((x - self.middle_px.0) / self.step_px, (y - self.middle_px.1) / self.step_px);
        let (sin, cos) = self.turn_rad.sin_cos();
        let mirror = if self.mirrored { -1.0 } else { 1.0 };
        (mirror * (cos * right + sin * down), cos * down - sin * right)
    }

    /// Where a place of the view, view pixels from its middle, is in the picture.
    pub fn to_picture(&self, (right, down): (f32, f32)) -> (f32, f32) {
        let right = if self.mirrored { -right } else { right };
        let (sin, cos) = self.turn_rad.sin_cos();
        (
            self.middle_px.0 + self.step_px * (cos * right - sin * down),
            self.middle_px.1 + self.step_px * (sin * right + cos * down),
        )
    }
}

impl Level {
    fn new(picture: &Mat) -> opencv::Result<Self> {
        let bytes = picture.data_bytes()?.to_vec();
        Ok(Self { width: picture.cols() as usize, height: picture.rows() as usize, bytes })
    }

    /// The colour between pixels, 0 to 1.
    pub(crate) fn at(&self, x: f32, y: f32) -> [f32; 3] {
        let x = x.clamp(0.0, (self.width - 1) as f32);
        let y = y.clamp(0.0, (self.height - 1) as f32);
        let (column, row) = (x as usize, y as usize);
        let (right, down) = (x - column as f32, y - row as f32);
        let (next_column, next_row) = ((column + 1).min(self.width - 1), (row + 1).min(self.height - 1));
        let pixel = |row: usize, column: usize| {
            let from = 3 * (row * self.width + column);
            [self.bytes[from], self.bytes[from + 1], self.bytes[from + 2]].map(f32::from)
        };
        let corners = [
            pixel(row, column),
            pixel(row, next_column),
            pixel(next_row, column),
            pixel(next_row, next_column),
        ];
        std::array::from_fn(|channel| {
            let above = corners[0][channel] * (1.0 - right) + corners[1][channel] * right;
            let below = corners[2][channel] * (1.0 - right) + corners[3][channel] * right;
            (above * (1.0 - down) + below * down) / 255.0
        })
    }
}
