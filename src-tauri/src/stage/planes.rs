//! The planes on which the table is shown by a camera: its picture, and the same from straight above.

use crate::table_session::calibrate::ship_outline::pair;
use calibration::{TableCamera, TableExtent};
use chart::{ChartPlane, Extent, Plane, PlanePoint, TablePoint};
use geometry::Point;

/// Over a picture, longer lines are drawn in parts, because the lens bends them, inches.
const STRAIGHT_IN: f64 = 2.0;
/// Marks may lie this far outside the picture, as a share of its width; farther out the lens model means nothing.
const BEYOND_SHARE: f64 = 0.25;

/// The camera's picture as a plane, in its pixels.
#[derive(Debug, Clone, Copy)]
pub struct PicturePlane {
    camera: TableCamera,
    quarters: u8,
}

impl PicturePlane {
    /// The picture of a camera, turned clockwise by quarters.
    pub fn new(camera: TableCamera, quarters: u8) -> Self {
        Self { camera, quarters: quarters % 4 }
    }

    fn size_px(&self) -> (f64, f64) {
        (f64::from(self.camera.lens.width), f64::from(self.camera.lens.height))
    }
}

impl Plane for PicturePlane {
    fn extent(&self) -> Extent {
        let (width, height) = turned_size(self.size_px(), self.quarters);
        Extent { left: 0.0, top: 0.0, width, height }
    }

    fn project(&self, (x_in, y_in): TablePoint, height_in: f64) -> Option<PlanePoint> {
        let (x, y) = self.camera.pixel_from_table(Point::new(x_in, y_in), height_in).map(pair)?;
        let (width, height) = self.size_px();
        let beyond = BEYOND_SHARE * width;
        let near = (-beyond..=width + beyond).contains(&x) && (-beyond..=height + beyond).contains(&y);
        near.then(|| turned((x, y), (width, height), self.quarters))
    }

    fn straight_in(&self) -> Option<f64> {
        Some(STRAIGHT_IN)
    }

    fn quarters(&self) -> u8 {
        self.quarters
    }
}

/// The table as from straight above, with the margin that the camera sees.
#[derive(Debug, Clone, Copy)]
pub struct FromAbovePlane {
    table: ChartPlane,
    extent: Extent,
    /// The camera's place, inches: east, north and above the table.
    camera_in: (f64, f64, f64),
}

impl FromAbovePlane {
    /// The plane of a rectified picture that covers `seen` of a table of this size (inches east and north).
    pub fn new(camera: &TableCamera, table_in: (f64, f64), seen: TableExtent, quarters: u8) -> Self {
        let table = ChartPlane::new(table_in, quarters);
        let corner = |x_in: f64, y_in: f64| table.project((x_in, y_in), 0.0).unwrap_or_default();
        let one = corner(seen.west_in, seen.south_in);
        let other = corner(seen.west_in + seen.width_in, seen.south_in + seen.height_in);
        let extent = Extent {
            left: one.0.min(other.0),
            top: one.1.min(other.1),
            width: (one.0 - other.0).abs(),
            height: (one.1 - other.1).abs(),
        };
        let [east_in, north_in, up_in] = camera.position_in.into();
        Self { table, extent, camera_in: (east_in, north_in, up_in) }
    }
}

impl Plane for FromAbovePlane {
    fn extent(&self) -> Extent {
        self.extent
    }

    /// What stands above the table leans away from the camera in the rectified picture.
    fn project(&self, (x_in, y_in): TablePoint, height_in: f64) -> Option<PlanePoint> {
        let (east_in, north_in, up_in) = self.camera_in;
        let lean = up_in / (up_in - height_in);
        self.table.project((east_in + lean * (x_in - east_in), north_in + lean * (y_in - north_in)), 0.0)
    }

    fn straight_in(&self) -> Option<f64> {
        None
    }

    fn quarters(&self) -> u8 {
        self.table.quarters()
    }
}

fn turned_size((width, height): (f64, f64), quarters: u8) -> (f64, f64) {
    if quarters.is_multiple_of(2) { (width, height) } else { (height, width) }
}

/// A point of a plane of this size after clockwise quarter turns.
fn turned((x, y): PlanePoint, (width, height): (f64, f64), quarters: u8) -> PlanePoint {
    match quarters {
        0 => (x, y),
        1 => (height - y, x),
        2 => (width - x, height - y),
        _ => (y, width - x),
    }
}
