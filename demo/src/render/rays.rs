//! The line of sight of each pixel.

use calibration::{Pixel, TableCamera};
use nalgebra::Vector3;

/// Pixels between the nodes at which the lens is inverted. Between them directions are interpolated: at this pitch
/// the distortion bends by less than 0.001 px.
const PITCH_PX: usize = 4;

/// Sight lines for every place in the picture.
pub(crate) struct SightLines {
    columns: usize,
    nodes: Vec<Vector3<f32>>,
    camera_in: Vector3<f32>,
}

impl SightLines {
    pub(crate) fn new(camera: &TableCamera) -> Self {
        let nodes_over = |pixels: u32| pixels as usize / PITCH_PX + 4;
        let (columns, rows) = (nodes_over(camera.lens.width), nodes_over(camera.lens.height));
        let table_from_camera = camera.camera_from_table.transpose();
        let place = |node: usize| (node * PITCH_PX) as f64 - PITCH_PX as f64;
        let nodes = (0..rows)
            .flat_map(|row| (0..columns).map(move |column| (row, column)))
            .map(|(row, column)| {
                let pixel = Pixel::new(place(column), place(row));
                // Beyond the rim of a lens nothing is visible, but the outermost nodes are there.
                let ideal = camera.lens.ideal_from_pixel(pixel);
                let ideal = ideal.unwrap_or_else(|| camera.lens.bent_from_pixel(pixel));
                (table_from_camera * Vector3::new(ideal.x, ideal.y, 1.0)).cast()
            })
            .collect();
        Self { columns, nodes, camera_in: camera.position_in.cast() }
    }

    /// The origin of every sight line: the camera, inches.
    pub(crate) fn camera_in(&self) -> Vector3<f32> {
        self.camera_in
    }

    /// The direction in which a place of the picture looks, in the table frame: one unit deep along the camera's
    /// axis, so that distances along neighbouring lines of sight compare.
    pub(crate) fn direction(&self, x_px: f32, y_px: f32) -> Vector3<f32> {
        let split = |place: f32| {
            let nodes = (place / PITCH_PX as f32 + 1.0).max(0.0);
            (nodes as usize, nodes - (nodes as usize) as f32)
        };
        let ((column, right), (row, down)) = (split(x_px), split(y_px));
        let node = |row: usize, column: usize| {
            self.nodes
                .get(row * self.columns + column.min(self.columns - 1))
                .copied()
                .unwrap_or_else(|| -Vector3::z())
        };
        let above = node(row, column) * (1.0 - right) + node(row, column + 1) * right;
        let below = node(row + 1, column) * (1.0 - right) + node(row + 1, column + 1) * right;
        above * (1.0 - down) + below * down
    }

    /// Where a line of sight meets the table, inches.
    pub(crate) fn table_point(&self, direction: &Vector3<f32>) -> Option<(f32, f32)> {
        let along = -self.camera_in.z / direction.z;
        (direction.z < 0.0)
            .then(|| (self.camera_in.x + along * direction.x, self.camera_in.y + along * direction.y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TableSetup;
    use geometry::Point;

    #[test]
    fn sight_lines_agree_with_the_camera_everywhere() {
        let mut setup = TableSetup::standard(3);
        setup.camera.dist = [-0.25, 0.06, 0.001, -0.0008, 0.0];
        let camera = setup.camera.table_camera();
        let lines = SightLines::new(&camera);
        for (x, y) in [(0.0, 0.0), (1279.0, 719.0), (-0.5, 719.5), (640.3, 11.7), (77.77, 501.02)] {
            let (x_in, y_in) = lines.table_point(&lines.direction(x as f32, y as f32)).unwrap();
            let back = camera.pixel_from_table(Point::new(f64::from(x_in), f64::from(y_in)), 0.0).unwrap();
            assert!(back.distance_px(Pixel::new(x, y)) < 0.004, "{x} {y}: {back:?}");
        }
    }
}
