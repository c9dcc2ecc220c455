//! The check stick: two printed markers a foot apart. Placed anywhere on the table it shows how accurate the
//! calibration is there.
//!
//! Both squares have the same size and orientation, so all eight corners are fitted at once: the two middles, one
//! direction, and the bloom, which moves the corners of a square symmetrically and leaves its middle where it is.

use crate::camera::model::{Lens, Pixel, TableCamera};
use crate::detect::board::grey;
use crate::detect::cards::MARGIN_SHARE;
use crate::detect::corners::{SquareSides, fit_square, inward_of};
use crate::detect::markers::{Dictionary, FoundMarker, MarkerError, Search, detect_markers};
use crate::files::picture::{PictureSize, picture_size};
use crate::lens::file::OtherSize;
use crate::table::accuracy::{MeasuredPoint, TableAccuracy};
use crate::table::file::TableFile;
use geometry::{Measured, Point};
use nalgebra::{SMatrix, SVector, Vector2};
use opencv::core::{Mat, Size};
use opencv::imgproc;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// From the middle of one square to the middle of the other as it is meant to be printed, inches.
pub const STICK_IN: f64 = 12.0;
/// The side of each black square, inches: the largest for which a foot fits along the diagonal of a Letter page.
pub const STICK_MARKER_IN: f64 = 0.85;
/// The ids of the two markers (DICT_4X4_50): clear of corner cards and ship tags.
pub const STICK_IDS: [u32; 2] = [48, 49];

/// A check stick seen in a picture: a measure of scale that needs no table.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StickSighting {
    /// The corners of each black square, clockwise on the stick from the top left; marker 48 first.
    pub corners_px: [[Pixel; 4]; 2],
    /// The middles of the squares: where the diagonals cross, the lens's bending taken into account. Bloom leaves them
    /// where they are. Their distance on the stick is what its owner measured with a ruler.
    pub middles_px: [Pixel; 2],
}

/// How accurate a part of the table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StickGrade {
    /// As good as a careful hand with a tape (1/16 in over a foot), and known to be.
    Good,
    /// Within 1/8 in, or right but known only roughly.
    Fair,
    /// Off by more than 1/8 in, or by more than 1/16 in where the calibration promised better.
    Poor,
}

/// What a check stick measured, for the screen and for the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StickReading {
    /// The middles of the squares on the table, inches (x east, y north); marker 48 first.
    pub ends_in: [[f64; 2]; 2],
    /// How high over the table the print lay, as given, inches.
    pub height_in: f64,
    /// As measured with the owner's ruler, inches.
    pub stick_in: f64,
    /// As measured by the camera, inches, with its standard deviation.
    pub measured_in: Measured,
    /// How well the eight corners fit the stick, root mean square, pixels.
    pub residual_px: f64,
    /// The part of the table it lay on, as "north-east".
    pub part: String,
    /// The grade for that part.
    pub grade: StickGrade,
    /// Does it agree with what the calibration promises?
    pub agrees: bool,
    /// The whole in one sentence or two: what was measured and, where it does not agree, what to do.
    pub sentence: String,
}

impl std::fmt::Display for StickReading {
    /// As "12.00 in, measured 12.01 ± 0.02".
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Never "± 0.00": the last digit shown is not better than itself.
        let half_width_in = self.measured_in.half_width_95().max(0.01);
        write!(f, "{:.2} in, measured {:.2} ± {half_width_in:.2}", self.stick_in, self.measured_in.value)
    }
}

/// Why a check stick gives no measure.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum StickError {
    /// A square is not seen.
    #[error("{} not seen: lay the stick where the camera sees all of both squares, uncovered and without glare.", which(.seen))]
    NotSeen {
        /// The ids that are seen.
        seen: Vec<u32>,
    },
    /// A square is seen twice.
    #[error("The check stick's square {id} is seen {times} times: lay only one stick on the table.")]
    TwoSticks {
        /// The id.
        id: u32,
        /// How often.
        times: usize,
    },
    /// The length typed can't be that of a check stick.
    #[error(
        "A check stick of {stick_in} in can't be: type what a ruler measures from corner to corner, about {STICK_IN:.0} in."
    )]
    ImpossibleLength {
        /// As typed.
        stick_in: f64,
    },
    /// The corners don't fit two flat squares.
    #[error(
        "The check stick's corners miss by {residual_px:.1} px: lay it flat at the height you told, glue it on something stiff if it bends, and keep the squares clear of hands and shadows."
    )]
    Misshapen {
        /// Root mean square, pixels.
        residual_px: f64,
    },
    /// The table belongs to other pictures.
    #[error(transparent)]
    OtherSize(#[from] OtherSize),
    /// The picture can't be searched.
    #[error(transparent)]
    Marker(#[from] MarkerError),
}

fn which(seen: &[u32]) -> &'static str {
    match seen {
        [] => "The check stick is",
        [48] => "Only one end of the check stick (48) is seen; 49 is",
        _ => "Only one end of the check stick (49) is seen; 48 is",
    }
}

/// A careful hand with a tape, inches.
const TAPE_IN: f64 = 1.0 / 16.0;
/// A ruler is read to about this (one standard deviation: a 64th of an inch, evenly spread), inches.
const RULER_SIGMA_IN: f64 = 0.005;
/// Smaller errors are never reported: a stick can't be printed and read better, inches.
const LEAST_FAULT_IN: f64 = 1.0 / 64.0;
/// A stick off by more than this many standard deviations does not agree (once in a hundred by chance).
const DISAGREES_SIGMAS: f64 = 2.58;
/// Lengths that may be typed, as shares of a foot.
const TYPED_SHARE: std::ops::RangeInclusive<f64> = 0.8..=1.2;
/// A picture in which the stick is not found is shown so many times larger.
const LARGER: u32 = 2;
/// Smaller squares can't be read: six modules of 3.3 pixels, less what blur takes.
const SMALLEST_PX: f64 = 14.0;
/// The least noise of a corner that is assumed: each edge meets the pixel raster differently, pixels.
const LEAST_NOISE_PX: f64 = 0.12;
/// Corners that miss by more than this on average are not those of a flat stick, pixels.
const MISSHAPEN_PX: f64 = 1.2;
/// Misses beyond this many times the noise count less and less (Cauchy).
const OUTLIER_TIMES: f64 = 3.0;

/// Finds the check stick in a picture; the lens must belong to the picture's size.
pub fn find_check_stick(picture: &Mat, lens: &Lens) -> Result<StickSighting, StickError> {
    let grey = grey(picture).map_err(MarkerError::from)?;
    match find_in(&grey, lens) {
        // Squares of a dozen pixels are only found when they are shown larger.
        Err(StickError::NotSeen { .. }) => {
            let twice = f64::from(LARGER);
            let mut large = Mat::default();
            imgproc::resize(&grey, &mut large, Size::default(), twice, twice, imgproc::INTER_CUBIC)
                .map_err(MarkerError::from)?;
            let size = lens.picture_size();
            let size = PictureSize { width: LARGER * size.width, height: LARGER * size.height };
            Ok(find_in(&large, &lens.scaled_to(size)?)?.smaller(twice))
        }
        found => found,
    }
}

impl StickSighting {
    /// As seen in the picture before it was shown so many times larger.
    fn smaller(self, times: f64) -> Self {
        // Pixel centres lie at whole numbers, so a picture begins at -1/2.
        let back =
            |pixel: Pixel| Pixel::new((pixel.x_px + 0.5) / times - 0.5, (pixel.y_px + 0.5) / times - 0.5);
        Self {
            corners_px: self.corners_px.map(|corners| corners.map(back)),
            middles_px: self.middles_px.map(back),
        }
    }
}

fn find_in(grey: &Mat, lens: &Lens) -> Result<StickSighting, StickError> {
    let search = Search { smallest_side_px: SMALLEST_PX, fit_contours: true };
    let found = detect_markers(grey, Dictionary::CARDS, search)?;
    let all = |id: u32| found.iter().filter(|marker| marker.id == id).collect::<Vec<_>>();
    let ends = STICK_IDS.map(all);
    for (id, seen) in STICK_IDS.into_iter().zip(&ends) {
        if seen.len() > 1 {
            return Err(StickError::TwoSticks { id, times: seen.len() });
        }
    }
    let [[one], [other]] = [&ends[0][..], &ends[1][..]] else {
        let seen = ends.iter().flatten().map(|marker| marker.id).collect();
        return Err(StickError::NotSeen { seen });
    };
    // The whole white margin: the profiles reach nothing but paper.
    let sides = SquareSides { plain_share: 0.85 * MARGIN_SHARE };
    let corners =
        |marker: &FoundMarker| fit_square(grey, marker.corners, sides, Some(lens)).unwrap_or(marker.corners);
    let corners_px = [corners(one), corners(other)];
    // Where the lens has no ray for a corner, nothing is measured.
    let [first, second] = corners_px.map(|corners| crossing_of_diagonals(lens, corners));
    let (Some(first), Some(second)) = (first, second) else {
        return Err(StickError::Misshapen { residual_px: f64::INFINITY });
    };
    Ok(StickSighting { corners_px, middles_px: [first, second] })
}

/// Where the diagonals of a square cross in the ideal picture, back in the real one.
fn crossing_of_diagonals(lens: &Lens, [a, b, c, d]: [Pixel; 4]) -> Option<Pixel> {
    let ray = |corner: Pixel| lens.ideal_from_pixel(corner);
    let (a, b, c, d) = (ray(a)?, ray(b)?, ray(c)?, ray(d)?);
    let (one, other) = (c - a, d - b);
    let share = (b - a).perp(&other) / one.perp(&other);
    Some(lens.pixel_from_ideal(a + one * share))
}

/// Measures the check stick in a picture of the table. `height_in`: the height of its print above the
/// table; `stick_in`: its length by the owner's ruler.
pub fn measure_check_stick(
    picture: &Mat,
    table: &TableFile,
    height_in: f64,
    stick_in: f64,
) -> Result<StickReading, StickError> {
    if !TYPED_SHARE.contains(&(stick_in / STICK_IN)) {
        return Err(StickError::ImpossibleLength { stick_in });
    }
    let lens = table.lens.lens.scaled_to(picture_size(picture))?;
    let sighting = find_check_stick(picture, &lens)?;
    let camera = TableCamera { lens, ..table.camera() };
    let misshapen = || StickError::Misshapen { residual_px: f64::INFINITY };
    let fit = StickFit::of(&camera, &sighting, height_in, stick_in).ok_or_else(misshapen)?;
    if fit.residual_px > MISSHAPEN_PX {
        return Err(StickError::Misshapen { residual_px: fit.residual_px });
    }
    let spot = |point| MeasuredPoint { point, height_in, found_px: 0.0 };
    let by_camera =
        TableAccuracy::of(table).range_in(spot(fit.ends[0]), spot(fit.ends[1])).ok_or_else(misshapen)?;
    let measured_in = Measured::new(by_camera.value, by_camera.sigma.hypot(fit.sigma_in));
    Ok(judged(&fit, measured_in, table, height_in, stick_in))
}

fn judged(
    fit: &StickFit,
    measured_in: Measured,
    table: &TableFile,
    height_in: f64,
    stick_in: f64,
) -> StickReading {
    let error_in = measured_in.value - stick_in;
    let sigma_in = measured_in.sigma.hypot(RULER_SIGMA_IN);
    let agrees = error_in.abs() <= (DISAGREES_SIGMAS * sigma_in).max(LEAST_FAULT_IN);
    let known = geometry::TOO_CLOSE_SIGMAS * sigma_in <= TAPE_IN;
    let grade = if error_in.abs() > 2.0 * TAPE_IN || (error_in.abs() > TAPE_IN && !agrees) {
        StickGrade::Poor
    } else if error_in.abs() <= TAPE_IN && agrees && known {
        StickGrade::Good
    } else {
        StickGrade::Fair
    };
    let [a, b] = fit.ends;
    let part = part_of_table(Point::new((a.x_in + b.x_in) / 2.0, (a.y_in + b.y_in) / 2.0), table.size_in);
    let mut reading = StickReading {
        ends_in: fit.ends.map(|end| [end.x_in, end.y_in]),
        height_in,
        stick_in,
        measured_in,
        residual_px: fit.residual_px,
        part,
        grade,
        agrees,
        sentence: String::new(),
    };
    reading.sentence = reading.spoken(error_in);
    reading
}

impl StickReading {
    fn spoken(&self, error_in: f64) -> String {
        let part = &self.part;
        if self.agrees {
            let grade = match self.grade {
                StickGrade::Good => "good, as true as a careful hand with a tape",
                StickGrade::Fair | StickGrade::Poor => "fair, right as far as the calibration can tell",
            };
            return format!("{self}: {part} is {grade}.");
        }
        let share = 100.0 * error_in.abs() / self.stick_in;
        let way = if error_in > 0.0 { "long" } else { "short" };
        format!(
            "{self}: {part} measures {share:.1} % too {way}, more than the calibration allows. Measure the printed stick again with a ruler and tell the height it lies at; if they are right, check the table's typed sides and the cards' size, and calibrate the table again."
        )
    }
}

/// "The north-east" of a table in thirds, or its middle.
fn part_of_table(at: Point, size_in: (f64, f64)) -> String {
    let third = |at: f64, side: f64, low: &'static str, high: &'static str| match at / side {
        share if share < 1.0 / 3.0 => low,
        share if share > 2.0 / 3.0 => high,
        _ => "",
    };
    let north = third(at.y_in, size_in.1, "south", "north");
    let east = third(at.x_in, size_in.0, "west", "east");
    match (north, east) {
        ("", "") => "the middle of the table".into(),
        ("", one) | (one, "") => format!("the {one} of the table"),
        (north, east) => format!("the {north}-{east} of the table"),
    }
}

/// A stick fitted to its eight corners.
struct StickFit {
    ends: [Point; 2],
    /// Of the distance between the ends, from the corners' noise alone.
    sigma_in: f64,
    residual_px: f64,
}

/// Middles (x, y each), the way the squares' tops point (radians), bloom (pixels).
type Unknowns = SVector<f64, 6>;
const BLOOM: usize = 5;
/// Coordinates that are measured.
const COORDINATES: usize = 16;

impl StickFit {
    fn of(camera: &TableCamera, sighting: &StickSighting, height_in: f64, stick_in: f64) -> Option<Self> {
        let side_in = STICK_MARKER_IN * stick_in / STICK_IN;
        let inward = sighting.corners_px.map(|corners| inward_of(&corners));
        let on_table = |pixel: Pixel| camera.table_from_pixel(pixel, height_in);
        let [a, b] = [on_table(sighting.middles_px[0])?, on_table(sighting.middles_px[1])?];
        let [top_left, top_right, ..] = sighting.corners_px[0];
        let (from, to) = (on_table(top_left)?, on_table(top_right)?);
        let right_rad = (to.y_in - from.y_in).atan2(to.x_in - from.x_in);
        let mut at = Unknowns::from([a.x_in, a.y_in, b.x_in, b.y_in, right_rad, 0.0]);
        let misses = |at: &Unknowns| -> Option<SVector<f64, COORDINATES>> {
            let (sin, cos) = at[4].sin_cos();
            let mut misses = SVector::<f64, COORDINATES>::zeros();
            for end in 0..2 {
                for (corner, (right, up)) in
                    [(-0.5, 0.5), (0.5, 0.5), (0.5, -0.5), (-0.5, -0.5)].into_iter().enumerate()
                {
                    let (right, up) = (right * side_in, up * side_in);
                    let point = Point::new(
                        at[2 * end] + right * cos - up * sin,
                        at[2 * end + 1] + right * sin + up * cos,
                    );
                    let expected = camera.pixel_from_table(point, height_in)?;
                    let bloom = inward[end][corner] * at[BLOOM];
                    let seen = sighting.corners_px[end][corner];
                    misses[8 * end + 2 * corner] = expected.x_px + bloom.x - seen.x_px;
                    misses[8 * end + 2 * corner + 1] = expected.y_px + bloom.y - seen.y_px;
                }
            }
            Some(misses)
        };
        let mut noise_px = 0.3;
        let mut information = SMatrix::<f64, 6, 6>::zeros();
        // Nearly linear: a few steps of Gauss and Newton converge.
        for _ in 0..8 {
            let here = misses(&at)?;
            let mut slope = SMatrix::<f64, COORDINATES, 6>::zeros();
            for unknown in 0..6 {
                let mut step = Unknowns::zeros();
                step[unknown] = 1e-4;
                slope.set_column(unknown, &((misses(&(at + step))? - misses(&(at - step))?) / 2e-4));
            }
            let mut weighted = slope;
            for corner in 0..COORDINATES / 2 {
                let miss = Vector2::new(here[2 * corner], here[2 * corner + 1]);
                let weight = 1.0 / (1.0 + miss.norm_squared() / (OUTLIER_TIMES * noise_px).powi(2));
                for row in [2 * corner, 2 * corner + 1] {
                    weighted.row_mut(row).scale_mut(weight);
                }
            }
            information = weighted.transpose() * slope;
            at -= information.cholesky()?.solve(&(weighted.transpose() * here));
            // The median gives the noise of most corners, unaffected by a single bad one; for both coordinates of a
            // corner together it is 1.177 sigma.
            let here = misses(&at)?;
            let mut each: Vec<_> =
                (0..COORDINATES / 2).map(|corner| here[2 * corner].hypot(here[2 * corner + 1])).collect();
            each.sort_by(f64::total_cmp);
            noise_px = (0.5 * (each[3] + each[4]) / 1.177).max(LEAST_NOISE_PX);
        }
        let here = misses(&at)?;
        // Two coordinates a corner, six unknowns.
        let noise_px = (here.norm_squared() / (COORDINATES - 6) as f64).sqrt().max(LEAST_NOISE_PX);
        let covariance = information.cholesky()?.inverse() * (noise_px * noise_px);
        let along = Vector2::new(at[2] - at[0], at[3] - at[1]).try_normalize(1e-9)?;
        let row = Unknowns::from([-along.x, -along.y, along.x, along.y, 0.0, 0.0]);
        Some(Self {
            ends: [Point::new(at[0], at[1]), Point::new(at[2], at[3])],
            sigma_in: (row.transpose() * covariance * row)[0].max(0.0).sqrt(),
            residual_px: (2.0 * here.norm_squared() / COORDINATES as f64).sqrt(),
        })
    }
}
