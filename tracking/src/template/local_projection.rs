//! A local approximation of the camera projection around one hull.
//!
//! Projecting every sample of a deck through the lens model would take most of the registration's time. Over
//! the length of a hull a quadratic in the ship's frame is accurate enough (an error of a hundredth of a
//! pixel at the ends of six inches), and it needs only nine projections.

use crate::background::signal::{Signal, SignalMap};
use crate::hull::pose::HullPose;
use crate::template::plane::Plane;
use nalgebra::Vector2;

/// Column and row of a map as quadratics in inches ahead of a hull's middle and to starboard: the coefficients of `1,
/// u, v, u^2, uv, v^2`.
#[derive(Debug, Clone, Copy)]
pub struct LocalProjection {
    terms: [Vector2<f32>; 6],
}

/// Lower bound of the reach, inches: nearer projections do not determine the curvature.
const LEAST_REACH_IN: f32 = 0.1;

impl LocalProjection {
    /// The projection around a hull at `pose`, exact in the middle and nearly exact within `reach_in` (ahead, abeam);
    /// `None` if the camera does not see all of it.
    pub fn new(map: &SignalMap, plane: Plane<'_>, pose: HullPose, reach_in: (f32, f32)) -> Option<Self> {
        let (u, v) = (reach_in.0.max(LEAST_REACH_IN), reach_in.1.max(LEAST_REACH_IN));
        let point_at = pose.points();
        let cell = |ahead: f32, abeam: f32| {
            let point = point_at(f64::from(ahead * u), f64::from(abeam * v));
            let (column, row) = map.cell_of(plane.camera.pixel_from_table(point, plane.height_in)?);
            Some(Vector2::new(column, row))
        };
        let middle = cell(0.0, 0.0)?;
        let (ahead, astern) = (cell(1.0, 0.0)?, cell(-1.0, 0.0)?);
        let (starboard, port) = (cell(0.0, 1.0)?, cell(0.0, -1.0)?);
        let crossed = cell(1.0, 1.0)? + cell(-1.0, -1.0)? - cell(1.0, -1.0)? - cell(-1.0, 1.0)?;
        Some(Self {
            terms: [
                middle,
                (ahead - astern) / (2.0 * u),
                (starboard - port) / (2.0 * v),
                (ahead + astern - 2.0 * middle) / (2.0 * u * u),
                crossed / (4.0 * u * v),
                (starboard + port - 2.0 * middle) / (2.0 * v * v),
            ],
        })
    }

    /// The cell of a point of the plane, as fractions of column and row.
    #[inline]
    pub fn cell(&self, ahead_in: f32, starboard_in: f32) -> Vector2<f32> {
        let (u, v) = (ahead_in, starboard_in);
        let [one, by_u, by_v, by_uu, by_uv, by_vv] = &self.terms;
        one + (by_u + by_uu * u + by_uv * v) * u + (by_v + by_vv * v) * v
    }

    /// The signal there; `None` outside the map.
    #[inline]
    pub fn sample(&self, map: &SignalMap, ahead_in: f32, starboard_in: f32) -> Option<Signal> {
        let cell = self.cell(ahead_in, starboard_in);
        map.at(cell.x, cell.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use calibration::{Lens, TableCamera};
    use geometry::{Heading, Point};
    use nalgebra::{Matrix3, Rotation3, Vector3};

    #[test]
    fn a_long_hull_under_a_tilted_wide_lens_is_seen_where_the_camera_sees_it() {
        let dist = [-0.12, 0.02, 0.0004, -0.0003, 0.0];
        let lens = Lens { fx: 1400.0, fy: 1401.0, cx: 955.0, cy: 542.0, dist, width: 1920, height: 1080 };
        let down = Matrix3::new(1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0);
        let camera_from_table = Rotation3::from_euler_angles(0.3, -0.1, 0.2).matrix() * down;
        let camera = TableCamera { lens, camera_from_table, position_in: Vector3::new(30.0, 8.0, 52.0) };
        let map = SignalMap {
            left: 0,
            top: 0,
            width: 1920,
            height: 1080,
            factor: 1,
            cells: Vec::new(),
            hidden: None,
        };
        let plane = Plane { camera: &camera, height_in: 0.2 };
        for (x_in, deg) in [(30.0, 30.0), (45.0, 100.0), (16.0, 200.0)] {
            let pose = HullPose { middle: Point::new(x_in, 18.0), heading: Heading::from_deg(deg) };
            let near = LocalProjection::new(&map, plane, pose, (3.0, 0.6)).unwrap();
            for (ahead_in, starboard_in) in
                [(3.0f32, 0.6f32), (-3.0, 0.6), (1.7, -0.5), (0.0, 0.0), (-1.5, 0.3)]
            {
                let cell = near.cell(ahead_in, starboard_in);
                let point = pose.point(ahead_in.into(), starboard_in.into());
                let exact = map.cell_of(camera.pixel_from_table(point, 0.2).unwrap());
                let off_px = (cell.x - exact.0).hypot(cell.y - exact.1);
                assert!(off_px < 0.03, "{off_px} px at {ahead_in}, {starboard_in} of {pose:?}");
            }
        }
    }
}
