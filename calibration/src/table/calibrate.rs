//! Calibration of a table from one picture: chooses the method, and makes the report and the file.

use crate::detect::cards::{TableCorner, find_cards_precisely};
use crate::files::picture::picture_size;
use crate::lens::file::LensFile;
use crate::lens::generic::{quick_lens, quick_starts, with_open_focal};
use crate::table::accuracy::{DECK_IN, TableAccuracy};
use crate::table::file::{ReferenceCard, TableFile};
use crate::table::grade::Grade;
use crate::table::input::TableInput;
use crate::table::placement::{CalibrationPicture, Placement};
use crate::table::report::{CardReport, Finding, TableCalibration, TableError, TableReport};
use crate::table::{corner_cards, free_cards, tape_points};
use geometry::{Measured, Point};
use opencv::core::Mat;
use std::collections::BTreeMap;

/// Calibrates a table by its corner cards.
///
/// `size_in` is the playing area (east-west, north-south), `card_in` the side of a card's black square. Three cards
/// are enough; a missing or misplaced one is reported in the findings. A lens calibrated at another
/// size of the same proportions is scaled.
pub fn calibrate_table(
    picture: &Mat,
    lens: &LensFile,
    size_in: (f64, f64),
    card_in: f64,
) -> Result<TableCalibration, TableError> {
    let words = TableInput::CornerCards { size_in, card_in, heights_in: BTreeMap::new() };
    calibrate_table_by(picture, Some(lens), &words)
}

/// Calibrates a table by the method the player chose. Without a lens it is a quick start: the lens is estimated from
/// the table itself.
pub fn calibrate_table_by(
    picture: &Mat,
    lens: Option<&LensFile>,
    words: &TableInput,
) -> Result<TableCalibration, TableError> {
    check(words)?;
    let size = picture_size(picture);
    let Some(lens) = lens else {
        let lens = quick_lens(size);
        let mut sight = CalibrationPicture {
            picture,
            lens: &lens,
            starts: quick_starts(size),
            quick: true,
            seen: find_cards_precisely(picture, None, |id| counts(words, id))?,
        };
        // Edges are straight in the ideal picture only: once more with the lens that was found.
        let rough = lay(&sight, words)?.fit.lens;
        sight.starts.push(rough);
        sight.seen = find_cards_precisely(picture, Some(&rough), |id| counts(words, id))?;
        return Ok(told(lay(&sight, words)?, &sight));
    };
    let measured_at = lens.lens.picture_size();
    let lens = lens.scaled_to(size)?;
    let seen = find_cards_precisely(picture, Some(&lens.lens), |id| counts(words, id))?;
    let sight = CalibrationPicture { picture, lens: &lens, starts: vec![lens.lens], quick: false, seen };
    let laid = lay(&sight, words)?;
    let open = with_open_focal(&lens);
    let doubting =
        CalibrationPicture { lens: &open, seen: sight.seen.clone(), starts: sight.starts.clone(), ..sight };
    let (mut laid, sight) = match disagreeing_lens(&laid, &doubting, words) {
        // The focal length from the cards is used, as it is this camera's.
        Some(disagreeing) => (disagreeing, &doubting),
        None => (laid, &sight),
    };
    if measured_at != size {
        laid.findings.push(Finding::LensScaled { measured_at, picture: size });
    }
    Ok(told(laid, sight))
}

/// The placement with the focal length that fits the cards, if it differs significantly from the lens file's.
fn disagreeing_lens(
    laid: &Placement,
    doubting: &CalibrationPicture<'_>,
    words: &TableInput,
) -> Option<Placement> {
    let mut open = lay(doubting, words).ok()?;
    let told_px = laid.fit.lens.fx;
    let sigma_px = open.fit.lens_covariance()[0][0].max(0.0).sqrt();
    let measured_px = Measured::new(open.fit.lens.fx, sigma_px);
    let off_px = (measured_px.value - told_px).abs();
    if off_px < (OTHER_LENS_SIGMAS * sigma_px).max(OTHER_LENS_SHARE * told_px) {
        return None;
    }
    open.findings.push(Finding::LensDisagrees { told_px, measured_px });
    Some(open)
}

fn lay(sight: &CalibrationPicture<'_>, words: &TableInput) -> Result<Placement, TableError> {
    match words {
        TableInput::CornerCards { size_in, card_in, heights_in } => {
            corner_cards::lay(sight, *size_in, *card_in, heights_in)
        }
        TableInput::FreeCards(words) => free_cards::lay(sight, words),
        TableInput::Points { size_in, points } => tape_points::lay(sight, *size_in, points),
    }
}

/// Is a marker of this id one of the cards?
fn counts(words: &TableInput, id: u32) -> bool {
    let named = match words {
        TableInput::FreeCards(words) => words.heights_in.contains_key(&id),
        TableInput::CornerCards { .. } | TableInput::Points { .. } => false,
    };
    named || TableCorner::of_id(id).is_some()
}

/// Cards are between a fingernail and a table wide, inches.
const CARD_SIDES_IN: std::ops::RangeInclusive<f64> = 0.1..=100.0;
/// A playing area's longest side, inches.
const LONGEST_SIDE_IN: f64 = 1e4;
/// Nothing on the table is higher (or deeper), inches.
const HIGHEST_IN: f64 = 36.0;

/// Refuses input that can't be true for any picture.
fn check(words: &TableInput) -> Result<(), TableError> {
    let (size_in, card_in, heights) = match words {
        TableInput::CornerCards { size_in, card_in, heights_in } => {
            (Some(*size_in), *card_in, heights_in.values().copied().collect::<Vec<_>>())
        }
        TableInput::FreeCards(words) => {
            let size_in = match words.area {
                crate::table::input::Area::Middle { size_in } => Some(size_in),
                _ => words.typed_size_in,
            };
            let stick = words.stick.iter().map(|stick| stick.height_in);
            (size_in, words.card_in, words.heights_in.values().copied().chain(stick).collect())
        }
        TableInput::Points { size_in, points } => {
            (Some(*size_in), *CARD_SIDES_IN.start(), points.iter().map(|point| point.height_in).collect())
        }
    };
    if !CARD_SIDES_IN.contains(&card_in) {
        return Err(TableError::ImpossibleFigure {
            what: "A card's side",
            value_in: card_in,
            remedy: "give the side of its black square in inches",
        });
    }
    let fits = |side: f64| (2.0 * card_in..=LONGEST_SIDE_IN).contains(&side);
    if let Some(size_in) = size_in.filter(|size_in| !(fits(size_in.0) && fits(size_in.1))) {
        return Err(TableError::ImpossibleSize { size_in, card_in });
    }
    if let Some(&value_in) = heights.iter().find(|height| !(-HIGHEST_IN..=HIGHEST_IN).contains(*height)) {
        return Err(TableError::ImpossibleFigure {
            what: "A height",
            value_in,
            remedy: "give in inches how far above the table it is, less than a yard",
        });
    }
    Ok(())
}

/// A lens is another camera's when the focal length that fits the cards differs by this many standard deviations…
const OTHER_LENS_SIGMAS: f64 = 4.0;
/// …and by this share: less can be a card that is turned a little.
const OTHER_LENS_SHARE: f64 = 0.02;

fn told(laid: Placement, sight: &CalibrationPicture<'_>) -> TableCalibration {
    let Placement { fit, way, size_in, card_in, area_in, cards, points, residual, measured_size_in, .. } =
        laid;
    let camera = fit.camera();
    let spread = fit.spread();
    let expected = TableAccuracy::new(camera, &spread).expected(size_in, DECK_IN);
    let guessed =
        sight.quick || laid.findings.iter().any(|finding| matches!(finding, Finding::LensDisagrees { .. }));
    let grade = Grade::new(expected.range_error_p95_in, guessed);
    let lens = LensFile {
        lens: fit.lens,
        covariance: sight.lens.covariance.map(|_| fit.lens_covariance()),
        ..sight.lens.clone()
    };
    let focal_px = Measured::new(lens.lens.fx, lens.sigmas().map_or(0.0, |sigmas| sigmas[0]));
    let mut findings = laid.findings;
    if sight.quick {
        findings.push(Finding::QuickStart { focal_share: focal_px.sigma / focal_px.value });
    } else if grade == Grade::Coarse && !guessed {
        findings.push(Finding::Coarse { range_error_p95_in: expected.range_error_p95_in, way });
    }
    let scale_at = |[x_in, y_in]: [f64; 2]| camera.px_per_in(Point::new(x_in, y_in)).unwrap_or(1.0);
    let reports = cards
        .iter()
        .map(|card| CardReport {
            id: card.id,
            corner: card.corner,
            found: card.corners_px.is_some(),
            kept: card.kept,
            middle_in: card.corners_in.map(|(corners, _)| middle(&corners)),
            residual_px: card.residual_px,
            residual_in: card
                .corners_in
                .and_then(|(corners, _)| Some(card.residual_px? / scale_at(middle(&corners)))),
        })
        .collect();
    // A card that was not used for the table still shows whether the camera moves.
    let reference = cards
        .iter()
        .filter_map(|card| {
            let (corners_px, (corners_in, height_in)) = (card.corners_px?, card.corners_in?);
            let residual_px = card.residual_px.unwrap_or(0.0);
            Some(ReferenceCard {
                id: card.id,
                corners_px: corners_px.map(|pixel| [pixel.x_px, pixel.y_px]),
                corners_in,
                height_in,
                residual_px,
                residual_in: residual_px / scale_at(middle(&corners_in)),
            })
        })
        .collect();
    let rotation = camera.camera_from_table;
    let file = TableFile {
        lens,
        size_in,
        card_in,
        camera_from_table: std::array::from_fn(|r| std::array::from_fn(|c| rotation[(r, c)])),
        position_in: camera.position_in.into(),
        bloom_px: fit.bloom_px,
        residual_px: residual.0,
        residual_in: residual.1,
        way,
        quick_start: sight.quick,
        grade,
        area_in,
        cards: reference,
        expected: expected.clone(),
        spread,
    };
    let report = TableReport {
        way,
        grade,
        residual_px: residual.0,
        residual_in: residual.1,
        cards: reports,
        points,
        size_in,
        measured_size_in,
        camera_position_in: file.position_in,
        focal_px,
        expected,
        warnings: findings.iter().map(ToString::to_string).collect(),
        findings,
    };
    TableCalibration { report, file }
}

fn middle(corners: &[[f64; 2]; 4]) -> [f64; 2] {
    std::array::from_fn(|axis| corners.iter().map(|corner| corner[axis]).sum::<f64>() / 4.0)
}
