//! A picture as plain bytes, at full size or shrunk.

use opencv::core::{Mat, Rect, Size, ToInputArray, Vec3b};
use opencv::imgproc;
use opencv::prelude::*;

/// Standard deviation of the blur before reading at full resolution, pixels.
const SOFTEN_PX: f64 = 0.7;

/// A BGR picture, or a piece of one, in plain memory.
#[derive(Debug, Clone)]
pub struct SmallFrame {
    /// Pixels a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Row by row: blue, green, red.
    pub bgr: Vec<[u8; 3]>,
}

impl SmallFrame {
    /// The whole picture.
    ///
    /// # Errors
    /// OpenCV's own: the picture must be 8 bit BGR.
    pub fn whole(picture: &Mat) -> opencv::Result<Self> {
        let (width, height) = (picture.cols().max(0) as usize, picture.rows().max(0) as usize);
        let mut bgr = Vec::with_capacity(width * height);
        for row in 0..picture.rows() {
            bgr.extend(picture.at_row::<Vec3b>(row)?.iter().map(|pixel| pixel.0));
        }
        Ok(Self { width, height, bgr })
    }
}

/// The picture shrunk by a whole number, each cell the mean of its pixels; pixels that fill no cell are cut off.
///
/// # Errors
/// OpenCV's own.
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

/// The picture slightly blurred: bilinear reading of a noisy picture is biased towards pixel middles, and this
/// removes most of that.
///
/// # Errors
/// OpenCV's own.
pub fn softened(picture: &impl ToInputArray) -> opencv::Result<Mat> {
    let mut soft = Mat::default();
    imgproc::gaussian_blur_def(picture, &mut soft, Size::new(3, 3), SOFTEN_PX)?;
    Ok(soft)
}
