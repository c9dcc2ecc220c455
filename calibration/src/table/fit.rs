//! Least-squares fit of the table's pose to printed targets lying on it: camera pose, bloom, lens within its prior,
//! and the places of targets whose place is not given; with covariance.

use crate::camera::model::{Lens, Pixel, TableCamera};
use crate::camera::projection::SHARED;
use crate::camera::projection::{Projected, project};
use crate::detect::bloom::Bloom;
use crate::lens::file::LensFile;
use crate::optimise::bundle::{
    BEHIND_PX, BLOOM, Prior, SharedMatrix, lens_with, moved, rms_px, robust_cost, scaled_cholesky_solve,
    scaled_inverse, shared_of,
};
use crate::optimise::closed_form::first_pose;
use crate::optimise::correspondence::Correspondence;
use crate::optimise::levenberg_marquardt::{Descent, descend};
use crate::table::accuracy::{Spread, UNKNOWNS};
use geometry::Measured;
use nalgebra::{
    DMatrix, DVector, Isometry2, Isometry3, SMatrix, SVector, Translation2, Translation3, UnitComplex,
    UnitQuaternion, Vector2, Vector3, Vector6,
};

/// A known point of a target and its pixel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TargetPoint {
    /// Its place on the piece, inches; z is the height above the table.
    pub at_in: Vector3<f64>,
    /// Where it is seen.
    pub pixel: Pixel,
    /// Its displacement by a bloom of one pixel, pixels; zero where bloom cancels.
    pub inward: Vector2<f64>,
}

/// A rigid flat target on the table with known points: a card, a stick, or measured points of the table itself.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PrintedTarget {
    /// Its points.
    pub marks: Vec<TargetPoint>,
    /// Turns (counter-clockwise seen from above) and moves the piece's points onto the table.
    pub place: Isometry2<f64>,
    /// Its place is solved for; otherwise it is given.
    pub free: bool,
}

/// What is known before the fit.
#[derive(Debug, Clone)]
pub(crate) struct FitPriors<'a> {
    /// The lens as it was calibrated, and how well it is known.
    pub lens: &'a LensFile,
    /// Start lenses; the best result is taken.
    pub starts: Vec<Lens>,
    /// The bloom as it was measured.
    pub bloom: Bloom,
    /// The assumed noise of marks before residuals are known, pixels.
    pub noise_px: f64,
}

/// The fitted table.
#[derive(Debug, Clone)]
pub(crate) struct TableFit {
    /// The lens, refined by the pieces.
    pub lens: Lens,
    /// Turns and moves points of the table into the camera's frame, inches.
    pub camera_from_table: Isometry3<f64>,
    /// By how much black looks small along each edge, pixels.
    pub bloom_px: f64,
    /// The pieces, in their places.
    pub pieces: Vec<PrintedTarget>,
    /// The residuals of each piece's marks, pixels.
    pub misses: Vec<Vec<Vector2<f64>>>,
    /// Covariance of lens, bloom and pose, and then of the places that were solved for (x, y, turn).
    covariance: DMatrix<f64>,
}

/// Bounds on the assumed noise of marks (paper, ink, a card that is not quite flat), pixels.
const NOISE_RANGE_PX: (f64, f64) = (0.08, 12.0);
/// The assumed noise counts as much as this many residuals.
const NOISE_FAITH: f64 = 4.0;
/// Misses beyond this many standard deviations count less and less.
const OUTLIER_SIGMAS: f64 = 4.0;
/// Directions in which the lens varies less than this share of the largest are taken as fixed.
const FIXED_SHARE: f64 = 1e-12;
/// Rounds of solving: each estimates the noise for the next.
const ROUNDS: usize = 3;

/// Solves for pose, bloom, lens and free places; `None` where the pieces don't determine them. At least one piece must
/// have a given place, which fixes the frame. `start` gives the start pose and pieces for a lens.
pub(crate) fn fit_table(
    known: &FitPriors<'_>,
    start: impl Fn(&Lens) -> Option<(Isometry3<f64>, Vec<PrintedTarget>)>,
) -> Option<TableFit> {
    known
        .starts
        .iter()
        .filter_map(|lens| fit_from(known, lens, start(lens)?))
        // A lens that folds over would be refused when it is read again.
        .filter(|fit| fit.lens.is_one_to_one())
        .min_by(|a, b| a.rms_px().total_cmp(&b.rms_px()))
}

fn fit_from(
    known: &FitPriors<'_>,
    lens: &Lens,
    (camera_from_table, pieces): (Isometry3<f64>, Vec<PrintedTarget>),
) -> Option<TableFit> {
    let (free, information) = knowledge(known.lens, known.bloom);
    let mut noise_px = known.noise_px;
    let mut here = PoseProblem {
        lens: *lens,
        bloom_px: known.bloom.px,
        camera_from_table,
        pieces,
        free,
        prior: Prior { mean: shared_of(&known.lens.lens, known.bloom.px), information },
        outlier_px: OUTLIER_SIGMAS * noise_px,
    };
    let mut rounds = 0;
    loop {
        here.prior.information = information * (noise_px * noise_px);
        here.outlier_px = OUTLIER_SIGMAS * noise_px;
        let (solved, normal) = descend(here);
        let misses: Vec<_> = solved.pieces.iter().map(|piece| solved.misses(piece)).collect();
        noise_px = noise(&misses, solved.places() * 3 + 6, (known.noise_px, noise_px));
        rounds += 1;
        if rounds == ROUNDS {
            return solved.finish(&normal, misses, noise_px);
        }
        here = solved;
    }
}

/// The noise, estimated from the residuals and the expected noise.
fn noise(misses: &[Vec<Vector2<f64>>], unknowns: usize, (expected_px, before_px): (f64, f64)) -> f64 {
    let count: usize = misses.iter().map(Vec::len).sum();
    let squares: f64 =
        misses.iter().flatten().map(|miss| miss.norm_squared().min((6.0 * before_px).powi(2))).sum();
    let freedom = (2 * count).saturating_sub(unknowns) as f64;
    let variance = (squares + NOISE_FAITH * expected_px * expected_px) / (freedom + NOISE_FAITH);
    variance.sqrt().clamp(NOISE_RANGE_PX.0, NOISE_RANGE_PX.1)
}

/// A first pose from the pieces whose place is given, as if all of it lay in one plane.
pub(crate) fn pose_from_told(lens: &Lens, pieces: &[PrintedTarget]) -> Option<Isometry3<f64>> {
    let told = pieces.iter().filter(|piece| !piece.free);
    let sightings: Vec<_> = told
        .flat_map(|piece| {
            piece.marks.iter().map(|mark| Correspondence {
                target_in: place_of(&piece.place, mark.at_in).xy(),
                pixel: mark.pixel,
                inward: mark.inward,
            })
        })
        .collect();
    first_pose(lens, &sightings)
}

/// A point of a piece on the table.
pub(crate) fn place_of(place: &Isometry2<f64>, at_in: Vector3<f64>) -> Vector3<f64> {
    (place.rotation * at_in.xy() + place.translation.vector).push(at_in.z)
}

/// The state of the minimisation.
#[derive(Debug, Clone)]
struct PoseProblem {
    lens: Lens,
    bloom_px: f64,
    camera_from_table: Isometry3<f64>,
    pieces: Vec<PrintedTarget>,
    /// One column for each free direction of lens and bloom.
    free: DMatrix<f64>,
    prior: Prior,
    outlier_px: f64,
}

/// The normal equations over free directions, pose and places.
struct Normal {
    matrix: DMatrix<f64>,
    right: DVector<f64>,
}

impl PoseProblem {
    /// How many places are solved for.
    fn places(&self) -> usize {
        self.pieces.iter().filter(|piece| piece.free).count()
    }

    fn project(&self, piece: &PrintedTarget, mark: &TargetPoint) -> Option<Projected> {
        let at = place_of(&piece.place, mark.at_in);
        let mut projected = project(&self.lens, &self.camera_from_table, at)?;
        projected.pixel += mark.inward * self.bloom_px;
        projected.by_shared.set_column(BLOOM, &mark.inward);
        Some(projected)
    }

    fn misses(&self, piece: &PrintedTarget) -> Vec<Vector2<f64>> {
        piece
            .marks
            .iter()
            .map(|mark| {
                let seen = Vector2::new(mark.pixel.x_px, mark.pixel.y_px);
                self.project(piece, mark)
                    .map_or(Vector2::repeat(BEHIND_PX), |projected| projected.pixel - seen)
            })
            .collect()
    }

    fn finish(self, normal: &Normal, misses: Vec<Vec<Vector2<f64>>>, noise_px: f64) -> Option<TableFit> {
        let inverse = scaled_inverse(normal.matrix.clone())?;
        let (known, places) = (self.free.ncols(), 3 * self.places());
        // From free directions back to lens and bloom; pose and places are unchanged.
        let mut whole = DMatrix::zeros(UNKNOWNS + places, known + 6 + places);
        whole.view_mut((0, 0), (SHARED, known)).copy_from(&self.free);
        whole.view_mut((SHARED, known), (6 + places, 6 + places)).fill_with_identity();
        Some(TableFit {
            covariance: &whole * inverse * whole.transpose() * (noise_px * noise_px),
            lens: self.lens,
            camera_from_table: self.camera_from_table,
            bloom_px: self.bloom_px,
            pieces: self.pieces,
            misses,
        })
    }
}

impl Descent for PoseProblem {
    type Normal = Normal;

    fn cost(&self) -> f64 {
        let misses: f64 = self
            .pieces
            .iter()
            .flat_map(|piece| self.misses(piece))
            .map(|miss| robust_cost(&miss, self.outlier_px))
            .sum();
        misses + self.prior.cost(&self.lens, self.bloom_px)
    }

    fn normal(&self) -> Normal {
        let known = self.free.ncols();
        let count = known + 6 + 3 * self.places();
        let scale2 = self.outlier_px * self.outlier_px;
        let (mut matrix, mut right) = (DMatrix::zeros(count, count), DVector::zeros(count));
        let mut own = known + 6;
        for piece in &self.pieces {
            for mark in &piece.marks {
                let Some(projected) = self.project(piece, mark) else { continue };
                let mut row = DMatrix::zeros(2, count);
                row.view_mut((0, 0), (2, known)).copy_from(&(projected.by_shared * &self.free));
                row.view_mut((0, known), (2, 6)).copy_from(&projected.by_pose);
                if piece.free {
                    let arm = piece.place.rotation * mark.at_in.xy();
                    let by_place = projected.by_point.fixed_columns::<2>(0).into_owned();
                    row.view_mut((0, own), (2, 2)).copy_from(&by_place);
                    row.view_mut((0, own + 2), (2, 1)).copy_from(&(by_place * Vector2::new(-arm.y, arm.x)));
                }
                let miss = projected.pixel - Vector2::new(mark.pixel.x_px, mark.pixel.y_px);
                let weight = 1.0 / (1.0 + miss.norm_squared() / scale2);
                matrix.gemm_tr(weight, &row, &row, 1.0);
                right.gemv_tr(-weight, &row, &DVector::from_column_slice(miss.as_slice()), 1.0);
            }
            own += if piece.free { 3 } else { 0 };
        }
        let known_part = self.free.transpose() * self.prior.information;
        let off = shared_of(&self.lens, self.bloom_px) - self.prior.mean;
        let mut block = matrix.view_mut((0, 0), (known, known));
        block += &known_part * &self.free;
        let mut part = right.rows_mut(0, known);
        part -= known_part * off;
        Normal { matrix, right }
    }

    fn step(&self, normal: &Normal, damping: f64) -> Option<Self> {
        let mut damped = normal.matrix.clone();
        for index in 0..damped.nrows() {
            damped[(index, index)] *= 1.0 + damping;
        }
        let step = scaled_cholesky_solve(damped, &normal.right)?;
        let known = self.free.ncols();
        let shared = shared_of(&self.lens, self.bloom_px) + &self.free * step.rows(0, known);
        if !(shared[0] > 1.0 && shared[1] > 1.0) {
            return None;
        }
        let pose_step = Vector6::from_iterator(step.rows(known, 6).iter().copied());
        let mut next = self.clone();
        next.lens = lens_with(&self.lens, &shared);
        next.bloom_px = shared[BLOOM];
        next.camera_from_table = moved(&self.camera_from_table, &pose_step);
        for (piece, own) in next.pieces.iter_mut().filter(|piece| piece.free).zip((known + 6..).step_by(3)) {
            piece.place = Isometry2::from_parts(
                Translation2::from(piece.place.translation.vector + step.fixed_rows::<2>(own)),
                UnitComplex::new(step[own + 2]) * piece.place.rotation,
            );
        }
        Some(next)
    }
}

/// The free directions of lens and bloom, and their prior (inverse covariance).
fn knowledge(lens: &LensFile, bloom: Bloom) -> (DMatrix<f64>, SharedMatrix) {
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
    let mut along_bloom = SVector::<f64, SHARED>::zeros();
    along_bloom[BLOOM] = bloom.sigma_px;
    columns.push(along_bloom);
    information[(BLOOM, BLOOM)] = bloom.sigma_px.powi(-2);
    (DMatrix::from_fn(SHARED, columns.len(), |row, column| columns[column][row]), information)
}

impl TableFit {
    /// The camera over the table.
    pub(crate) fn camera(&self) -> TableCamera {
        let rotation = self.camera_from_table.rotation.to_rotation_matrix();
        TableCamera {
            lens: self.lens,
            camera_from_table: *rotation.matrix(),
            position_in: -(rotation.inverse() * self.camera_from_table.translation.vector),
        }
    }

    /// The root mean square residual of one piece's marks, pixels.
    pub(crate) fn piece_rms_px(&self, piece: usize) -> f64 {
        rms_px(&self.misses[piece])
    }

    /// The same over all marks.
    pub(crate) fn rms_px(&self) -> f64 {
        rms_px(self.misses.iter().flatten())
    }

    /// The remaining uncertainty of the lens, `fx fy cx cy k1 k2 p1 p2 k3`.
    pub(crate) fn lens_covariance(&self) -> [[f64; 9]; 9] {
        std::array::from_fn(|r| std::array::from_fn(|c| self.covariance[(r.min(c), r.max(c))]))
    }

    /// The joint uncertainty of lens, bloom and pose.
    pub(crate) fn spread(&self) -> Spread {
        Spread::of_covariance(&self.covariance.view((0, 0), (UNKNOWNS, UNKNOWNS)).into_owned())
    }

    /// The distance between two pieces' own origins, inches.
    pub(crate) fn apart_in(&self, one: usize, other: usize) -> Measured {
        let between = self.pieces[other].place.translation.vector - self.pieces[one].place.translation.vector;
        let distance_in = between.norm();
        let along = between / distance_in.max(1e-9);
        let mut by_unknown = DVector::zeros(self.covariance.nrows());
        for (piece, sign) in [(one, -1.0), (other, 1.0)] {
            if self.pieces[piece].free {
                let own = UNKNOWNS + 3 * self.pieces[..piece].iter().filter(|piece| piece.free).count();
                by_unknown[own] += sign * along.x;
                by_unknown[own + 1] += sign * along.y;
            }
        }
        let variance = by_unknown.dot(&(&self.covariance * &by_unknown));
        Measured::new(distance_in, variance.max(0.0).sqrt())
    }

    /// The same table in another frame: `table_from_new` turns and moves points of the new frame into the present
    /// one. The new frame is fixed to what is seen at `held` (places in the new frame), not to a single piece: errors
    /// that a motion of the frame can compensate are removed (S-transformation, Baarda 1973).
    pub(crate) fn reframed(mut self, table_from_new: &Isometry2<f64>, held: &[Vector2<f64>]) -> Option<Self> {
        let shift = table_from_new.translation.vector.push(0.0);
        let turn = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), table_from_new.rotation.angle());
        let arm = self.camera_from_table.rotation * shift;
        self.camera_from_table *= Isometry3::from_parts(Translation3::from(shift), turn);
        let new_from_table = table_from_new.inverse();
        for piece in &mut self.pieces {
            piece.place = new_from_table * piece.place;
        }
        // A turn of the camera's frame also moves the new origin. The covariance of the pieces' places is dropped: it
        // would need the same treatment, and nothing uses it.
        let mut carried = DMatrix::identity(UNKNOWNS, UNKNOWNS);
        carried.view_mut((SHARED + 3, SHARED), (3, 3)).copy_from(&(-arm.cross_matrix()));
        let nailed = self.nailed(held)? * carried;
        let pose = self.covariance.view((0, 0), (UNKNOWNS, UNKNOWNS));
        self.covariance = &nailed * pose * nailed.transpose();
        Some(self)
    }

    /// The map over lens, bloom and pose that removes the best common motion of the frame in its plane.
    fn nailed(&self, held: &[Vector2<f64>]) -> Option<DMatrix<f64>> {
        let rotation = self.camera_from_table.rotation;
        let mut readings = DMatrix::zeros(2 * held.len(), UNKNOWNS);
        for (index, place) in held.iter().enumerate() {
            let at = project(&self.lens, &self.camera_from_table, place.push(0.0))?;
            let by_pixel = at.by_point.fixed_columns::<2>(0).into_owned().try_inverse()?;
            readings.view_mut((2 * index, 0), (2, SHARED)).copy_from(&(-by_pixel * at.by_shared));
            readings.view_mut((2 * index, SHARED), (2, 6)).copy_from(&(-by_pixel * at.by_pose));
        }
        let mut motions = DMatrix::zeros(UNKNOWNS, 3);
        motions.view_mut((SHARED + 3, 0), (3, 1)).copy_from(&(rotation * Vector3::x()));
        motions.view_mut((SHARED + 3, 1), (3, 1)).copy_from(&(rotation * Vector3::y()));
        motions.view_mut((SHARED, 2), (3, 1)).copy_from(&(rotation * Vector3::z()));
        let moves = &readings * &motions;
        let fitted = (moves.transpose() * &moves).try_inverse()? * moves.transpose() * &readings;
        Some(DMatrix::identity(UNKNOWNS, UNKNOWNS) - motions * fitted)
    }
}
