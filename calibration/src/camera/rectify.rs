//! A picture rectified to the table plane: as from straight above, north up, without the lens's distortion.

use crate::camera::model::{Lens, Pixel, TableCamera};
use crate::camera::warp::remap;
use geometry::Point;
use opencv::core::{BORDER_CONSTANT, CV_16SC2, Mat, Scalar};
use opencv::imgproc;
use opencv::prelude::*;

/// A rectified picture is at most this wide and high, pixels: what a screen shows.
const MOST_PX: (f64, f64) = (1920.0, 1440.0);
/// The table is shown with at most this much around it, as a share of its longer side.
const MARGIN_SHARE: f64 = 0.12;
/// Places around the table that are tried for whether the camera sees them, a side.
const TRIED_A_SIDE: u32 = 48;
/// Where the camera sees nothing: a dark grey.
const UNSEEN: Scalar = Scalar::new(34.0, 32.0, 30.0, 0.0);
/// A map's value for a pixel that the picture doesn't have.
const NOWHERE_PX: f32 = -1e4;

/// An upright rectangle of the table plane, inches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TableExtent {
    /// The west edge, inches east of the table's corner.
    pub west_in: f64,
    /// The south edge, inches north of the table's corner.
    pub south_in: f64,
    /// The width, inches.
    pub width_in: f64,
    /// The height, inches.
    pub height_in: f64,
}

/// The map from a camera's picture to one from straight above. It takes a while to compute and serves for every picture
/// of the same table.
#[derive(Debug, Clone)]
pub struct Rectification {
    extent: TableExtent,
    /// Fixed-point places and their fractions, as `convertMaps` makes them: twice as fast as real numbers.
    maps: (Mat, Mat),
}

impl Rectification {
    /// The map for a table of `size_in` (inches east and north) under this camera. It shows the table with the margin
    /// that the camera sees, in about the camera's own resolution.
    ///
    /// # Errors
    /// When OpenCV can't make the maps.
    pub fn new(camera: &TableCamera, size_in: (f64, f64)) -> opencv::Result<Self> {
        let rim = Rim::of(&camera.lens);
        let extent = seen_extent(camera, &rim, size_in);
        let px_per_in = finest_px_per_in(camera, size_in)
            .min(MOST_PX.0 / extent.width_in)
            .min(MOST_PX.1 / extent.height_in);
        let pixels = |length_in: f64| (length_in * px_per_in).round().max(1.0);
        let (width, height) = (pixels(extent.width_in), pixels(extent.height_in));
        let row = |row: u32| {
            let y_in = extent.south_in + extent.height_in * (1.0 - (f64::from(row) + 0.5) / height);
            (0..width as u32).map(move |column| {
                let x_in = extent.west_in + extent.width_in * (f64::from(column) + 0.5) / width;
                rim.pixel(camera, Point::new(x_in, y_in))
            })
        };
        let places: Vec<Option<Pixel>> = (0..height as u32).flat_map(row).collect();
        let map = |along: fn(Pixel) -> f64| {
            let values: Vec<f32> =
                places.iter().map(|place| place.map_or(NOWHERE_PX, |pixel| along(pixel) as f32)).collect();
            Mat::new_rows_cols_with_data(height as i32, width as i32, &values)?.try_clone()
        };
        let (map_x, map_y) = (map(|pixel| pixel.x_px)?, map(|pixel| pixel.y_px)?);
        let (mut whole, mut fraction) = (Mat::default(), Mat::default());
        imgproc::convert_maps(&map_x, &map_y, &mut whole, &mut fraction, CV_16SC2, false)?;
        Ok(Self { extent, maps: (whole, fraction) })
    }

    /// The part of the table plane that the rectified picture covers exactly.
    pub fn extent(&self) -> TableExtent {
        self.extent
    }

    /// A picture of the camera as from straight above. It must have the size that the camera was calibrated for.
    ///
    /// # Errors
    /// When OpenCV can't resample it.
    pub fn rectified(&self, picture: &Mat) -> opencv::Result<Mat> {
        remap(picture, (&self.maps.0, &self.maps.1), imgproc::INTER_LINEAR, BORDER_CONSTANT, UNSEEN)
    }
}

/// The edge of the picture as rays. Beyond it a lens model may fold over, and show places again that lie far outside.
#[derive(Debug, Clone, Copy)]
struct Rim {
    /// The largest distance of a ray from the optical axis, squared, in focal lengths.
    most_r2: f64,
    right_px: f64,
    bottom_px: f64,
}

impl Rim {
    fn of(lens: &Lens) -> Self {
        let (right_px, bottom_px) = (f64::from(lens.width) - 1.0, f64::from(lens.height) - 1.0);
        let edge = (0..=TRIED_A_SIDE).flat_map(|step| {
            let share = f64::from(step) / f64::from(TRIED_A_SIDE);
            let (x, y) = (share * right_px, share * bottom_px);
            [(x, 0.0), (x, bottom_px), (0.0, y), (right_px, y)]
        });
        let rays = edge.filter_map(|(x, y)| lens.ideal_from_pixel(Pixel::new(x, y)));
        Self { most_r2: rays.map(|ray| ray.norm_squared()).fold(0.0, f64::max), right_px, bottom_px }
    }

    /// The pixel of a point of the table; `None` if it is outside the picture.
    fn pixel(&self, camera: &TableCamera, point: Point) -> Option<Pixel> {
        let ray = camera.ray_to(point, 0.0)?;
        let within = ray.norm_squared() <= self.most_r2;
        let pixel = within.then(|| camera.lens.pixel_from_ideal(ray))?;
        let inside =
            (0.0..=self.right_px).contains(&pixel.x_px) && (0.0..=self.bottom_px).contains(&pixel.y_px);
        inside.then_some(pixel)
    }
}

/// The table with the margin around it that the camera sees.
fn seen_extent(camera: &TableCamera, rim: &Rim, (east_in, north_in): (f64, f64)) -> TableExtent {
    let margin_in = MARGIN_SHARE * east_in.max(north_in);
    let along = |step: u32, length_in: f64| {
        f64::from(step) / f64::from(TRIED_A_SIDE) * (length_in + 2.0 * margin_in) - margin_in
    };
    let mut low = (0.0_f64, 0.0_f64);
    let mut high = (east_in, north_in);
    for (column, row) in
        (0..=TRIED_A_SIDE).flat_map(|column| (0..=TRIED_A_SIDE).map(move |row| (column, row)))
    {
        let (x_in, y_in) = (along(column, east_in), along(row, north_in));
        if rim.pixel(camera, Point::new(x_in, y_in)).is_some() {
            low = (low.0.min(x_in), low.1.min(y_in));
            high = (high.0.max(x_in), high.1.max(y_in));
        }
    }
    TableExtent { west_in: low.0, south_in: low.1, width_in: high.0 - low.0, height_in: high.1 - low.1 }
}

/// The camera's finest resolution on the table, pixels an inch.
fn finest_px_per_in(camera: &TableCamera, (east_in, north_in): (f64, f64)) -> f64 {
    let shares = [0.05, 0.5, 0.95];
    let places =
        shares.iter().flat_map(|x| shares.iter().map(move |y| Point::new(x * east_in, y * north_in)));
    places.filter_map(|place| camera.px_per_in(place)).fold(1.0, f64::max)
}
