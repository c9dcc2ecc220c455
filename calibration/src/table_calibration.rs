//! The table from one picture of its four corner cards.

use crate::accuracy::{DECK_IN, TableAccuracy};
use crate::camera::TableCamera;
use crate::cards::{CARD_THICKNESS_IN, FoundCard, TableCorner, find_cards_precisely};
use crate::grade::Grade;
use crate::lens_file::{LensFile, OtherSize};
use crate::markers::MarkerError;
use crate::picture::picture_size;
use crate::table_file::{CalibrationWay, ExpectedAccuracy, ReferenceCard, TableFile, rectangle_in};
use crate::table_solve::{SquareSeen, TableFit, fit_table};
use opencv::core::Mat;
use serde::Serialize;
use thiserror::Error;

/// What the calibration of a table found: printed by `calibrate-table`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TableReport {
    /// Root mean square miss of the cards' corners (both axes added), pixels.
    pub residual_px: f64,
    /// The same on the table, inches.
    pub residual_in: f64,
    /// Each card.
    pub cards: Vec<CardReport>,
    /// The camera's place in the table frame, inches.
    pub camera_position_in: [f64; 3],
    /// What to expect of places and ranges.
    pub expected: ExpectedAccuracy,
    /// What is not as it should be, one sentence each.
    pub warnings: Vec<String>,
}

/// One corner card of the report.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CardReport {
    /// Its id.
    pub id: u32,
    /// Its corner of the table.
    pub corner: TableCorner,
    /// Was it seen?
    pub found: bool,
    /// Did it count?
    pub kept: bool,
    /// Root mean square miss of its corners, pixels.
    pub residual_px: Option<f64>,
    /// The same on the table, inches.
    pub residual_in: Option<f64>,
}

/// A calibrated table: what to print and what to keep.
#[derive(Debug, Clone, PartialEq)]
pub struct TableCalibration {
    /// What to print.
    pub report: TableReport,
    /// What to keep.
    pub file: TableFile,
}

/// Why no table came out.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum TableError {
    /// The sides can't be those of a table.
    #[error(
        "A table of {}x{} in with cards of {card_in} in can't be: give the playing area's sides in inches, each at least twice a card's.",
        size_in.0, size_in.1
    )]
    ImpossibleSize {
        /// The playing area.
        size_in: (f64, f64),
        /// A card's black square.
        card_in: f64,
    },
    /// The lens belongs to other pictures.
    #[error(transparent)]
    OtherSize(#[from] OtherSize),
    /// Too few cards are seen.
    #[error("{} seen: at least three of the four are needed, so uncover or light the cards at {missing}.", seen_cards(*.found))]
    TooFewCards {
        /// How many are seen.
        found: usize,
        /// The corners without one.
        missing: String,
    },
    /// One id is seen more than once.
    #[error("The corner card {corner} is seen {times} times: take away all but the one in that corner.")]
    TwoCards {
        /// The corner.
        corner: TableCorner,
        /// How often it is seen.
        times: usize,
    },
    /// Cards and typed sides contradict each other.
    #[error(
        "The corner cards don't fit a playing area of {}x{} in (they miss by {miss_in:.1} in): check the two sides, the cards' size of {card_in} in, and that each card lies in its own corner with its top to the north.",
        size_in.0, size_in.1
    )]
    Misfit {
        /// The playing area as typed.
        size_in: (f64, f64),
        /// A card's black square as typed.
        card_in: f64,
        /// The root mean square miss, inches.
        miss_in: f64,
    },
    /// The picture can't be searched.
    #[error(transparent)]
    Marker(#[from] MarkerError),
}

fn seen_cards(found: usize) -> String {
    match found {
        0 => "No corner card is".into(),
        1 => "Only one corner card is".into(),
        more => format!("Only {more} corner cards are"),
    }
}

/// Fewer cards leave the pose too loose.
pub const FEWEST_CARDS: usize = 3;
/// Cards that miss by more than this are not lying as they should, inches.
const BAD_CARD_IN: f64 = 0.1;
/// Beyond this it is not one card but the sides or the lens that is wrong, inches.
const HOPELESS_IN: f64 = 0.5;
/// Leaving a card out must make the others this much better to be believed.
const BLAME_TIMES: f64 = 3.0;

/// Calibrates a table from one picture.
///
/// `size_in` is the playing area (east-west, north-south), `card_in` the side of a card's black square. Three cards
/// are enough; the missing one, or one that lies badly, is told in the warnings. A lens calibrated at another size of
/// the same proportions is scaled.
pub fn calibrate_table(
    picture: &Mat,
    lens: &LensFile,
    size_in: (f64, f64),
    card_in: f64,
) -> Result<TableCalibration, TableError> {
    let sides_fit = [size_in.0, size_in.1].iter().all(|side| (2.0 * card_in..=1e4).contains(side));
    if !(card_in.is_finite() && card_in > 0.01 && sides_fit) {
        return Err(TableError::ImpossibleSize { size_in, card_in });
    }
    let lens = lens.scaled_to(picture_size(picture))?;
    let cards = find_cards_precisely(picture, &lens.lens)?;
    calibrate_table_from_cards(&cards, &lens, size_in, card_in)
}

/// The same from cards that were found already; the lens must belong to their picture's size.
fn calibrate_table_from_cards(
    cards: &[FoundCard],
    lens: &LensFile,
    size_in: (f64, f64),
    card_in: f64,
) -> Result<TableCalibration, TableError> {
    let missing = check_cards(cards)?;
    let misfit = |miss_in: f64| TableError::Misfit { size_in, card_in, miss_in };
    let squares: Vec<_> = cards
        .iter()
        .map(|card| SquareSeen {
            corners_in: card.corner.square_in(size_in, card_in),
            corners_px: card.corners_px,
        })
        .collect();
    let fit = fit_table(lens, &squares).ok_or_else(|| misfit(f64::INFINITY))?;
    let mut warnings: Vec<_> = missing
        .iter()
        .map(|corner| {
            format!("The corner card {corner} is not seen: the table was calibrated from the other three.")
        })
        .collect();
    let mut kept = cards.to_vec();
    let mut best = fit;
    if residual_in(&best, &squares) > BAD_CARD_IN
        && let Some((blamed, without)) = blame_one(lens, cards, &squares, residual_in(&best, &squares))
    {
        let corner = cards[blamed].corner;
        let off_in = card_miss_in(&without.camera, &squares[blamed]);
        warnings.push(format!(
            "The corner card {corner} lies {off_in:.2} in from where the other three put it, and was left out: lay it in its corner with its top to the north, and calibrate again."
        ));
        kept.remove(blamed);
        best = without;
    }
    let kept_squares: Vec<_> = squares
        .iter()
        .zip(cards)
        .filter(|(_, card)| kept.iter().any(|other| other.corner == card.corner))
        .map(|(square, _)| *square)
        .collect();
    let miss_in = residual_in(&best, &kept_squares);
    if !(miss_in < HOPELESS_IN && best.camera.position_in.z > 0.0) {
        return Err(misfit(miss_in));
    }
    if miss_in > BAD_CARD_IN {
        warnings.push(format!(
            "The cards miss their places by {miss_in:.2} in: check the two sides typed, and that the cards lie flat in their corners."
        ));
    }
    Ok(finish(&best, lens, size_in, card_in, (cards, &kept, &kept_squares), warnings))
}

/// The corners without a card; an error where there are too few cards, or two of one kind.
fn check_cards(cards: &[FoundCard]) -> Result<Vec<TableCorner>, TableError> {
    let times = |corner: TableCorner| cards.iter().filter(|card| card.corner == corner).count();
    if let Some(corner) = TableCorner::ALL.into_iter().find(|corner| times(*corner) > 1) {
        return Err(TableError::TwoCards { corner, times: times(corner) });
    }
    let missing: Vec<_> = TableCorner::ALL.into_iter().filter(|corner| times(*corner) == 0).collect();
    if cards.len() < FEWEST_CARDS {
        let names: Vec<_> = missing.iter().map(ToString::to_string).collect();
        let missing = match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => names.join(""),
        };
        return Err(TableError::TooFewCards { found: cards.len(), missing });
    }
    Ok(missing)
}

/// If leaving out one of four cards makes the others agree, that card lies badly.
fn blame_one(
    lens: &LensFile,
    cards: &[FoundCard],
    squares: &[SquareSeen],
    all_in: f64,
) -> Option<(usize, TableFit)> {
    if cards.len() <= FEWEST_CARDS {
        return None;
    }
    (0..cards.len())
        .filter_map(|out| {
            let mut others = squares.to_vec();
            others.remove(out);
            let fit = fit_table(lens, &others)?;
            let miss_in = residual_in(&fit, &others);
            (miss_in * BLAME_TIMES < all_in).then_some((out, fit, miss_in))
        })
        .min_by(|a, b| a.2.total_cmp(&b.2))
        .map(|(out, fit, _)| (out, fit))
}

/// The root mean square miss of all corners on the table, inches.
fn residual_in(fit: &TableFit, squares: &[SquareSeen]) -> f64 {
    let pixels_an_inch: Vec<_> = squares
        .iter()
        .flat_map(|square| square.corners_in)
        .filter_map(|corner| fit.camera.px_per_in(corner))
        .collect();
    let mean = pixels_an_inch.iter().sum::<f64>() / pixels_an_inch.len().max(1) as f64;
    if mean > 0.0 { fit.rms_px / mean } else { f64::INFINITY }
}

/// How far a card's corners lie from where they should, inches.
fn card_miss_in(camera: &TableCamera, square: &SquareSeen) -> f64 {
    let squares: f64 = square
        .corners_in
        .iter()
        .zip(square.corners_px)
        .map(|(corner, pixel)| {
            camera
                .table_from_pixel(pixel, 0.0)
                .map_or(f64::INFINITY, |seen| seen.distance_in(*corner).powi(2))
        })
        .sum();
    (squares / 4.0).sqrt()
}

fn finish(
    fit: &TableFit,
    lens: &LensFile,
    size_in: (f64, f64),
    card_in: f64,
    (cards, kept, squares): (&[FoundCard], &[FoundCard], &[SquareSeen]),
    warnings: Vec<String>,
) -> TableCalibration {
    let px_per_in = |square: &SquareSeen| fit.camera.px_per_in(square.corners_in[0]).unwrap_or(1.0);
    let reference: Vec<_> = kept
        .iter()
        .zip(squares)
        .zip(&fit.square_rms_px)
        .map(|((card, square), &residual_px)| ReferenceCard {
            id: card.corner.id(),
            corners_px: card.corners_px.map(|pixel| [pixel.x_px, pixel.y_px]),
            corners_in: square.corners_in.map(|point| [point.x_in, point.y_in]),
            height_in: CARD_THICKNESS_IN,
            residual_px,
            residual_in: residual_px / px_per_in(square),
        })
        .collect();
    let rotation = fit.camera.camera_from_table;
    let spread = fit.spread();
    let expected = TableAccuracy::new(fit.camera, &spread).expected(size_in, DECK_IN);
    let file = TableFile {
        way: CalibrationWay::CornerCards,
        quick_start: false,
        grade: Grade::new(expected.range_error_p95_in, false),
        area_in: rectangle_in(size_in),
        lens: LensFile {
            lens: fit.camera.lens,
            covariance: lens.covariance.map(|_| fit.lens_covariance()),
            ..lens.clone()
        },
        size_in,
        card_in,
        camera_from_table: std::array::from_fn(|r| std::array::from_fn(|c| rotation[(r, c)])),
        position_in: fit.camera.position_in.into(),
        bloom_px: fit.bloom_px,
        residual_px: fit.rms_px,
        residual_in: residual_in(fit, squares),
        cards: reference.clone(),
        expected,
        spread,
    };
    let report_card = |corner: TableCorner| {
        let reference = reference.iter().find(|card| card.id == corner.id());
        CardReport {
            id: corner.id(),
            corner,
            found: cards.iter().any(|card| card.corner == corner),
            kept: reference.is_some(),
            residual_px: reference.map(|card| card.residual_px),
            residual_in: reference.map(|card| card.residual_in),
        }
    };
    TableCalibration {
        report: TableReport {
            residual_px: file.residual_px,
            residual_in: file.residual_in,
            cards: TableCorner::ALL.into_iter().map(report_card).collect(),
            camera_position_in: file.position_in,
            expected: file.expected.clone(),
            warnings,
        },
        file,
    }
}
