//! A picture as plain bytes, at full size or shrunk.

use opencv::core::{Mat, Rect, Size, ToInputArray, Vec3b};
use opencv::imgproc;
use opencv::prelude::*;

/// Standard deviation of the blur before reading at full resolution, pixels.
const SOFTEN_PX: f64 = 0.7;

/// A BGR picture, or a piece of one, in plain memory.
#[derive(Debug, Clone)]
pub struct SmallFrame {
    /// Pixels per row.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Pixels row by row: blue, green, red.
    pub bgr: Vec<[u8; 3]>,
}

impl SmallFrame {
    /// Copies the whole picture.
    ///
    /// # Errors
    /// When the picture is not 8-bit BGR, or OpenCV fails.
    pub fn whole(picture: &Mat) -> opencv::Result<Self> {
        let (width, height) = (picture.cols().max(0) as usize, picture.rows().max(0) as usize);
        let mut bgr = Vec::with_capacity(width * height);
        for row in 0..picture.rows() {
            bgr.extend(picture.at_row::<Vec3b>(row)?.iter().map(|pixel| pixel.0));
        }
        Ok(Self { width, height, bgr })
    }
}

/// Shrinks a picture by a whole number. Each cell is the mean of its pixels; incomplete cells at the edge are
/// cut off.
///
/// # Errors
/// When OpenCV fails.
pub fn shrink(picture: &Mat, factor: i32) -> opencv::Result<Mat> {
    if factor <= 1 {
        return Ok(picture.clone());
    }
    let (columns, rows) = (picture.cols() / factor, picture.rows() / factor);
    let whole = Mat::roi(picture, Rect::new(0, 0, columns * factor, rows * factor))?;
    let mut small = Mat::default();
    imgproc::resize(&whole, &mut small, Size::new(columns, rows), 0.0, 0.0, imgproc::INTER_AREA)?;
    Ok(small)
}

/// Blurs a picture slightly. Bilinear sampling of a noisy picture is biased towards pixel middles; the blur
/// removes most of that bias.
///
/// # Errors
/// When OpenCV fails.
pub fn softened(picture: &impl ToInputArray) -> opencv::Result<Mat> {
    let mut soft = Mat::default();
    imgproc::gaussian_blur_def(picture, &mut soft, Size::new(3, 3), SOFTEN_PX)?;
    Ok(soft)
}
