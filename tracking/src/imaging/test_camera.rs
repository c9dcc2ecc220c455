//! For tests: a camera that looks straight down.

use calibration::{Lens, TableCamera};
use geometry::Point;
use nalgebra::Matrix3;

/// A camera `height_in` above the point `over`, looking straight down, with north at the top of its picture.
pub fn camera_above(lens: Lens, over: Point, height_in: f64) -> TableCamera {
    TableCamera {
        lens,
        camera_from_table: Matrix3::new(1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0),
        position_in: [over.x_in, over.y_in, height_in].into(),
    }
}
