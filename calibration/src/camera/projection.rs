//! The projection of a target's point to its pixel, with derivatives by every unknown.

use crate::camera::model::{Lens, TableCamera};
use nalgebra::{
    Isometry3, Matrix2, Matrix2x3, Rotation3, SMatrix, Translation3, UnitQuaternion, Vector2, Vector3,
};

/// How many shared unknowns there are: `fx fy cx cy k1 k2 p1 p2 k3 bloom`.
pub(crate) const SHARED: usize = 10;

/// The derivative of a pixel by the shared unknowns.
pub(crate) type ByShared = SMatrix<f64, 2, SHARED>;
/// The derivative of a pixel by a pose: a small turn (in the camera's frame), then a shift.
pub(crate) type ByPose = SMatrix<f64, 2, 6>;

/// A projected point with its derivatives.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Projected {
    /// Where it lands, pixels.
    pub pixel: Vector2<f64>,
    /// By the shared unknowns (the bloom's column is zero).
    pub by_shared: ByShared,
    /// By the pose.
    pub by_pose: ByPose,
    /// By the point's place on its target, pixels an inch.
    pub by_point: Matrix2x3<f64>,
}

/// Projects a point of a target, which may stand out of its plane; `None` behind the camera.
pub(crate) fn project(lens: &Lens, pose: &Isometry3<f64>, point_in: Vector3<f64>) -> Option<Projected> {
    let turned = pose.rotation * point_in;
    let seen = turned + pose.translation.vector;
    if seen.z <= 1e-6 {
        return None;
    }
    let ideal = Vector2::new(seen.x / seen.z, seen.y / seen.z);
    let bent = lens.distort(ideal);
    let (x, y) = (ideal.x, ideal.y);
    let r2 = x * x + y * y;
    let (r4, r6, cross) = (r2 * r2, r2 * r2 * r2, 2.0 * x * y);
    let along_x = [x * r2, x * r4, cross, r2 + 2.0 * x * x, x * r6].map(|value| value * lens.fx);
    let along_y = [y * r2, y * r4, r2 + 2.0 * y * y, cross, y * r6].map(|value| value * lens.fy);
    let mut by_shared = ByShared::zeros();
    by_shared[(0, 0)] = bent.x;
    by_shared[(1, 1)] = bent.y;
    by_shared[(0, 2)] = 1.0;
    by_shared[(1, 3)] = 1.0;
    for term in 0..5 {
        by_shared[(0, 4 + term)] = along_x[term];
        by_shared[(1, 4 + term)] = along_y[term];
    }
    let by_ideal = Matrix2::new(lens.fx, 0.0, 0.0, lens.fy) * lens.distort_jacobian(ideal);
    let by_seen = by_ideal * Matrix2x3::new(1.0, 0.0, -x, 0.0, 1.0, -y) / seen.z;
    let mut by_pose = ByPose::zeros();
    by_pose.fixed_view_mut::<2, 3>(0, 0).copy_from(&(-by_seen * turned.cross_matrix()));
    by_pose.fixed_view_mut::<2, 3>(0, 3).copy_from(&by_seen);
    Some(Projected {
        pixel: Vector2::new(lens.fx * bent.x + lens.cx, lens.fy * bent.y + lens.cy),
        by_shared,
        by_pose,
        by_point: by_seen * pose.rotation.to_rotation_matrix().matrix(),
    })
}

/// The pose of a camera as the projection uses it.
pub(crate) fn pose_of(camera: &TableCamera) -> Isometry3<f64> {
    let rotation = Rotation3::from_matrix_unchecked(camera.camera_from_table);
    Isometry3::from_parts(
        Translation3::from(-(rotation * camera.position_in)),
        UnitQuaternion::from_rotation_matrix(&rotation),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimise::bundle::tests::{pose, wide_lens};
    use crate::optimise::bundle::{lens_with, moved, shared_of};
    use nalgebra::Vector6;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn projection_has_the_stated_derivatives(
            turn in prop::array::uniform3(-0.4..0.4), x in -8.0..8.0, y in -5.0..5.0, z in 0.0..1.0,
        ) {
            let (lens, point) = (wide_lens(), Vector3::new(x, y, z));
            let pose = pose(turn, [0.5, -0.7, 14.0]);
            let at = project(&lens, &pose, point).unwrap();
            for unknown in 0..9 {
                let shared = shared_of(&lens, 0.0);
                let step = 1e-6 * shared[unknown].abs().max(0.1);
                let along = |sign: f64| {
                    let mut moved = shared;
                    moved[unknown] += sign * step;
                    project(&lens_with(&lens, &moved), &pose, point).unwrap().pixel
                };
                let measured = (along(1.0) - along(-1.0)) / (2.0 * step);
                prop_assert!((at.by_shared.column(unknown) - measured).norm() < 1e-3, "{unknown}");
            }
            for unknown in 0..6 {
                let along = |sign: f64| {
                    let mut step = Vector6::zeros();
                    step[unknown] = sign * 1e-6;
                    project(&lens, &moved(&pose, &step), point).unwrap().pixel
                };
                let measured = (along(1.0) - along(-1.0)) / 2e-6;
                prop_assert!((at.by_pose.column(unknown) - measured).norm() < 1e-3, "{unknown}");
            }
            for axis in 0..3 {
                let along = |sign: f64| {
                    let mut moved = point;
                    moved[axis] += sign * 1e-6;
                    project(&lens, &pose, moved).unwrap().pixel
                };
                let measured = (along(1.0) - along(-1.0)) / 2e-6;
                prop_assert!((at.by_point.column(axis) - measured).norm() < 1e-3, "{axis}");
            }
        }
    }
}
