//! The table's pose from corner cards, and what it is worth: least squares with the lens free within what is known
//! of it.

use crate::accuracy::Spread;
use crate::camera::{Pixel, TableCamera};
use crate::cards::CARD_THICKNESS_IN;
use crate::corners::inward_of;
use crate::first_guess::first_pose;
use crate::lens_file::LensFile;
use crate::solve::{
    BLOOM, Prior, Problem, SHARED, SharedMatrix, Sighting, Solution, View, residuals, rms_px, shared_of,
};
use geometry::Point;
use nalgebra::{DMatrix, SMatrix, Translation3, Vector2};

/// A black square lying on the table and where its corners are seen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct SquareSeen {
    /// Its corners on the table, clockwise on the card from its top left.
    pub corners_in: [Point; 4],
    /// Where they are seen.
    pub corners_px: [Pixel; 4],
}

/// A solved table.
#[derive(Debug, Clone)]
pub(crate) struct TableFit {
    /// The camera over the table, its lens refined by the cards.
    pub camera: TableCamera,
    /// By how much black looks small along each edge, pixels.
    pub bloom_px: f64,
    /// The root mean square miss of each square's corners, pixels.
    pub square_rms_px: Vec<f64>,
    /// The same over all corners.
    pub rms_px: f64,
    /// Covariance of lens, bloom and pose.
    covariance: DMatrix<f64>,
}

/// Corners are taken to be this noisy before their misses tell, pixels.
const FIRST_NOISE_PX: f64 = 0.3;
/// The noise is never taken for less (paper, ink, a card that is not quite flat) nor for more, pixels.
const NOISE_RANGE_PX: (f64, f64) = (0.08, 3.0);
/// Bloom beforehand: zero, give or take this, pixels.
const BLOOM_SIGMA_PX: f64 = 1.0;
/// Misses beyond this many standard deviations count less and less.
const OUTLIER_SIGMAS: f64 = 4.0;
/// Directions in which the lens varies less than this share of the largest are taken as fixed.
const FIXED_SHARE: f64 = 1e-12;

/// Solves for the table's pose, the bloom, and the lens within its covariance; `None` where the squares can't fix it.
pub(crate) fn fit_table(lens: &LensFile, squares: &[SquareSeen]) -> Option<TableFit> {
    let sightings: Vec<_> = squares
        .iter()
        .flat_map(|square| {
            let inward = inward_of(&square.corners_px);
            (0..4).map(move |corner| Sighting {
                target_in: Vector2::new(square.corners_in[corner].x_in, square.corners_in[corner].y_in),
                pixel: square.corners_px[corner],
                inward: inward[corner],
            })
        })
        .collect();
    let camera_from_target = first_pose(&lens.lens, &sightings)?;
    let mut view = View { sightings, camera_from_target };
    let mut noise_px = FIRST_NOISE_PX;
    let (free, information) = knowledge(lens);
    let mut solved = None;
    for _ in 0..3 {
        let solution = Problem {
            // Always from the lens as it was calibrated, for that is the middle of what is known.
            lens: lens.lens,
            bloom_px: 0.0,
            views: vec![view.clone()],
            free: free.clone(),
            prior: Some(Prior {
                mean: shared_of(&lens.lens, 0.0),
                information: information * (noise_px * noise_px),
            }),
            outlier_px: OUTLIER_SIGMAS * noise_px,
        }
        .solve()?;
        view = solution.views.first()?.clone();
        let misses = residuals(&solution.lens, solution.bloom_px, &view);
        // Two coordinates a corner, less the seven unknowns that only these corners fix.
        let freedom = (2 * misses.len()).saturating_sub(7).max(1) as f64;
        let squares: f64 = misses.iter().map(|miss| miss.norm_squared().min((6.0 * noise_px).powi(2))).sum();
        noise_px = (squares / freedom).sqrt().clamp(NOISE_RANGE_PX.0, NOISE_RANGE_PX.1);
        solved = Some(solution);
    }
    finish(solved?, noise_px)
}

fn finish(solution: Solution, noise_px: f64) -> Option<TableFit> {
    let view = solution.views.first()?;
    let misses = residuals(&solution.lens, solution.bloom_px, view);
    // The print lies on top of the card, the table below it.
    let pose = view.camera_from_target * Translation3::new(0.0, 0.0, -CARD_THICKNESS_IN);
    let rotation = pose.rotation.to_rotation_matrix();
    Some(TableFit {
        camera: TableCamera {
            lens: solution.lens,
            camera_from_table: *rotation.matrix(),
            position_in: -(rotation.inverse() * pose.translation.vector),
        },
        bloom_px: solution.bloom_px,
        square_rms_px: misses.chunks(4).map(rms_px).collect(),
        rms_px: rms_px(&misses),
        covariance: solution.joint_covariance.first()? * (noise_px * noise_px),
    })
}

/// The directions in which lens and bloom may move, and how firmly they are held (inverse covariance).
fn knowledge(lens: &LensFile) -> (DMatrix<f64>, SharedMatrix) {
    let covariance = SMatrix::<f64, 9, 9>::from_fn(|r, c| lens.covariance.map_or(0.0, |rows| rows[r][c]));
    // The unknowns have very different sizes: correlations are taken apart, not covariances.
    let sigma = covariance.diagonal().map(f64::sqrt);
    let correlation = SMatrix::<f64, 9, 9>::from_fn(|r, c| {
        let scale = sigma[r] * sigma[c];
        if scale > 0.0 { covariance[(r, c)] / scale } else { 0.0 }
    });
    let eigen = correlation.symmetric_eigen();
    let largest = eigen.eigenvalues.max();
    let mut columns = Vec::new();
    let mut information = SharedMatrix::zeros();
    for (index, value) in eigen.eigenvalues.iter().enumerate() {
        if *value <= FIXED_SHARE * largest || *value <= 0.0 {
            continue;
        }
        let direction = eigen.eigenvectors.column(index);
        let spread = direction.component_mul(&sigma) * value.sqrt();
        columns.push(spread.push(0.0));
        let firm = direction.map_with_location(
            |row, _, part| {
                if sigma[row] > 0.0 { part / sigma[row] } else { 0.0 }
            },
        ) / value.sqrt();
        let firm = firm.push(0.0);
        information += firm * firm.transpose();
    }
    let mut bloom = nalgebra::SVector::<f64, SHARED>::zeros();
    bloom[BLOOM] = BLOOM_SIGMA_PX;
    columns.push(bloom);
    information[(BLOOM, BLOOM)] = BLOOM_SIGMA_PX.powi(-2);
    (DMatrix::from_fn(SHARED, columns.len(), |row, column| columns[column][row]), information)
}

impl TableFit {
    /// What is left of the lens's uncertainty, `fx fy cx cy k1 k2 p1 p2 k3`.
    pub(crate) fn lens_covariance(&self) -> [[f64; 9]; 9] {
        std::array::from_fn(|r| std::array::from_fn(|c| self.covariance[(r.min(c), r.max(c))]))
    }

    /// How far lens, bloom and pose may be off together.
    pub(crate) fn spread(&self) -> Spread {
        Spread::of_covariance(&self.covariance)
    }
}
