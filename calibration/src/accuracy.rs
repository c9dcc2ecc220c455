//! What the camera adds to a place and to a range: lens, pose and the noise of a pixel, carried onto the table.
//!
//! Everything that was solved for (lens, bloom, pose) is uncertain together. First-order propagation: a place read
//! from the picture follows each unknown by a known derivative (implicit function theorem on the projection), so
//! errors that two places share fall out of the range between them.

use crate::camera::TableCamera;
use crate::pose_shift::pose_of;
use crate::projection::project;
use crate::shape::{Fields, FileError};
use crate::solve::SHARED;
use crate::table_file::{ExpectedAccuracy, TableFile};
use geometry::{Measured, Point};
use nalgebra::{DMatrix, Isometry3, Matrix2, Matrix2xX, SMatrix, Vector3};
use serde::{Deserialize, Serialize};

/// How many unknowns a calibrated table has: lens and bloom, then the pose's small turn and shift.
pub(crate) const UNKNOWNS: usize = SHARED + 6;

/// How far lens, bloom and pose may be off together: each entry is one independent direction, one standard deviation
/// long, over `fx fy cx cy k1 k2 p1 p2 k3 bloom`, the turn (radians, in the camera's frame) and the shift (inches, in
/// the camera's frame). The covariance is the sum of their outer products, and so can't be malformed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Spread {
    directions: Vec<[f64; UNKNOWNS]>,
}

/// Expected accuracy is told for the deck of a ship, inches above the table.
pub(crate) const DECK_IN: f64 = 0.12;
/// The grid on which expected accuracy is told.
const GRID: (usize, usize) = (7, 5);
/// Directions that vary less than this share of the largest (in units of each unknown's own sigma) are fixed.
const FIXED_SHARE: f64 = 1e-12;

impl Spread {
    /// The spread of a covariance over all unknowns.
    pub(crate) fn of_covariance(covariance: &DMatrix<f64>) -> Self {
        // The unknowns have very different sizes: correlations are taken apart, not covariances.
        let sigma = covariance.diagonal().map(|value| value.max(0.0).sqrt());
        let correlation = DMatrix::from_fn(UNKNOWNS, UNKNOWNS, |r, c| {
            let scale = sigma[r] * sigma[c];
            if scale > 0.0 { 0.5 * (covariance[(r, c)] + covariance[(c, r)]) / scale } else { 0.0 }
        });
        let eigen = correlation.symmetric_eigen();
        let largest = eigen.eigenvalues.max();
        let directions = eigen
            .eigenvalues
            .iter()
            .enumerate()
            .filter(|(_, value)| **value > FIXED_SHARE * largest)
            .map(|(index, value)| {
                std::array::from_fn(|row| sigma[row] * eigen.eigenvectors[(row, index)] * value.sqrt())
            })
            .collect();
        Self { directions }
    }

    /// The same with an independent error of the pose besides (turn and shift in the camera's frame).
    pub(crate) fn with_pose_error(&self, covariance: &SMatrix<f64, 6, 6>) -> Self {
        let directions = self.matrix();
        let mut whole = &directions * directions.transpose();
        let mut pose = whole.fixed_view_mut::<6, 6>(SHARED, SHARED);
        pose += covariance;
        Self::of_covariance(&whole)
    }

    /// One column for each direction.
    fn matrix(&self) -> DMatrix<f64> {
        DMatrix::from_fn(UNKNOWNS, self.directions.len(), |row, column| self.directions[column][row])
    }

    /// Is nothing known about errors?
    pub(crate) fn is_empty(&self) -> bool {
        self.directions.is_empty()
    }

    /// Reads it from a file; absent in files that were written before it was kept.
    pub(crate) fn from_fields(fields: &Fields<'_>, key: &str) -> Result<Self, FileError> {
        if !fields.has(key) {
            return Ok(Self::default());
        }
        Ok(Self { directions: fields.lists(key, UNKNOWNS)? })
    }
}

/// A place on the table as it is read from a picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spot {
    /// Where.
    pub point: Point,
    /// How high over the table the thing is that is seen, inches.
    pub height_in: f64,
    /// How well it was found in the picture: standard deviation along each axis, pixels, independent of all other
    /// spots (0: what the camera adds, and nothing else).
    pub found_px: f64,
}

/// What the camera of a calibrated table adds to every measure. Made once for a table; each question then costs a few
/// hundred multiplications.
#[derive(Debug, Clone)]
pub struct TableAccuracy {
    camera: TableCamera,
    pose: Isometry3<f64>,
    /// One column for each direction of the spread.
    spread: DMatrix<f64>,
}

/// How a place read from the picture errs.
struct Errs {
    /// By each direction of the spread, inches.
    shared: Matrix2xX<f64>,
    /// By the finding alone: covariance, square inches.
    own: Matrix2<f64>,
}

impl TableAccuracy {
    /// The accuracy of a calibrated table.
    pub fn of(table: &TableFile) -> Self {
        Self::new(table.camera(), &table.spread)
    }

    pub(crate) fn new(camera: TableCamera, spread: &Spread) -> Self {
        Self { camera, pose: pose_of(&camera), spread: spread.matrix() }
    }

    fn errs(&self, spot: Spot) -> Option<Errs> {
        let place = Vector3::new(spot.point.x_in, spot.point.y_in, spot.height_in);
        let at = project(&self.camera.lens, &self.pose, place)?;
        let by_place: Matrix2<f64> = at.by_point.fixed_columns::<2>(0).into_owned();
        let by_pixel = by_place.try_inverse()?;
        let mut follows = SMatrix::<f64, 2, UNKNOWNS>::zeros();
        follows.fixed_columns_mut::<SHARED>(0).copy_from(&(-by_pixel * at.by_shared));
        follows.fixed_columns_mut::<6>(SHARED).copy_from(&(-by_pixel * at.by_pose));
        Some(Errs {
            shared: follows * &self.spread,
            own: by_pixel * by_pixel.transpose() * (spot.found_px * spot.found_px),
        })
    }

    /// The covariance of a place (east, north), square inches; `None` where the camera doesn't see it.
    pub fn place_covariance_in2(&self, spot: Spot) -> Option<Matrix2<f64>> {
        let errs = self.errs(spot)?;
        Some(&errs.shared * errs.shared.transpose() + errs.own)
    }

    /// The standard deviation of a place along each axis (root mean square over directions), inches.
    pub fn place_sigma_in(&self, spot: Spot) -> Option<f64> {
        Some((0.5 * self.place_covariance_in2(spot)?.trace()).sqrt())
    }

    /// The range between two spots with its standard deviation, inches. Errors of the camera that both share fall
    /// out: near spots are measured better against one another than each is placed.
    pub fn range_in(&self, from: Spot, to: Spot) -> Option<Measured> {
        let (a, b) = (self.errs(from)?, self.errs(to)?);
        let range_in = from.point.distance_in(to.point);
        let off = Vector3::new(to.point.x_in - from.point.x_in, to.point.y_in - from.point.y_in, 0.0);
        let between = b.shared - a.shared;
        let covariance = &between * between.transpose() + a.own + b.own;
        let variance = match off.xy().try_normalize(1e-9) {
            Some(along) => (along.transpose() * covariance * along)[0],
            // Two spots in one place: no direction is better than another.
            None => 0.5 * covariance.trace(),
        };
        Some(Measured::new(range_in, variance.max(0.0).sqrt()))
    }

    /// What to expect over a playing area of `size_in`, camera only, for things `height_in` over the table.
    pub fn expected(&self, size_in: (f64, f64), height_in: f64) -> ExpectedAccuracy {
        let steps = |length_in: f64, count: usize| -> Vec<f64> {
            (0..count).map(|step| length_in * step as f64 / (count - 1) as f64).collect()
        };
        let (x_in, y_in) = (steps(size_in.0, GRID.0), steps(size_in.1, GRID.1));
        let spot = |x: f64, y: f64| Spot { point: Point::new(x, y), height_in, found_px: 0.0 };
        let sigma_at = |x: f64, y: f64| self.place_sigma_in(spot(x, y)).unwrap_or(0.0);
        let sigma_in = y_in.iter().map(|&y| x_in.iter().map(|&x| sigma_at(x, y)).collect()).collect();
        let spots: Vec<_> = y_in.iter().flat_map(|&y| x_in.iter().map(move |&x| spot(x, y))).collect();
        let mut sigmas: Vec<_> = spots
            .iter()
            .enumerate()
            .flat_map(|(index, &a)| {
                spots[index + 1..].iter().filter_map(move |&b| Some(self.range_in(a, b)?.sigma))
            })
            .collect();
        sigmas.sort_by(f64::total_cmp);
        let mean_square = sigmas.iter().map(|sigma| sigma * sigma).sum::<f64>() / sigmas.len().max(1) as f64;
        ExpectedAccuracy {
            height_in,
            range_sigma_p50_in: sigmas.get(sigmas.len() / 2).copied().unwrap_or(0.0),
            range_sigma_max_in: sigmas.last().copied().unwrap_or(0.0),
            range_error_p95_in: geometry::TOO_CLOSE_SIGMAS * mean_square.sqrt(),
            x_in,
            y_in,
            sigma_in,
        }
    }
}
