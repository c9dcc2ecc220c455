//! Least squares over lens and views at once: bundle adjustment of flat targets with known points.
//!
//! Unknowns shared by all views are the nine numbers of the lens and the bloom (by how much black looks small);
//! each view adds the six of its pose. Levenberg–Marquardt with the poses eliminated (Schur complement).
//!
//! Why no library: on 4, 12 and 25 simulated views of 54 corners (noise 0.15 px, 40 sets of each, the same start),
//! - `levenberg-marquardt` 0.15 finds the same minimum in every set, but keeps the poses in the equations: 11, 118 and
//!   711 ms instead of 0.8, 2.3 and 8 ms. It needs nalgebra 0.34, so that two versions would be built.
//! - OpenCV's `calibrateCamera` is as exact on clean corners (1.4 px over the whole picture with 12 views) and takes 3 to
//!   5 times as long. With 3 % bad corners its error is 6.3 px instead of 1.5 px: it has no robust cost. It has no prior
//!   and no bloom either.
//! - `tiny-solver` 0.18 and `apex-solver` 1.5 bring 66 and 117 more crates, and nalgebra 0.34 and 0.33. `argmin` 0.11
//!   has no Levenberg–Marquardt.

use crate::camera::model::Lens;
use crate::camera::projection::SHARED;
use crate::camera::projection::{Projected, project};
use crate::optimise::correspondence::Correspondence;
use crate::optimise::levenberg_marquardt::{Descent, descend};
use nalgebra::{
    DMatrix, DVector, Dyn, Isometry3, Matrix6, OMatrix, SMatrix, SVector, Translation3, U6, UnitQuaternion,
    Vector2, Vector6,
};

/// The bloom's place among them.
pub(crate) const BLOOM: usize = 9;

/// A vector over the shared unknowns.
pub(crate) type Shared = SVector<f64, SHARED>;
/// A matrix over the shared unknowns.
pub(crate) type SharedMatrix = SMatrix<f64, SHARED, SHARED>;

/// One view of a target.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct View {
    /// Its points.
    pub sightings: Vec<Correspondence>,
    /// Turns and moves points of the target into the camera's frame, inches.
    pub camera_from_target: Isometry3<f64>,
}

/// A bundle adjustment problem.
#[derive(Debug, Clone)]
pub(crate) struct Problem {
    /// The start value of the lens, and then the result.
    pub lens: Lens,
    /// The start value of the bloom, and then the result, pixels.
    pub bloom_px: f64,
    /// The views.
    pub views: Vec<View>,
    /// One column for each free direction among the shared unknowns.
    pub free: DMatrix<f64>,
    /// The prior of the shared unknowns.
    pub prior: Prior,
    /// Residuals much larger than this count less and less (Cauchy), pixels.
    pub outlier_px: f64,
}

/// A normal prior of the shared unknowns.
#[derive(Debug, Clone)]
pub(crate) struct Prior {
    /// The expected values.
    pub mean: Shared,
    /// The inverse covariance, already multiplied by the square of the pixel noise of this problem.
    pub information: SharedMatrix,
}

impl Prior {
    /// No prior.
    pub(crate) fn none() -> Self {
        Self { mean: Shared::zeros(), information: SharedMatrix::zeros() }
    }

    /// The prior for every webcam: the principal point is near the middle of the picture, and the higher distortion
    /// terms are small; the noise of a pixel is `noise_px`. Where the views determine these terms they outweigh the prior
    /// by far; where they don't, it keeps these terms, and the focal length with them, within reason.
    pub(crate) fn webcam(lens: &Lens, noise_px: f64) -> Self {
        let mut prior = Self::none();
        prior.mean[2] = f64::from(lens.width) / 2.0 - 0.5;
        prior.mean[3] = f64::from(lens.height) / 2.0 - 0.5;
        let firm = (noise_px / (CENTRE_SIGMA_SHARE * f64::from(lens.width))).powi(2);
        prior.information[(2, 2)] = firm;
        prior.information[(3, 3)] = firm;
        prior.information[(5, 5)] = (noise_px / HIGHER_SIGMA).powi(2);
        prior
    }

    /// The cost of a deviation from it, square pixels.
    pub(crate) fn cost(&self, lens: &Lens, bloom_px: f64) -> f64 {
        let off = shared_of(lens, bloom_px) - self.mean;
        0.5 * (off.transpose() * self.information * off)[0]
    }
}

/// The cost of a residual (Cauchy: large ones count less and less), square pixels.
pub(crate) fn robust_cost(miss: &Vector2<f64>, outlier_px: f64) -> f64 {
    let scale2 = outlier_px * outlier_px;
    0.5 * scale2 * (miss.norm_squared() / scale2).ln_1p()
}

/// The solution, with its covariance.
#[derive(Debug, Clone)]
pub(crate) struct Solution {
    /// The lens.
    pub lens: Lens,
    /// The bloom, pixels.
    pub bloom_px: f64,
    /// The views with their poses.
    pub views: Vec<View>,
    /// Half the weighted sum of squares, square pixels.
    pub cost: f64,
    /// Covariance of the shared unknowns for a pixel noise of one pixel along each axis.
    pub shared_covariance: SharedMatrix,
}

/// The free directions: which shared unknowns may change, and whether `fx` and `fy` move together.
pub(crate) fn free_directions(unknowns: &[usize], equal_aspect: bool) -> DMatrix<f64> {
    let columns: Vec<usize> =
        unknowns.iter().copied().filter(|&unknown| !(equal_aspect && unknown == 1)).collect();
    DMatrix::from_fn(SHARED, columns.len(), |row, column| {
        let unknown = columns[column];
        let together = equal_aspect && unknown == 0 && row == 1;
        f64::from(u8::from(row == unknown || together))
    })
}

/// The shared unknowns as a vector.
pub(crate) fn shared_of(lens: &Lens, bloom_px: f64) -> Shared {
    let [k1, k2, p1, p2, k3] = lens.dist;
    Shared::from([lens.fx, lens.fy, lens.cx, lens.cy, k1, k2, p1, p2, k3, bloom_px])
}

/// A lens with other numbers.
pub(crate) fn lens_with(lens: &Lens, shared: &Shared) -> Lens {
    Lens {
        fx: shared[0],
        fy: shared[1],
        cx: shared[2],
        cy: shared[3],
        dist: [shared[4], shared[5], shared[6], shared[7], shared[8]],
        ..*lens
    }
}

/// Projects a sighting's point, bloom and all.
fn project_sighting(
    lens: &Lens,
    bloom_px: f64,
    pose: &Isometry3<f64>,
    sighting: &Correspondence,
) -> Option<Projected> {
    let mut projected = project(lens, pose, sighting.target_in.push(0.0))?;
    projected.pixel += sighting.inward * bloom_px;
    projected.by_shared.set_column(BLOOM, &sighting.inward);
    Some(projected)
}

/// A pose moved by a small turn (in the camera's frame) and a shift.
pub(crate) fn moved(pose: &Isometry3<f64>, step: &Vector6<f64>) -> Isometry3<f64> {
    let turn = UnitQuaternion::from_scaled_axis(step.fixed_rows::<3>(0).into_owned());
    Isometry3::from_parts(
        Translation3::from(pose.translation.vector + step.fixed_rows::<3>(3)),
        turn * pose.rotation,
    )
}

/// The residual of each point of a view: where it should be minus where it is seen, pixels.
pub(crate) fn residuals(lens: &Lens, bloom_px: f64, view: &View) -> Vec<Vector2<f64>> {
    view.sightings
        .iter()
        .map(|sighting| {
            let seen = Vector2::new(sighting.pixel.x_px, sighting.pixel.y_px);
            project_sighting(lens, bloom_px, &view.camera_from_target, sighting)
                .map_or(Vector2::repeat(BEHIND_PX), |projected| projected.pixel - seen)
        })
        .collect()
}

/// The root mean square of residuals over points (as OpenCV's: both axes added), pixels.
pub(crate) fn rms_px<'a>(misses: impl IntoIterator<Item = &'a Vector2<f64>>) -> f64 {
    let (sum, count) =
        misses.into_iter().fold((0.0, 0usize), |(sum, count), miss| (sum + miss.norm_squared(), count + 1));
    if count == 0 { 0.0 } else { (sum / count as f64).sqrt() }
}

/// The standard deviation of a webcam's principal point from the centre, as a share of the width.
const CENTRE_SIGMA_SHARE: f64 = 0.04;
/// The standard deviation of their k2.
const HIGHER_SIGMA: f64 = 0.1;
/// The residual of a point behind the camera: never chosen, but finite.
pub(crate) const BEHIND_PX: f64 = 1e4;
/// Shared unknowns against one pose.
type Mixed = OMatrix<f64, Dyn, U6>;

/// The normal equations at one place, poses still in.
pub(crate) struct Normal {
    shared: DMatrix<f64>,
    shared_right: DVector<f64>,
    poses: Vec<(Matrix6<f64>, Mixed, Vector6<f64>)>,
}

impl Problem {
    /// Solves; `None` when the views can't determine the unknowns.
    pub(crate) fn solve(self) -> Option<Solution> {
        let (solved, normal) = descend(self);
        solved.finish(&normal)
    }

    fn finish(self, normal: &Normal) -> Option<Solution> {
        let cost = self.cost();
        let mut reduced = normal.shared.clone();
        let mut inverses = Vec::with_capacity(normal.poses.len());
        for (pose, mixed, _) in &normal.poses {
            let inverse = pose.cholesky()?.inverse();
            reduced -= mixed * inverse * mixed.transpose();
            inverses.push(inverse);
        }
        let free_covariance =
            if reduced.nrows() == 0 { DMatrix::zeros(0, 0) } else { scaled_inverse(reduced)? };
        let spread = &self.free * &free_covariance * self.free.transpose();
        let shared_covariance = SharedMatrix::from_fn(|row, column| spread[(row, column)]);
        Some(Solution {
            lens: self.lens,
            bloom_px: self.bloom_px,
            views: self.views,
            cost,
            shared_covariance,
        })
    }
}

impl Descent for Problem {
    type Normal = Normal;

    fn cost(&self) -> f64 {
        let misses: f64 = self
            .views
            .iter()
            .flat_map(|view| residuals(&self.lens, self.bloom_px, view))
            .map(|miss| robust_cost(&miss, self.outlier_px))
            .sum();
        misses + self.prior.cost(&self.lens, self.bloom_px)
    }

    fn normal(&self) -> Normal {
        let count = self.free.ncols();
        let scale2 = self.outlier_px * self.outlier_px;
        let mut all = SharedMatrix::zeros();
        let mut all_right = Shared::zeros();
        let mut poses = Vec::with_capacity(self.views.len());
        for view in &self.views {
            let mut pose = Matrix6::zeros();
            let mut mixed = SMatrix::<f64, SHARED, 6>::zeros();
            let mut right = Vector6::zeros();
            for sighting in &view.sightings {
                let Some(Projected { pixel, by_shared, by_pose, .. }) =
                    project_sighting(&self.lens, self.bloom_px, &view.camera_from_target, sighting)
                else {
                    continue;
                };
                let miss = pixel - Vector2::new(sighting.pixel.x_px, sighting.pixel.y_px);
                let weight = 1.0 / (1.0 + miss.norm_squared() / scale2);
                let weighted_shared = by_shared.transpose() * weight;
                all += weighted_shared * by_shared;
                mixed += weighted_shared * by_pose;
                all_right -= weighted_shared * miss;
                pose += by_pose.transpose() * weight * by_pose;
                right -= by_pose.transpose() * weight * miss;
            }
            poses.push((pose, self.free.transpose() * mixed, right));
        }
        all += self.prior.information;
        all_right -= self.prior.information * (shared_of(&self.lens, self.bloom_px) - self.prior.mean);
        let shared = self.free.transpose() * all * &self.free;
        debug_assert_eq!(shared.nrows(), count);
        Normal { shared, shared_right: self.free.transpose() * all_right, poses }
    }

    /// The poses are eliminated first.
    fn step(&self, normal: &Normal, damping: f64) -> Option<Self> {
        let mut reduced = normal.shared.clone();
        for i in 0..reduced.nrows() {
            reduced[(i, i)] *= 1.0 + damping;
        }
        let mut reduced_right = normal.shared_right.clone();
        let mut inverses = Vec::with_capacity(normal.poses.len());
        for (pose, mixed, right) in &normal.poses {
            let mut damped = *pose;
            for i in 0..6 {
                damped[(i, i)] *= 1.0 + damping;
            }
            let inverse = damped.cholesky()?.inverse();
            reduced -= mixed * inverse * mixed.transpose();
            reduced_right -= mixed * (inverse * right);
            inverses.push(inverse);
        }
        let step = if reduced.nrows() == 0 {
            DVector::zeros(0)
        } else {
            scaled_cholesky_solve(reduced, &reduced_right)?
        };
        let shared = shared_of(&self.lens, self.bloom_px) + &self.free * &step;
        if !(shared[0] > 1.0 && shared[1] > 1.0) {
            return None;
        }
        let views = self
            .views
            .iter()
            .zip(normal.poses.iter().zip(&inverses))
            .map(|(view, ((_, mixed, right), inverse))| {
                let pose_step: Vector6<f64> = inverse * (right - mixed.transpose() * &step);
                View {
                    sightings: view.sightings.clone(),
                    camera_from_target: moved(&view.camera_from_target, &pose_step),
                }
            })
            .collect();
        Some(Self {
            lens: lens_with(&self.lens, &shared),
            bloom_px: shared[BLOOM],
            views,
            free: self.free.clone(),
            prior: self.prior.clone(),
            outlier_px: self.outlier_px,
        })
    }
}

/// Solves a symmetric positive system whose unknowns have very different units: scaled to a unit diagonal first.
pub(crate) fn scaled_cholesky_solve(matrix: DMatrix<f64>, right: &DVector<f64>) -> Option<DVector<f64>> {
    let scale = unit_diagonal(&matrix)?;
    let scaled =
        DMatrix::from_fn(matrix.nrows(), matrix.ncols(), |r, c| matrix[(r, c)] * scale[r] * scale[c]);
    let solved = scaled.cholesky()?.solve(&right.component_mul(&scale));
    Some(solved.component_mul(&scale))
}

/// The inverse of such a system.
pub(crate) fn scaled_inverse(matrix: DMatrix<f64>) -> Option<DMatrix<f64>> {
    let scale = unit_diagonal(&matrix)?;
    let scaled =
        DMatrix::from_fn(matrix.nrows(), matrix.ncols(), |r, c| matrix[(r, c)] * scale[r] * scale[c]);
    let inverse = scaled.cholesky()?.inverse();
    Some(DMatrix::from_fn(inverse.nrows(), inverse.ncols(), |r, c| inverse[(r, c)] * scale[r] * scale[c]))
}

fn unit_diagonal(matrix: &DMatrix<f64>) -> Option<DVector<f64>> {
    let diagonal = matrix.diagonal();
    diagonal.iter().all(|value| *value > 0.0).then(|| diagonal.map(|value| 1.0 / value.sqrt()))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::camera::model::Pixel;
    use crate::optimise::closed_form::first_pose;
    use nalgebra::Vector3;

    /// A wide lens with every term.
    pub(crate) fn wide_lens() -> Lens {
        Lens {
            fx: 760.0,
            fy: 764.0,
            cx: 955.0,
            cy: 551.0,
            dist: [-0.21, 0.04, 0.0006, -0.0004, 0.002],
            width: 1920,
            height: 1080,
        }
    }

    /// A pose from its rotation vector and shift.
    pub(crate) fn pose(turn: [f64; 3], shift: [f64; 3]) -> Isometry3<f64> {
        Isometry3::new(Vector3::from(shift), Vector3::from(turn))
    }

    /// A grid of points seen through a lens, all of them moved by bloom.
    pub(crate) fn seen(lens: &Lens, pose: &Isometry3<f64>, bloom_px: f64) -> Vec<Correspondence> {
        (0..20)
            .map(|index| {
                let target_in = Vector2::new(f64::from(index % 5) - 2.0, f64::from(index / 5) - 1.5);
                let inward = Vector2::new(if index % 2 == 0 { 1.0 } else { -1.0 }, 0.5);
                let pixel = project(lens, pose, target_in.push(0.0)).unwrap().pixel + inward * bloom_px;
                Correspondence { target_in, pixel: Pixel::new(pixel.x, pixel.y), inward }
            })
            .collect()
    }

    #[test]
    fn lens_bloom_and_poses_are_found_from_a_bad_beginning() {
        let truth = Lens { dist: [-0.21, 0.04, 0.0006, -0.0004, 0.0], ..wide_lens() };
        let poses = [
            pose([0.5, 0.1, 0.0], [1.0, 0.5, 9.0]),
            pose([-0.4, 0.3, 0.8], [-2.0, 1.0, 8.0]),
            pose([0.1, -0.5, 2.0], [2.0, -1.0, 8.0]),
            pose([0.3, 0.4, -1.0], [-3.0, -1.5, 8.0]),
        ];
        let beginning = Lens { fx: 1000.0, fy: 1000.0, cx: 959.5, cy: 539.5, dist: [0.0; 5], ..truth };
        let views = poses
            .iter()
            .map(|pose| {
                let sightings = seen(&truth, pose, 0.25);
                let camera_from_target = first_pose(&beginning, &sightings).unwrap();
                View { sightings, camera_from_target }
            })
            .collect();
        let solution = Problem {
            lens: beginning,
            bloom_px: 0.0,
            views,
            free: free_directions(&[0, 1, 2, 3, 4, 5, 6, 7, BLOOM], false),
            prior: Prior::none(),
            outlier_px: 100.0,
        }
        .solve()
        .unwrap();
        assert!((solution.bloom_px - 0.25).abs() < 1e-6, "{}", solution.bloom_px);
        let off = shared_of(&solution.lens, 0.0) - shared_of(&truth, 0.0);
        assert!(off.norm() < 1e-4, "{off}");
    }

    #[test]
    fn equal_aspect_moves_both_focal_lengths_together() {
        let free = free_directions(&[0, 1, 2], true);
        assert_eq!(free.ncols(), 2);
        assert_eq!((free[(0, 0)], free[(1, 0)], free[(2, 1)]), (1.0, 1.0, 1.0));
    }
}
