//! The accuracy of a place and of a range that is due to the camera: uncertainty of lens, pose and pixel, propagated
//! to the table.
//!
//! All unknowns (lens, bloom, pose) have one joint covariance. First-order propagation: a place read from the picture
//! follows each unknown by a known derivative (implicit function theorem on the projection), so errors that two
//! places share cancel in the range between them.

use crate::camera::model::TableCamera;
use crate::camera::projection::SHARED;
use crate::camera::projection::pose_of;
use crate::camera::projection::project;
use crate::files::json::{Fields, FileError};
use crate::table::file::{ExpectedAccuracy, TableFile};
use geometry::{Measured, Point};
use nalgebra::{DMatrix, Isometry3, Matrix2, Matrix2xX, SMatrix, Vector3};
use serde::{Deserialize, Serialize};

/// How many unknowns a calibrated table has: lens and bloom, then the pose's small turn and shift.
pub(crate) const UNKNOWNS: usize = SHARED + 6;

/// The joint uncertainty of lens, bloom and pose: each entry is one independent direction, one standard deviation
/// long, over `fx fy cx cy k1 k2 p1 p2 k3 bloom`, the turn (radians, in the camera's frame) and the shift (inches, in
/// the camera's frame). The covariance is the sum of their outer products, and so can't be malformed.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Spread {
    directions: Vec<[f64; UNKNOWNS]>,
}

/// Expected accuracy is given for the deck of a ship, inches above the table.
pub(crate) const DECK_IN: f64 = 0.12;
/// The grid on which expected accuracy is given.
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

    /// Are the errors unknown?
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
pub struct MeasuredPoint {
    /// Where.
    pub point: Point,
    /// How high over the table the thing is that is seen, inches.
    pub height_in: f64,
    /// How well it was found in the picture: standard deviation along each axis, pixels, independent of all other
    /// spots (0: what the camera adds, and nothing else).
    pub found_px: f64,
}

/// The camera's share in the error of every measure. Built once for a table; each query then costs a few hundred
/// multiplications.
#[derive(Debug, Clone)]
pub struct TableAccuracy {
    camera: TableCamera,
    pose: Isometry3<f64>,
    /// One column for each direction of the spread.
    spread: DMatrix<f64>,
}

/// The error terms of a place read from the picture.
struct ErrorTerms {
    /// By each direction of the spread, inches.
    shared: Matrix2xX<f64>,
    /// By the detection alone: covariance, square inches.
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

    fn errs(&self, spot: MeasuredPoint) -> Option<ErrorTerms> {
        let place = Vector3::new(spot.point.x_in, spot.point.y_in, spot.height_in);
        let at = project(&self.camera.lens, &self.pose, place)?;
        let by_place: Matrix2<f64> = at.by_point.fixed_columns::<2>(0).into_owned();
        let by_pixel = by_place.try_inverse()?;
        let mut follows = SMatrix::<f64, 2, UNKNOWNS>::zeros();
        follows.fixed_columns_mut::<SHARED>(0).copy_from(&(-by_pixel * at.by_shared));
        follows.fixed_columns_mut::<6>(SHARED).copy_from(&(-by_pixel * at.by_pose));
        Some(ErrorTerms {
            shared: follows * &self.spread,
            own: by_pixel * by_pixel.transpose() * (spot.found_px * spot.found_px),
        })
    }

    /// The covariance of a place (east, north), square inches; `None` where the camera doesn't see it.
    pub fn place_covariance_in2(&self, spot: MeasuredPoint) -> Option<Matrix2<f64>> {
        let errs = self.errs(spot)?;
        Some(&errs.shared * errs.shared.transpose() + errs.own)
    }

    /// By how much lens, bloom and pose shift a place, inches east and north, for one standard deviation of each
    /// independent direction in which they may be off together; `None` where the camera doesn't see it. Two spots
    /// share them.
    pub fn shifts_in(&self, spot: MeasuredPoint) -> Option<Vec<(f64, f64)>> {
        let errs = self.errs(spot)?;
        Some(errs.shared.column_iter().map(|shift| (shift[0], shift[1])).collect())
    }

    /// The standard deviation of a place along each axis (root mean square over directions), inches.
    pub fn place_sigma_in(&self, spot: MeasuredPoint) -> Option<f64> {
        Some((0.5 * self.place_covariance_in2(spot)?.trace()).sqrt())
    }

    /// The range between two spots with its standard deviation, inches. Errors of the camera that both share
    /// cancel: the range between near spots is better known than the place of either.
    pub fn range_in(&self, from: MeasuredPoint, to: MeasuredPoint) -> Option<Measured> {
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
        let spot = |x: f64, y: f64| MeasuredPoint { point: Point::new(x, y), height_in, found_px: 0.0 };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::model::{Lens, Pixel};
    use crate::detect::bloom::Bloom;
    use crate::detect::cards::{CARD_THICKNESS_IN, TableCorner};
    use crate::detect::corners::inward_of;
    use crate::lens::file::LensFile;
    use crate::table::fit::{FitPriors, PrintedTarget, TableFit, TargetPoint, fit_table, pose_from_told};
    use geometry::{CalibrationId, CameraError, Heading, HullShape, Observation, Pose, ShipId, Standing};
    use nalgebra::{Isometry2, Matrix3, Rotation3, SVector, Vector2};
    use std::collections::BTreeSet;

    const SIZE_IN: (f64, f64) = (60.0, 36.0);
    const CARD_IN: f64 = 2.0;
    const CORNER_NOISE_PX: f64 = 0.12;
    const FOUND_PX: f64 = 0.2;

    /// Normal deviates from a seed (SplitMix64; Box and Muller).
    struct Chance(u64);

    impl Chance {
        fn uniform(&mut self) -> f64 {
            self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
            let mut bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
        }

        fn between(&mut self, low: f64, high: f64) -> f64 {
            low + (high - low) * self.uniform()
        }

        fn normal(&mut self) -> f64 {
            (-2.0 * (1.0 - self.uniform()).ln()).sqrt() * (std::f64::consts::TAU * self.uniform()).cos()
        }
    }

    /// A lens as it was calibrated: focal lengths known together, the rest each for itself.
    fn calibrated_lens() -> LensFile {
        let lens = Lens {
            fx: 1390.0,
            fy: 1388.0,
            cx: 962.0,
            cy: 537.0,
            dist: [-0.085, 0.02, 0.0006, -0.0004, 0.0],
            width: 1920,
            height: 1080,
        };
        let sigma = [3.0, 3.0, 2.0, 2.0, 0.003, 0.004, 0.0002, 0.0002, 0.0];
        let mut file = LensFile::from_lens(lens, 0.12);
        file.covariance = Some(std::array::from_fn(|r| {
            std::array::from_fn(|c| {
                let together = if r == c {
                    1.0
                } else if r < 2 && c < 2 {
                    0.98
                } else {
                    0.0
                };
                sigma[r] * sigma[c] * together
            })
        }));
        file
    }

    /// A lens as it may really be, given how it was calibrated.
    fn true_lens(known: &LensFile, chance: &mut Chance) -> Lens {
        let rows = known.covariance.unwrap();
        let both = chance.normal();
        let mut off: SVector<f64, 9> =
            SVector::from_fn(|index, _| rows[index][index].sqrt() * chance.normal());
        for axis in 0..2 {
            off[axis] = 0.98_f64.sqrt() * both * rows[axis][axis].sqrt() + 0.02_f64.sqrt() * off[axis];
        }
        let lens = known.lens;
        Lens {
            fx: lens.fx + off[0],
            fy: lens.fy + off[1],
            cx: lens.cx + off[2],
            cy: lens.cy + off[3],
            dist: std::array::from_fn(|term| lens.dist[term] + off[4 + term]),
            ..lens
        }
    }

    fn true_camera(lens: Lens, chance: &mut Chance) -> TableCamera {
        let down = Matrix3::new(1.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, -1.0);
        let mut angle = || chance.between(-0.12, 0.12);
        let turn = Rotation3::from_euler_angles(angle(), angle(), angle());
        let camera_from_table = *turn.matrix() * down;
        let up_in = chance.between(50.0, 60.0);
        // It points at the middle of the table.
        let ahead = camera_from_table.transpose() * Vector3::z();
        let position_in = Vector3::new(30.0, 18.0, 0.0) - ahead * (up_in / ahead.z.abs());
        TableCamera { lens, camera_from_table, position_in }
    }

    fn noisy(pixel: Pixel, sigma_px: f64, chance: &mut Chance) -> Pixel {
        Pixel::new(pixel.x_px + sigma_px * chance.normal(), pixel.y_px + sigma_px * chance.normal())
    }

    /// Calibrates from corners with noise and bloom; with `free` cards only the first has a given place.
    fn calibrated(truth: &TableCamera, known: &LensFile, free: bool, chance: &mut Chance) -> TableFit {
        let bloom_px = 0.3 * chance.normal();
        let half = CARD_IN / 2.0;
        let pieces: Vec<_> = TableCorner::ALL
            .into_iter()
            .enumerate()
            .map(|(index, corner)| {
                let square = corner.square_in(SIZE_IN, CARD_IN);
                let exact = square.map(|point| truth.pixel_from_table(point, CARD_THICKNESS_IN).unwrap());
                let inward = inward_of(&exact);
                let marks = (0..4)
                    .map(|at| {
                        let own = [(-half, half), (half, half), (half, -half), (-half, -half)][at];
                        let bloomed = Pixel::new(
                            exact[at].x_px + bloom_px * inward[at].x,
                            exact[at].y_px + bloom_px * inward[at].y,
                        );
                        TargetPoint {
                            at_in: Vector3::new(own.0, own.1, CARD_THICKNESS_IN),
                            pixel: noisy(bloomed, CORNER_NOISE_PX, chance),
                            inward: inward[at],
                        }
                    })
                    .collect();
                let middle = Vector2::new(square[3].x_in + half, square[3].y_in + half);
                PrintedTarget { marks, place: Isometry2::new(middle, 0.0), free: free && index > 0 }
            })
            .collect();
        let bloom = Bloom { px: 0.0, sigma_px: 0.3 };
        let known = FitPriors { lens: known, starts: vec![known.lens], bloom, noise_px: 0.15 };
        let told: Vec<_> =
            pieces.iter().map(|piece| PrintedTarget { free: false, ..piece.clone() }).collect();
        fit_table(&known, |lens| Some((pose_from_told(lens, &told)?, pieces.clone()))).unwrap()
    }

    /// A ship as a tracker reports it.
    fn observed(accuracy: &TableAccuracy, spot: MeasuredPoint) -> Observation {
        let pose = Pose { stack: spot.point, heading: Heading::from_deg(0.0) };
        let shifts_in = accuracy.shifts_in(spot).unwrap();
        Observation {
            sigma_in: accuracy.place_sigma_in(spot).unwrap(),
            camera_error: Some(CameraError::new(CalibrationId("one".into()), shifts_in)),
            ..Observation::placed(ShipId::new("ship"), pose)
        }
    }

    /// Errors of ranges over the stated standard deviation, from sixty calibrations: as the camera itself states it,
    /// and as ships are measured against one another.
    fn errors_in_sigmas(free: bool, found_px: f64, mut chance: Chance) -> Vec<[f64; 2]> {
        let known = calibrated_lens();
        (0..60)
            .flat_map(|_| {
                let truth = true_camera(true_lens(&known, &mut chance), &mut chance);
                let fit = calibrated(&truth, &known, free, &mut chance);
                let (camera, accuracy) = (fit.camera(), TableAccuracy::new(fit.camera(), &fit.spread()));
                let mut read = || {
                    let at = Point::new(chance.between(0.0, SIZE_IN.0), chance.between(0.0, SIZE_IN.1));
                    let height_in = chance.between(0.0, 1.5);
                    let seen = noisy(truth.pixel_from_table(at, height_in).unwrap(), found_px, &mut chance);
                    let point = camera.table_from_pixel(seen, height_in).unwrap();
                    (at, MeasuredPoint { point, height_in, found_px })
                };
                (0..40)
                    .map(|_| {
                        let ((a, from), (b, to)) = (read(), read());
                        let error_in = from.point.distance_in(to.point) - a.distance_in(b);
                        let ranges = [
                            accuracy.range_in(from, to).unwrap(),
                            geometry::range_in(&observed(&accuracy, from), &observed(&accuracy, to)),
                        ];
                        ranges.map(|range| error_in / range.sigma)
                    })
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    #[test]
    fn ranges_err_by_as_much_as_is_stated() {
        for (name, free, found_px) in [
            ("corner cards, camera alone", false, 0.0),
            ("corner cards, ships found", false, FOUND_PX),
            ("free cards, camera alone", true, 0.0),
            ("free cards, ships found", true, FOUND_PX),
        ] {
            let errors = errors_in_sigmas(free, found_px, Chance(7));
            for (by, whose) in ["camera", "ships"].into_iter().enumerate() {
                let errors: Vec<_> = errors.iter().map(|error| error[by]).collect();
                let within = errors.iter().filter(|error| error.abs() <= 1.96).count() as f64;
                let share = within / errors.len() as f64;
                let squares = errors.iter().map(|error| error * error).sum::<f64>();
                let rms = (squares / errors.len() as f64).sqrt();
                println!("{name}, {whose}: {:.1} % within 1.96 sigma, rms {rms:.3} sigma", 100.0 * share);
                assert!((0.90..=0.99).contains(&share), "{name}, {whose}: {share}");
            }
        }
    }

    #[test]
    fn what_the_camera_adds_to_two_ships_is_told_once_whoever_asks() {
        let mut chance = Chance(9);
        let known = calibrated_lens();
        let truth = true_camera(true_lens(&known, &mut chance), &mut chance);
        let fit = calibrated(&truth, &known, true, &mut chance);
        let accuracy = TableAccuracy::new(fit.camera(), &fit.spread());
        let spot = |x: f64, y: f64| MeasuredPoint { point: Point::new(x, y), height_in: 0.2, found_px: 0.1 };
        for (from, to) in [((50.0, 30.0), (53.0, 31.0)), ((5.0, 5.0), (55.0, 30.0))] {
            let (from, to) = (spot(from.0, from.1), spot(to.0, to.1));
            let (one, other) = (observed(&accuracy, from), observed(&accuracy, to));
            let told = accuracy.range_in(from, to).unwrap().sigma;
            let hull = HullShape { length_in: 1.0, beam_in: 0.4, stack_ahead_in: 0.0 };
            let (one_stands, other_stands) =
                (Standing::of_hull(&one, &hull), Standing::of_hull(&other, &hull));
            let gap_sigma_in = geometry::gap(&one_stands, &other_stands).gap_in.sigma;
            let apart_sigma_in = one.sigma_in.hypot(other.sigma_in);
            for sigma_in in [
                geometry::range_in(&one, &other).sigma,
                one_stands.range_in(&other_stands).sigma,
                gap_sigma_in,
            ] {
                assert!((sigma_in / told - 1.0).abs() < 0.2, "{sigma_in} for {told}");
            }
            if from.point.distance_in(to.point) < 5.0 {
                assert!(told < 0.6 * apart_sigma_in, "{told} of {apart_sigma_in}");
            }
            // Another calibration has other errors.
            let elsewhere = CameraError::new(CalibrationId("two".into()), accuracy.shifts_in(to).unwrap());
            let other = Observation { camera_error: Some(elsewhere), ..other };
            let sigma_in = geometry::range_in(&one, &other).sigma;
            assert!((sigma_in / apart_sigma_in - 1.0).abs() < 0.4, "{sigma_in} of {apart_sigma_in}");
        }
    }

    #[test]
    fn near_places_share_their_errors() {
        let mut chance = Chance(3);
        let known = calibrated_lens();
        let truth = true_camera(true_lens(&known, &mut chance), &mut chance);
        let fit = calibrated(&truth, &known, false, &mut chance);
        let accuracy = TableAccuracy::new(fit.camera(), &fit.spread());
        let spot = |x: f64, y: f64| MeasuredPoint { point: Point::new(x, y), height_in: 0.3, found_px: 0.0 };
        let (a, b) = (spot(50.0, 30.0), spot(51.5, 30.5));
        let apart_sigma_in = accuracy.place_sigma_in(a).unwrap().hypot(accuracy.place_sigma_in(b).unwrap());
        assert!(accuracy.range_in(a, b).unwrap().sigma < 0.3 * apart_sigma_in);
        // Detection errors are independent of one another.
        let found = MeasuredPoint { found_px: 1.0, ..a };
        let px_in = 1.0 / truth.px_per_in(a.point).unwrap();
        assert!(accuracy.range_in(found, b).unwrap().sigma > 0.8 * px_in);
        assert!(accuracy.range_in(a, a).unwrap().sigma < 1e-9);
        let covariance = accuracy.place_covariance_in2(a).unwrap();
        assert!((covariance - covariance.transpose()).norm() < 1e-15 && covariance.determinant() > 0.0);
    }

    #[test]
    fn the_map_holds_what_each_place_is_worth() {
        let mut chance = Chance(11);
        let known = calibrated_lens();
        let truth = true_camera(true_lens(&known, &mut chance), &mut chance);
        let fit = calibrated(&truth, &known, false, &mut chance);
        let accuracy = TableAccuracy::new(fit.camera(), &fit.spread());
        let map = accuracy.expected(SIZE_IN, DECK_IN);
        assert_eq!((map.x_in.len(), map.y_in.len()), GRID);
        let spot =
            MeasuredPoint { point: Point::new(map.x_in[6], map.y_in[2]), height_in: DECK_IN, found_px: 0.0 };
        assert_eq!(map.sigma_in[2][6], accuracy.place_sigma_in(spot).unwrap());
        assert!(map.range_sigma_p50_in < map.range_sigma_max_in);
        let distinct: BTreeSet<_> = map.sigma_in.iter().flatten().map(|sigma| sigma.to_bits()).collect();
        assert!(distinct.len() > 30, "not one number for the whole table");
    }

    #[test]
    fn an_error_of_the_pose_adds_to_what_was_there() {
        let mut chance = Chance(5);
        let known = calibrated_lens();
        let truth = true_camera(true_lens(&known, &mut chance), &mut chance);
        let fit = calibrated(&truth, &known, false, &mut chance);
        let spot = MeasuredPoint { point: Point::new(12.0, 30.0), height_in: 0.0, found_px: 0.0 };
        let sigma_in =
            |spread: &Spread| TableAccuracy::new(fit.camera(), spread).place_sigma_in(spot).unwrap();
        let shift = SMatrix::<f64, 6, 6>::from_diagonal(&[0.0, 0.0, 0.0, 0.04, 0.04, 0.0].into());
        let (before, alone) = (sigma_in(&fit.spread()), sigma_in(&Spread::default().with_pose_error(&shift)));
        let both = sigma_in(&fit.spread().with_pose_error(&shift));
        assert!((alone - 0.2).abs() < 0.02, "{alone}");
        assert!((both - before.hypot(alone)).abs() < 1e-6, "{both}");
    }
}
