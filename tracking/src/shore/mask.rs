//! The mask of terrain: the pixels that belong to pieces, sides and tops included.

use crate::shore::ShoreError;
use calibration::TableCamera;
use geometry::{Point, Terrain};
use opencv::core::{CV_8U, Mat, Point as Cell, Scalar, Vector};
use opencv::imgproc;

/// Largest length of a drawn line segment, inches, because lens distortion bends straight edges.
const STRETCH_IN: f64 = 0.5;
/// Fractional bits of coordinates when polygons are drawn.
const SHIFT: i32 = 4;

/// A mask of the camera's picture: 255 where a piece (its upright sides and its top) is visible, and within
/// `margin_in` inches of it. A cell has `factor` by `factor` pixels, as in the tracker's coarse map (1: every
/// pixel).
///
/// # Errors
/// When OpenCV fails.
pub fn terrain_mask(
    camera: &TableCamera,
    pieces: &[Terrain],
    factor: u32,
    margin_in: f64,
) -> Result<Mat, ShoreError> {
    let factor = factor.max(1);
    let (columns, rows) = (camera.lens.width / factor, camera.lens.height / factor);
    let mut mask = Mat::new_rows_cols_with_default(rows as i32, columns as i32, CV_8U, Scalar::all(0.0))?;
    let scale = f64::from(1_u32 << SHIFT) / f64::from(factor);
    let half = (f64::from(factor) - 1.0) / 2.0;
    let cell = |point: Point, height_in: f64| {
        camera.pixel_from_table(point, height_in).map(|pixel| {
            let fixed = |at: f64| ((at - half) * scale).round().clamp(-1e8, 1e8) as i32;
            Cell::new(fixed(pixel.x_px), fixed(pixel.y_px))
        })
    };
    for piece in pieces {
        let rim = stretched(&piece.outline);
        for height_in in [0.0, piece.height_in] {
            let corners: Option<Vector<Cell>> = rim.iter().map(|&point| cell(point, height_in)).collect();
            if let Some(corners) = corners {
                let polygons: Vector<Vector<Cell>> = std::iter::once(corners).collect();
                imgproc::fill_poly(&mut mask, &polygons, Scalar::all(255.0), 8, SHIFT, Cell::new(0, 0))?;
            }
        }
        for (at, &a) in rim.iter().enumerate() {
            let b = rim[(at + 1) % rim.len()];
            let side = [(a, 0.0), (b, 0.0), (b, piece.height_in), (a, piece.height_in)];
            let corners: Option<Vector<Cell>> = side.iter().map(|&(p, h)| cell(p, h)).collect();
            if let Some(corners) = corners {
                imgproc::fill_convex_poly(&mut mask, &corners, Scalar::all(255.0), 8, SHIFT)?;
            }
        }
    }
    let middle = camera.table_from_pixel(calibration::Pixel::new(camera.lens.cx, camera.lens.cy), 0.0);
    let px_per_in = middle.and_then(|point| camera.px_per_in(point)).unwrap_or(0.0);
    Ok(crate::shore::segment::discriminant::grown(
        &mask,
        2.0 * margin_in.max(0.0) * px_per_in / f64::from(factor),
    )?)
}

/// An outline with additional points between its corners.
pub(crate) fn stretched(outline: &[Point]) -> Vec<Point> {
    let mut rim = Vec::new();
    for (a, b) in crate::shore::outline::polygon::sides_of(outline) {
        let count = (a.distance_in(b) / STRETCH_IN).ceil().max(1.0) as usize;
        rim.extend((0..count).map(|at| {
            let part = at as f64 / count as f64;
            Point::new(a.x_in + part * (b.x_in - a.x_in), a.y_in + part * (b.y_in - a.y_in))
        }));
    }
    rim
}
