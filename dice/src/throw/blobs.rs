//! What changed, in blobs: the hand that reaches over the rim, and what moves by itself.

use opencv::core::{CV_8UC1, Mat, Point, Rect, Scalar, Vector};
use opencv::imgproc;
use opencv::prelude::*;

/// A blob of changed pixels.
#[derive(Debug, Clone)]
pub(super) struct Blob {
    pub(super) sides: Rect,
    pub(super) middle: (f64, f64),
    /// Its changed pixels, by their number in the picture.
    pub(super) pixels: Vec<usize>,
    /// Does it reach the picture's rim?
    pub(super) at_rim: bool,
}

impl Blob {
    /// The root of its area in its rectangle, pixels.
    pub(super) fn side_px(&self) -> f64 {
        f64::from(self.sides.area()).sqrt()
    }
}

/// The blobs of a mask with at least so many changed pixels; what is as near as `join_px` is one blob.
pub(super) fn blobs(mask: &Mat, join_px: i32, least: usize) -> opencv::Result<Vec<Blob>> {
    let grown = grown(mask, join_px)?;
    let (mut labels, mut stats, mut middles) = (Mat::default(), Mat::default(), Mat::default());
    let count = imgproc::connected_components_with_stats_def(&grown, &mut labels, &mut stats, &mut middles)?;
    let mut pixels: Vec<Vec<usize>> = vec![Vec::new(); count as usize];
    let labels = labels.data_typed::<i32>()?;
    for (pixel, (label, code)) in labels.iter().zip(mask.data_bytes()?).enumerate() {
        if *code != 0
            && let Some(pixels) = pixels.get_mut(*label as usize)
        {
            pixels.push(pixel);
        }
    }
    let (width, height) = (mask.cols() as usize, mask.rows() as usize);
    let blob = |pixels: Vec<usize>| {
        let (mut left, mut top, mut right, mut bottom) = (width, height, 0, 0);
        let mut sum = (0, 0);
        for pixel in &pixels {
            let (x, y) = (pixel % width, pixel / width);
            (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x), bottom.max(y));
            sum = (sum.0 + x, sum.1 + y);
        }
        let count = pixels.len() as f64;
        Blob {
            sides: Rect::new(left as i32, top as i32, (right + 1 - left) as i32, (bottom + 1 - top) as i32),
            middle: (sum.0 as f64 / count, sum.1 as f64 / count),
            at_rim: left <= 1 || top <= 1 || right + 2 >= width || bottom + 2 >= height,
            pixels,
        }
    };
    Ok(pixels.into_iter().skip(1).filter(|pixels| pixels.len() >= least.max(1)).map(blob).collect())
}

/// A mask grown by some pixels.
fn grown(mask: &Mat, by_px: i32) -> opencv::Result<Mat> {
    if by_px == 0 {
        return mask.try_clone();
    }
    let mut grown = Mat::default();
    let square = Mat::ones(2 * by_px + 1, 2 * by_px + 1, CV_8UC1)?.to_mat()?;
    imgproc::dilate_def(mask, &mut grown, &square)?;
    Ok(grown)
}

/// The places that a hand hides or may hide: the convex hulls of the blobs that reach the rim, a little larger.
pub(super) fn hands(size: (usize, usize), hands: &[&Blob], larger_px: i32) -> opencv::Result<Mat> {
    let (width, height) = size;
    let mut mask = Mat::new_rows_cols_with_default(height as i32, width as i32, CV_8UC1, Scalar::all(0.0))?;
    if hands.is_empty() {
        return Ok(mask);
    }
    for hand in hands {
        let points: Vector<Point> = hand
            .pixels
            .iter()
            .map(|pixel| Point::new((pixel % width) as i32, (pixel / width) as i32))
            .collect();
        let mut hull: Vector<Point> = Vector::new();
        imgproc::convex_hull_def(&points, &mut hull)?;
        imgproc::fill_convex_poly_def(&mut mask, &hull, Scalar::all(255.0))?;
    }
    grown(&mask, larger_px)
}
