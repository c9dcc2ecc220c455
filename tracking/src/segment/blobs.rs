//! Foreground: cells that differ from the background, and their connected components.

use crate::background::signal::{SignalMap, length_squared};
use crate::hull::pose::HullPose;
use calibration::TableCamera;
use geometry::{Heading, Point};
use opencv::core::{CV_8U, CV_32S, Mat, Size};
use opencv::imgproc;
use opencv::prelude::*;

/// A connected component of the foreground.
#[derive(Debug, Clone)]
pub struct Blob {
    /// Its cells: column and row in the coarse map.
    pub cells: Vec<(u32, u32)>,
    /// Its first and last column and row.
    pub bounds: [u32; 4],
    /// True if it reaches the edge of the picture, or of the part that counts.
    pub at_edge: bool,
    /// Its area on the table, square inches.
    pub area_in2: f64,
    /// Its middle, and its longer axis as the heading (in either direction).
    pub axis: HullPose,
    /// Its size along the axis, inches.
    pub length_in: f64,
    /// Its size across the axis, inches.
    pub width_in: f64,
}

/// The foreground mask of the coarse map.
#[derive(Debug, Clone)]
pub struct ForegroundMask {
    /// One byte per cell, 255 where something stands.
    mask: Mat,
}

/// The least signal of a foreground cell.
const LEAST_SIGNAL: f32 = 0.10;

impl ForegroundMask {
    /// Marks the foreground cells.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn of(map: &SignalMap) -> opencv::Result<Self> {
        let mut mask =
            Mat::new_rows_cols_with_default(map.height as i32, map.width as i32, CV_8U, 0.0.into())?;
        for (y, row) in map.cells.chunks_exact(map.width).enumerate() {
            let marks = mask.at_row_mut::<u8>(y as i32)?;
            for (mark, cell) in marks.iter_mut().zip(row) {
                if length_squared(cell) > LEAST_SIGNAL * LEAST_SIGNAL {
                    *mark = 255;
                }
            }
        }
        Ok(Self { mask })
    }

    /// The mask dilated by this many cells; foreground is 255.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn grown(&self, by_cells: i32) -> opencv::Result<Mat> {
        let size = Size::new(2 * by_cells + 1, 2 * by_cells + 1);
        let square = imgproc::get_structuring_element_def(imgproc::MORPH_RECT, size)?;
        let mut grown = Mat::default();
        imgproc::dilate_def(&self.mask, &mut grown, &square)?;
        Ok(grown)
    }

    /// The mask without these cells.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn without(&self, cells: &[(u32, u32)]) -> opencv::Result<Self> {
        let mut mask = self.mask.clone();
        for &(x, y) in cells {
            *mask.at_2d_mut::<u8>(y as i32, x as i32)? = 0;
        }
        Ok(Self { mask })
    }

    /// True if a cell is foreground; false outside the map.
    pub fn is_marked(&self, column: f32, row: f32) -> bool {
        let inside = column >= 0.0 && row >= 0.0;
        inside && self.mask.at_2d::<u8>(row as i32, column as i32).is_ok_and(|&mark| mark != 0)
    }

    /// The connected components of at least `least_cells` cells, measured on a plane `height_in` over the
    /// table. `is_at_edge` is true for cells at the edge of the part that counts.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn blobs(
        &self,
        map: &SignalMap,
        camera: &TableCamera,
        is_at_edge: impl Fn((u32, u32)) -> bool,
        height_in: f64,
        least_cells: usize,
    ) -> opencv::Result<Vec<Blob>> {
        let (mut labels, mut stats, mut centres) = (Mat::default(), Mat::default(), Mat::default());
        let count = imgproc::connected_components_with_stats(
            &self.mask,
            &mut labels,
            &mut stats,
            &mut centres,
            8,
            CV_32S,
        )?;
        let mut blobs = Vec::new();
        for label in 1..count {
            let stat = |column| stats.at_2d::<i32>(label, column).copied();
            if (stat(imgproc::CC_STAT_AREA)?.max(0) as usize) < least_cells {
                continue;
            }
            let (left, top) = (stat(imgproc::CC_STAT_LEFT)?, stat(imgproc::CC_STAT_TOP)?);
            let (right, bottom) =
                (left + stat(imgproc::CC_STAT_WIDTH)? - 1, top + stat(imgproc::CC_STAT_HEIGHT)? - 1);
            let mut cells = Vec::new();
            for y in top..=bottom {
                let row = labels.at_row::<i32>(y)?;
                for x in left..=right {
                    if row[x as usize] == label {
                        cells.push((x as u32, y as u32));
                    }
                }
            }
            let bounds = [left, top, right, bottom].map(|v| v as u32);
            blobs.extend(Blob::of(cells, bounds, map, camera, &is_at_edge, height_in));
        }
        Ok(blobs)
    }
}

impl Blob {
    fn of(
        cells: Vec<(u32, u32)>,
        bounds: [u32; 4],
        map: &SignalMap,
        camera: &TableCamera,
        is_at_edge: &impl Fn((u32, u32)) -> bool,
        height_in: f64,
    ) -> Option<Self> {
        let point = |&(x, y): &(u32, u32)| {
            camera.table_from_pixel(map.pixel_of(f64::from(x), f64::from(y)), height_in)
        };
        // A thousand points are enough to describe an arm.
        let every = (cells.len() / 1000).max(1);
        let points: Vec<Point> = cells.iter().step_by(every).filter_map(point).collect();
        if points.is_empty() {
            return None;
        }
        let n = points.len() as f64;
        let (sx, sy) = points.iter().fold((0.0, 0.0), |(x, y), p| (x + p.x_in, y + p.y_in));
        let middle = Point::new(sx / n, sy / n);
        let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
        for p in &points {
            let (dx, dy) = (p.x_in - middle.x_in, p.y_in - middle.y_in);
            xx += dx * dx / n;
            xy += dx * dy / n;
            yy += dy * dy / n;
        }
        // The angle of the longer axis, from east towards north.
        let from_east_rad = 0.5 * (2.0 * xy).atan2(xx - yy);
        let axis = HullPose { middle, heading: Heading::of_vector(from_east_rad.cos(), from_east_rad.sin()) };
        let (mut ahead, mut abeam) = ((f64::MAX, f64::MIN), (f64::MAX, f64::MIN));
        for &p in &points {
            let (u, v) = axis.ship_frame(p);
            ahead = (ahead.0.min(u), ahead.1.max(u));
            abeam = (abeam.0.min(v), abeam.1.max(v));
        }
        let px_per_in = camera.px_per_in(middle)?;
        let cell_in = map.factor as f64 / px_per_in;
        let at_edge = cells.iter().any(|&cell| is_at_edge(cell));
        Some(Self {
            bounds,
            at_edge,
            area_in2: cells.len() as f64 * cell_in * cell_in,
            cells,
            axis,
            length_in: ahead.1 - ahead.0 + cell_in,
            width_in: abeam.1 - abeam.0 + cell_in,
        })
    }
}
