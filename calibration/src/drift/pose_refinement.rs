//! Pose refinement of a camera that was nudged, from cards whose places on the table are known, with the lens fixed.

use crate::camera::model::{Lens, Pixel, TableCamera};
use crate::camera::projection::pose_of;
use crate::camera::projection::project;
use crate::detect::corners::inward_of;
use crate::optimise::bundle::moved;
use geometry::Point;
use nalgebra::{Isometry3, SMatrix, SVector, Vector2, Vector3};

/// A card: where its corners appear to lie on the table, and where they are seen now.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CardPair {
    /// Its corners, read from the reference picture with the reference camera.
    pub places_in: [Point; 4],
    /// How high they lie over the table, inches.
    pub height_in: f64,
    /// Where they are seen now.
    pub seen_px: [Pixel; 4],
}

/// A pose fitted to cards.
#[derive(Debug, Clone)]
pub(crate) struct PoseFit {
    /// The camera where it stands now.
    pub camera: TableCamera,
    /// The sum of squared residuals, square pixels.
    pub cost_px2: f64,
    /// The covariance of turn and shift (in the camera's frame) for a noise of one pixel along each axis.
    pub unit_covariance: SMatrix<f64, 6, 6>,
}

/// Unknown: the pose's turn and shift, and by how much black looks smaller than in the reference picture (another
/// exposure).
const UNKNOWNS: usize = 7;
/// Bloom changes by about this with brightness, pixels.
const BLOOM_SIGMA_PX: f64 = 0.2;
/// Gauss–Newton converges in three or four steps, from any nudge that leaves the cards in the picture.
const MOST_STEPS: usize = 12;

fn camera_of(lens: Lens, pose: &Isometry3<f64>) -> TableCamera {
    let rotation = pose.rotation.to_rotation_matrix();
    TableCamera {
        lens,
        camera_from_table: *rotation.matrix(),
        position_in: -(rotation.inverse() * pose.translation.vector),
    }
}

/// The prior of a nudge: standard deviations of the camera's rotation and translation along each axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PosePrior {
    /// Radians.
    pub turn_rad: f64,
    /// Inches.
    pub shift_in: f64,
    /// The noise of a corner's coordinate that this is weighed against, pixels.
    pub noise_px: f64,
}

impl PosePrior {
    /// Its information matrix over rotation and translation of a pose, for a noise of one pixel; a camera that turns
    /// about itself shifts the pose too.
    fn information(&self, pose: &Isometry3<f64>) -> SMatrix<f64, 6, 6> {
        let mut own = SMatrix::<f64, 6, 6>::identity();
        own.fixed_view_mut::<3, 3>(3, 0).copy_from(&pose.translation.vector.cross_matrix());
        let firm = |sigma: f64| (self.noise_px / sigma).powi(2);
        let (turn, shift) = (firm(self.turn_rad), firm(self.shift_in));
        let firm = SVector::<f64, 6>::from([turn, turn, turn, shift, shift, shift]);
        own.transpose() * SMatrix::from_diagonal(&firm) * own
    }
}

/// Fits the pose to all the cards given, starting from `camera`; `None` where they don't determine it.
pub(crate) fn fit_pose(camera: &TableCamera, cards: &[CardPair], nudge: PosePrior) -> Option<PoseFit> {
    let mut pose = pose_of(camera);
    let known = nudge.information(&pose);
    let mut gone = SVector::<f64, 6>::zeros();
    let mut bloom_px = 0.0;
    let mut information = SMatrix::<f64, UNKNOWNS, UNKNOWNS>::zeros();
    let mut cost_px2 = f64::INFINITY;
    for _ in 0..MOST_STEPS {
        information = SMatrix::zeros();
        let firm = (nudge.noise_px / BLOOM_SIGMA_PX).powi(2);
        information[(6, 6)] = firm;
        information.fixed_view_mut::<6, 6>(0, 0).copy_from(&known);
        let mut right = SVector::<f64, UNKNOWNS>::zeros();
        right[6] = -firm * bloom_px;
        right.fixed_rows_mut::<6>(0).copy_from(&(-known * gone));
        let mut cost = 0.0;
        for card in cards {
            let inward = inward_of(&card.seen_px);
            for ((place, seen), inward) in card.places_in.iter().zip(&card.seen_px).zip(&inward) {
                let at = project(&camera.lens, &pose, Vector3::new(place.x_in, place.y_in, card.height_in))?;
                let miss = at.pixel + inward * bloom_px - Vector2::new(seen.x_px, seen.y_px);
                let mut slope = SMatrix::<f64, 2, UNKNOWNS>::zeros();
                slope.fixed_columns_mut::<6>(0).copy_from(&at.by_pose);
                slope.set_column(6, inward);
                information += slope.transpose() * slope;
                right -= slope.transpose() * miss;
                cost += miss.norm_squared();
            }
        }
        let still = (cost_px2 - cost).abs() <= 1e-9 * cost.max(1e-12);
        cost_px2 = cost;
        if still {
            break;
        }
        let step = scaled_inverse(&information)? * right;
        let turn_and_shift = step.fixed_rows::<6>(0).into_owned();
        pose = moved(&pose, &turn_and_shift);
        gone += turn_and_shift;
        bloom_px += step[6];
    }
    let covariance = scaled_inverse(&information)?;
    let camera = camera_of(camera.lens, &pose);
    (cost_px2.is_finite() && camera.position_in.z > 0.0).then_some(PoseFit {
        camera,
        cost_px2,
        unit_covariance: covariance.fixed_view::<6, 6>(0, 0).into_owned(),
    })
}

/// Turns and shifts have different units: scaled to a unit diagonal first.
fn scaled_inverse(matrix: &SMatrix<f64, UNKNOWNS, UNKNOWNS>) -> Option<SMatrix<f64, UNKNOWNS, UNKNOWNS>> {
    let scale = matrix.diagonal().map(|value| 1.0 / value.sqrt());
    let scales = SMatrix::from_diagonal(&scale);
    let inverse = (scales * matrix * scales).cholesky()?.inverse();
    Some(scales * inverse * scales)
}
