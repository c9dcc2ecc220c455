//! The information that views of a board give about a lens before it is solved for: how uncertain it still is, and
//! what one more view would add (Fisher information of the corners with each view's pose eliminated; Triggs et al.,
//! Bundle Adjustment: A Modern Synthesis, 2000, sections 6 and 9).

use crate::camera::model::{Lens, Pixel};
use crate::camera::projection::SHARED;
use crate::camera::projection::project;
use crate::optimise::bundle::scaled_inverse;
use nalgebra::{DMatrix, Isometry3, Matrix6, SMatrix, Vector2, Vector3};

/// The unknowns looked at: `fx fy cx cy k1 k2 p1 p2`. A third radial term is needed by very few lenses.
const UNKNOWNS: usize = 8;

/// How far each unknown of webcams in general varies: focal lengths and the principal point as shares of the width.
const WEBCAMS: [f64; UNKNOWNS] = [0.4, 0.4, 0.02, 0.02, 0.3, 0.2, 2e-3, 2e-3];
/// The first four of these are shares of the picture's width.
const LENGTHS: usize = 4;

/// Places of the picture at which the uncertainty is evaluated, across and down.
const ASKED: (u32, u32) = (8, 6);

/// The information matrix of a lens.
#[derive(Debug, Clone)]
pub(crate) struct LensInformation {
    information: SMatrix<f64, UNKNOWNS, UNKNOWNS>,
    noise_px: f64,
}

impl LensInformation {
    /// The prior for any webcam; corners are found to `noise_px` along each axis.
    pub(crate) fn of_webcams(width_px: u32, noise_px: f64) -> Self {
        let mut information = SMatrix::zeros();
        for (at, share) in WEBCAMS.into_iter().enumerate() {
            let sigma = if at < LENGTHS { share * f64::from(width_px) } else { share };
            information[(at, at)] = sigma.powi(-2);
        }
        Self { information, noise_px }
    }

    /// The same after one more view of a board's points.
    pub(crate) fn with_view(
        &self,
        lens: &Lens,
        pose: &Isometry3<f64>,
        points_in: impl Iterator<Item = Vector2<f64>>,
    ) -> Self {
        let mut all = SMatrix::<f64, SHARED, SHARED>::zeros();
        let mut mixed = SMatrix::<f64, SHARED, 6>::zeros();
        let mut of_pose = Matrix6::zeros();
        for projected in points_in.filter_map(|point| project(lens, pose, point.push(0.0))) {
            all += projected.by_shared.transpose() * projected.by_shared;
            mixed += projected.by_shared.transpose() * projected.by_pose;
            of_pose += projected.by_pose.transpose() * projected.by_pose;
        }
        let mut richer = self.clone();
        if let Some(chosen) = of_pose.cholesky() {
            let told = all - mixed * chosen.inverse() * mixed.transpose();
            let told = told.fixed_view::<UNKNOWNS, UNKNOWNS>(0, 0) / (self.noise_px * self.noise_px);
            richer.information += told;
        }
        richer
    }

    /// The worst standard deviation of a pixel along an axis over the picture, pixels. Errors that a rotation of the
    /// camera would compensate do not count, since the table's pose is measured after the lens.
    pub(crate) fn unsure_px(&self, lens: &Lens) -> Option<f64> {
        let information = DMatrix::from_fn(UNKNOWNS, UNKNOWNS, |row, column| self.information[(row, column)]);
        let covariance = scaled_inverse(information)?;
        let (columns, rows) = ASKED;
        let share = |step: u32, steps: u32| f64::from(step) / f64::from(steps);
        let places: Vec<_> = (0..=rows)
            .flat_map(|row| (0..=columns).map(move |column| (share(column, columns), share(row, rows))))
            .filter_map(|(x, y)| {
                let pixel = Pixel::new(x * f64::from(lens.width) - 0.5, y * f64::from(lens.height) - 0.5);
                let ideal = lens.ideal_from_pixel(pixel)?;
                project(lens, &Isometry3::identity(), Vector3::new(ideal.x, ideal.y, 1.0))
            })
            .collect();
        let lens_moves = DMatrix::from_fn(2 * places.len(), UNKNOWNS, |row, column| {
            places[row / 2].by_shared[(row % 2, column)]
        });
        let turn_moves =
            DMatrix::from_fn(2 * places.len(), 3, |row, column| places[row / 2].by_pose[(row % 2, column)]);
        let turned = (turn_moves.transpose() * &turn_moves).cholesky()?;
        let left = &lens_moves - &turn_moves * turned.solve(&(turn_moves.transpose() * &lens_moves));
        let variances = (&left * covariance).component_mul(&left).column_sum();
        let worst = (0..places.len())
            .map(|place| (variances[2 * place] + variances[2 * place + 1]) / 2.0)
            .fold(0.0, f64::max);
        Some(worst.sqrt())
    }
}
