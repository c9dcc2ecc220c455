//! The top view: the picture rectified to a square grid over the table plane, as logarithms of linear light.

use crate::imaging::linear::LINEAR;
use crate::shore::error::ShoreError;
use calibration::{PictureSize, TableCamera, picture_size, remap};
use geometry::Point;
use opencv::core::{BORDER_CONSTANT, CV_8U, CV_32F, CV_32FC3, Mat, Scalar, Size, Vec3f};
use opencv::imgproc;
use opencv::prelude::*;

/// Smallest and largest cell size, inches: smaller gains nothing, larger loses a narrow pier.
const STEP_IN: (f64, f64) = (0.03, 0.08);
/// Margin beyond the playing area, inches, because pieces extend over its edge.
pub(crate) const BEYOND_IN: f64 = 0.75;
/// Lower bound that keeps logarithms finite.
const BLACK: f32 = 0.004;
/// Blur that removes the grain of cloth and sensor, inches.
const SOFTEN_IN: f64 = 0.035;

/// Square cells over the table plane; the first row is the northernmost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Grid {
    /// The middle of the first cell.
    pub first: Point,
    /// The side of a cell, inches.
    pub step_in: f64,
    /// Cells from west to east.
    pub columns: i32,
    /// Cells from north to south.
    pub rows: i32,
}

impl Grid {
    fn over(size_in: (f64, f64), step_in: f64) -> Self {
        let cells = |side_in: f64| ((side_in + 2.0 * BEYOND_IN) / step_in).ceil() as i32 + 1;
        Self {
            first: Point::new(-BEYOND_IN, size_in.1 + BEYOND_IN),
            step_in,
            columns: cells(size_in.0),
            rows: cells(size_in.1),
        }
    }

    /// The table point at grid coordinates, in cells.
    pub fn point(&self, column: f64, row: f64) -> Point {
        Point::new(self.first.x_in + column * self.step_in, self.first.y_in - row * self.step_in)
    }

    /// The grid coordinates of a table point, in cells.
    pub fn cell(&self, point: Point) -> (f64, f64) {
        ((point.x_in - self.first.x_in) / self.step_in, (self.first.y_in - point.y_in) / self.step_in)
    }

    /// True if grid coordinates lie on the grid.
    pub fn holds(&self, (column, row): (f64, f64)) -> bool {
        column >= 0.0
            && row >= 0.0
            && column <= f64::from(self.columns - 1)
            && row <= f64::from(self.rows - 1)
    }

    /// The index of the cell at grid coordinates.
    pub fn index(&self, (column, row): (f64, f64)) -> usize {
        let whole = |at: f64, count: i32| (at.round() as i32).clamp(0, count - 1);
        (whole(row, self.rows) * self.columns + whole(column, self.columns)) as usize
    }

    /// A length in cells.
    pub fn cells(&self, length_in: f64) -> f64 {
        length_in / self.step_in
    }

    /// The grid's size for OpenCV.
    pub fn size(&self) -> Size {
        Size::new(self.columns, self.rows)
    }

    /// An empty map of one byte per cell.
    pub fn bytes(&self) -> opencv::Result<Mat> {
        Mat::new_rows_cols_with_default(self.rows, self.columns, CV_8U, Scalar::all(0.0))
    }
}

/// The top view of one picture.
#[derive(Debug, Clone)]
pub(crate) struct TopView {
    /// The camera that took it.
    pub camera: TableCamera,
    /// Its cells.
    pub grid: Grid,
    /// Logarithms of linear light: blue, green, red.
    pub light: Mat,
    /// 255 where the cell is in the picture.
    pub seen: Mat,
    /// Picture pixels per inch in the middle of the table.
    pub px_per_in: f64,
}

impl TopView {
    /// Rectifies `picture` (8-bit BGR, of the camera's size) over a playing area of `size_in` inches.
    pub fn new(picture: &Mat, camera: &TableCamera, size_in: (f64, f64)) -> Result<Self, ShoreError> {
        let expected = PictureSize { width: camera.lens.width, height: camera.lens.height };
        let found = picture_size(picture);
        if found != expected {
            return Err(ShoreError::OtherSize { found, expected });
        }
        let middle = Point::new(size_in.0 / 2.0, size_in.1 / 2.0);
        let px_per_in = camera
            .px_per_in(middle)
            .filter(|scale| scale.is_finite() && *scale > 1.0)
            .ok_or(ShoreError::NoSea)?;
        let grid = Grid::over(size_in, (1.0 / px_per_in).clamp(STEP_IN.0, STEP_IN.1));
        let (across, down, seen) = sight_lines(camera, &grid, expected)?;
        let mut linear = Mat::default();
        let table: Vec<f32> = LINEAR.to_vec();
        let table = Mat::from_slice(&table)?.reshape(1, 1)?.clone_pointee();
        opencv::core::lut(picture, &table, &mut linear)?;
        let blank = Scalar::all(0.0);
        let above = remap(&linear, (&across, &down), imgproc::INTER_LINEAR, BORDER_CONSTANT, blank)?;
        let mut soft = Mat::default();
        imgproc::gaussian_blur_def(&above, &mut soft, Size::new(0, 0), (SOFTEN_IN / grid.step_in).max(0.5))?;
        let mut light = Mat::new_rows_cols_with_default(grid.rows, grid.columns, CV_32FC3, Scalar::all(0.0))?;
        for (to, from) in light.data_typed_mut::<Vec3f>()?.iter_mut().zip(soft.data_typed::<Vec3f>()?) {
            *to = Vec3f::from(from.0.map(|value| (value.max(0.0) + BLACK).ln()));
        }
        Ok(Self { camera: *camera, grid, light, seen, px_per_in })
    }

    /// The factor by which a figure at `height_in` appears larger than its foot, about the point under the
    /// camera.
    pub fn growth(&self, height_in: f64) -> f64 {
        self.camera.position_in.z / (self.camera.position_in.z - height_in)
    }

    /// The point of the table plane that a point `height_in` above `point` hides from the camera.
    pub fn behind(&self, point: Point, height_in: f64) -> Point {
        let growth = self.growth(height_in);
        let under = self.camera.position_in;
        Point::new(under.x + growth * (point.x_in - under.x), under.y + growth * (point.y_in - under.y))
    }
}

/// For every cell its picture coordinates, and whether it is in the picture.
fn sight_lines(camera: &TableCamera, grid: &Grid, size: PictureSize) -> Result<(Mat, Mat, Mat), ShoreError> {
    let plane = || Mat::new_rows_cols_with_default(grid.rows, grid.columns, CV_32F, Scalar::all(-9.0));
    let (mut across, mut down, mut seen) = (plane()?, plane()?, grid.bytes()?);
    let (right, bottom) = (f64::from(size.width) - 1.0, f64::from(size.height) - 1.0);
    for row in 0..grid.rows {
        let (xs, ys) = (across.at_row_mut::<f32>(row)?, down.at_row_mut::<f32>(row)?);
        let marks = seen.at_row_mut::<u8>(row)?;
        for (column, ((x, y), mark)) in xs.iter_mut().zip(ys).zip(marks).enumerate() {
            let point = grid.point(column as f64, f64::from(row));
            let Some(pixel) = camera.pixel_from_table(point, 0.0) else { continue };
            if (0.0..=right).contains(&pixel.x_px) && (0.0..=bottom).contains(&pixel.y_px) {
                (*x, *y, *mark) = (pixel.x_px as f32, pixel.y_px as f32, 255);
            }
        }
    }
    Ok((across, down, seen))
}
