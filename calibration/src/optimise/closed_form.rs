//! Start values for least squares in closed form: homography, pose and focal length.

use crate::camera::model::{Lens, Pixel};
use crate::optimise::correspondence::Correspondence;
use nalgebra::{Isometry3, Rotation3, SMatrix, SVector, Translation3, UnitQuaternion, Vector2};

/// The plane-to-plane map (homography) from target inches to `to`, by the normalised direct linear transform
/// (Hartley and Zisserman, Multiple View Geometry, algorithm 4.2); `None` for fewer than four points or a line.
pub(crate) fn homography(pairs: &[(Vector2<f64>, Vector2<f64>)]) -> Option<nalgebra::Matrix3<f64>> {
    if pairs.len() < 4 {
        return None;
    }
    let from = normaliser(pairs.iter().map(|pair| pair.0))?;
    let to = normaliser(pairs.iter().map(|pair| pair.1))?;
    let mut gram = SMatrix::<f64, 9, 9>::zeros();
    for (a, b) in pairs {
        let a = from * a.push(1.0);
        let b = to * b.push(1.0);
        let rows = [
            [a.x, a.y, 1.0, 0.0, 0.0, 0.0, -b.x * a.x, -b.x * a.y, -b.x],
            [0.0, 0.0, 0.0, a.x, a.y, 1.0, -b.y * a.x, -b.y * a.y, -b.y],
        ];
        for row in rows {
            let row = SVector::<f64, 9>::from(row);
            gram += row * row.transpose();
        }
    }
    let eigen = gram.symmetric_eigen();
    let smallest = eigen.eigenvalues.imin();
    let mut order: Vec<f64> = eigen.eigenvalues.iter().copied().collect();
    order.sort_by(f64::total_cmp);
    if order[1] < 1e-9 {
        return None;
    }
    let h = eigen.eigenvectors.column(smallest);
    let map = nalgebra::Matrix3::from_row_slice(&[h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], h[8]]);
    Some(to.try_inverse()? * map * from)
}

/// Moves points to their middle and scales them to a mean distance of root two.
fn normaliser(points: impl Iterator<Item = Vector2<f64>> + Clone) -> Option<nalgebra::Matrix3<f64>> {
    let count = points.clone().count() as f64;
    let middle = points.clone().sum::<Vector2<f64>>() / count;
    let spread = points.map(|point| (point - middle).norm()).sum::<f64>() / count;
    if spread < 1e-12 {
        return None;
    }
    let scale = std::f64::consts::SQRT_2 / spread;
    Some(nalgebra::Matrix3::new(scale, 0.0, -scale * middle.x, 0.0, scale, -scale * middle.y, 0.0, 0.0, 1.0))
}

/// A first pose of a target from its points, the lens taken as known (Zhang 2000, section 3.1).
pub(crate) fn first_pose(lens: &Lens, sightings: &[Correspondence]) -> Option<Isometry3<f64>> {
    let pairs: Vec<_> = sightings
        .iter()
        .filter_map(|sighting| Some((sighting.target_in, lens.ideal_from_pixel(sighting.pixel)?)))
        .filter(|pair| pair.1.iter().all(|value| value.is_finite()))
        .collect();
    let map = homography(&pairs)?;
    let (h1, h2, h3) = (map.column(0), map.column(1), map.column(2));
    let mut scale = 2.0 / (h1.norm() + h2.norm());
    // The target stands before the camera.
    let (middle, _) = pairs.first()?;
    if (h1.z * middle.x + h2.z * middle.y + h3.z) * scale < 0.0 {
        scale = -scale;
    }
    let (r1, r2, shift) = (h1 * scale, h2 * scale, h3 * scale);
    let rough = nalgebra::Matrix3::from_columns(&[r1, r2, r1.cross(&r2)]);
    let svd = rough.svd(true, true);
    let rotation = Rotation3::from_matrix_unchecked(svd.u? * svd.v_t?);
    Some(Isometry3::from_parts(Translation3::from(shift), UnitQuaternion::from_rotation_matrix(&rotation)))
}

/// A first focal length from views, the principal point taken at `centre` and no distortion (Zhang 2000, section
/// 3.1, for a single unknown); `None` when every view faces the camera squarely.
pub(crate) fn first_focal_px(centre: Pixel, views: &[Vec<Correspondence>]) -> Option<f64> {
    let (mut above, mut below) = (0.0, 0.0);
    for sightings in views {
        let pairs: Vec<_> = sightings
            .iter()
            .map(|sighting| {
                let at = sighting.pixel;
                (sighting.target_in, Vector2::new(at.x_px - centre.x_px, at.y_px - centre.y_px))
            })
            .collect();
        let Some(map) = homography(&pairs) else { continue };
        let (h1, h2) = (map.column(0), map.column(1));
        let unit = h1.norm() * h2.norm();
        // h1' B h2 = 0 and h1' B h1 = h2' B h2 with B = diag(w, w, 1), w = 1/f^2.
        let rows = [
            ((h1.x * h2.x + h1.y * h2.y) / unit, h1.z * h2.z / unit),
            (
                (h1.x * h1.x + h1.y * h1.y - h2.x * h2.x - h2.y * h2.y) / unit,
                (h1.z * h1.z - h2.z * h2.z) / unit,
            ),
        ];
        for (factor, constant) in rows {
            above -= factor * constant;
            below += factor * factor;
        }
    }
    let inverse_square = above / below;
    (inverse_square.is_finite() && inverse_square > 0.0).then(|| inverse_square.sqrt().recip())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimise::bundle::tests::{pose, seen, wide_lens};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_first_pose_is_the_true_one_without_noise(
            turn in prop::array::uniform3(-0.6..0.6), x in -3.0..3.0, y in -2.0..2.0,
        ) {
            let lens = wide_lens();
            let truth = pose(turn, [x, y, 14.0]);
            let sightings = seen(&lens, &truth, 0.0);
            let found = first_pose(&lens, &sightings).unwrap();
            prop_assert!((found.inverse() * truth).translation.vector.norm() < 1e-6);
            prop_assert!(found.rotation.angle_to(&truth.rotation) < 1e-6);
        }
    }

    #[test]
    fn points_on_a_line_fix_no_pose() {
        let lens = wide_lens();
        let mut line = seen(&lens, &pose([0.2, 0.1, 0.0], [0.0, 0.0, 9.0]), 0.0);
        line.truncate(5);
        assert_eq!(first_pose(&lens, &line), None);
    }
}
