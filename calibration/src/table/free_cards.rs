//! The table by cards lying anywhere: their printed size gives the scale, and the drawn area the frame.

use crate::camera::model::{Lens, Pixel};
use crate::detect::cards::{CARD_THICKNESS_IN, TableCorner};
use crate::optimise::closed_form::first_pose;
use crate::optimise::correspondence::Correspondence;
use crate::table::accuracy::{MeasuredPoint, TableAccuracy};
use crate::table::area::{DrawnArea, drawn_area};
use crate::table::check_stick::find_check_stick;
use crate::table::file::CalibrationWay;
use crate::table::fit::{PrintedTarget, TableFit, TargetPoint, fit_table};
use crate::table::input::{FreeCards, LaidStick, Trust};
use crate::table::placement::place_seen;
use crate::table::placement::sides_that_disagree;
use crate::table::placement::{CalibrationPicture, PlacedCard, Placement, card_piece, corners_of, residual};
use crate::table::report::{Finding, TableError};
use geometry::{Measured, Point};
use nalgebra::{Isometry2, Isometry3, Matrix3, Rotation3, Translation3, UnitQuaternion, Vector2, Vector3};

/// With fewer cards the table's tilt is too uncertain.
pub const FEWEST_FREE_CARDS: usize = 3;
/// With fewer than this no card can be singled out: any three are in one plane.
const FEWEST_TO_BLAME: usize = 5;
/// Cards that fit miss by less than this, pixels: below it none is doubted…
const DOUBT_PX: f64 = 0.2;
/// …and above this it is reported even where no card can be singled out.
const MISFIT_PX: f64 = 0.6;
/// A card is rejected only if it looks larger or smaller than given by at least this share.
const WRONG_SHARE: f64 = 0.01;
/// Leaving a card out must make the residuals this much smaller to be believed.
const BLAME_TIMES: f64 = 2.0;
/// With misses above this there is no table, inches.
const HOPELESS_IN: f64 = 0.25;
/// A drawn corner farther than this from the rectangle's is reported, inches.
const AREA_OFF_IN: f64 = 0.25;
/// A corner of the area is clicked about this well, pixels.
const CLICK_PX: f64 = 1.0;
/// Centres of cards whose breadth is less than this share of their length lie on a line.
const LINE_SHARE: f64 = 0.15;

/// Solves the table by cards lying anywhere.
pub(crate) fn lay(sight: &CalibrationPicture<'_>, words: &FreeCards) -> Result<Placement, TableError> {
    sight.refuse_duplicates()?;
    let found = sight.seen.cards.len();
    if found < FEWEST_FREE_CARDS {
        return Err(TableError::TooFewFreeCards { found, needed: FEWEST_FREE_CARDS });
    }
    let laid = place_once(sight, words)?;
    let (Some(typed_in), Some(measured)) = (words.typed_size_in, laid.measured_size_in) else {
        return Ok(laid);
    };
    let typed_counts = words.trust == Trust::Sides;
    let disagreeing = sides_that_disagree(typed_in, measured, typed_counts);
    let mut laid = if typed_counts {
        // The prints are scaled to agree with the typed sides.
        let stretch = (typed_in.0 / measured.0.value + typed_in.1 / measured.1.value) / 2.0;
        let stretched = FreeCards {
            card_in: words.card_in * stretch,
            stick: words.stick.map(|stick| LaidStick { stick_in: stick.stick_in * stretch, ..stick }),
            ..words.clone()
        };
        Placement { measured_size_in: laid.measured_size_in, ..place_once(sight, &stretched)? }
    } else {
        laid
    };
    laid.findings.extend(disagreeing);
    Ok(laid)
}

fn place_once(sight: &CalibrationPicture<'_>, words: &FreeCards) -> Result<Placement, TableError> {
    let hopeless = |miss_in: f64| TableError::FreeMisfit { card_in: words.card_in, miss_in };
    let cards = &sight.seen.cards;
    let mut pieces: Vec<_> = cards
        .iter()
        .map(|card| card_piece(card, words.card_in, told_in(words, card.id), Isometry2::identity()))
        .collect();
    if let Some(stick) = &words.stick {
        pieces.push(stick_piece(sight, stick)?);
    }
    let all = fit_free(sight, &pieces, None).ok_or_else(|| hopeless(f64::INFINITY))?;
    let mut findings = Vec::new();
    let (fit, out) = match find_outlier(sight, words, &pieces, &all) {
        Some((out, fit, finding)) => {
            findings.push(finding);
            (fit, Some(out))
        }
        None => (all, None),
    };
    let residual = residual(&fit);
    if !(residual.1 < HOPELESS_IN && fit.camera().position_in.z > 0.0) {
        return Err(hopeless(residual.1));
    }
    let area = drawn_area(&fit.camera(), &words.area).ok_or(TableError::NoArea)?;
    let held = area.corners_in.map(Vector2::from);
    let fit = fit.reframed(&area.table_from_area, &held).ok_or(TableError::NoArea)?;
    // Pieces of the fit are those that counted, in order.
    let piece_of = |index: usize| match out {
        Some(out) if index == out => None,
        Some(out) if index > out => Some(index - 1),
        _ => Some(index),
    };
    if residual.0 > MISFIT_PX {
        findings.push(Finding::FreeCardsDisagree { miss_in: residual.1 });
    }
    if area.off_in > AREA_OFF_IN {
        findings.push(Finding::AreaNotSquare { off_in: area.off_in });
    }
    let cards = cards
        .iter()
        .enumerate()
        .map(|(index, card)| PlacedCard {
            id: card.id,
            corner: None,
            corners_px: Some(card.corners_px),
            corners_in: piece_of(index).and_then(|piece| corners_of(&fit.pieces[piece])),
            residual_px: piece_of(index).map(|piece| fit.piece_rms_px(piece)),
            kept: piece_of(index).is_some(),
        })
        .chain(missing(sight))
        .collect();
    Ok(Placement {
        way: CalibrationWay::FreeCards,
        size_in: area.size_in,
        card_in: words.card_in,
        area_in: area.corners_in,
        cards,
        points: Vec::new(),
        residual,
        measured_size_in: measured_sides(&fit, &area),
        findings,
        fit,
    })
}

/// Cards 0 to 3 that are not seen: reported, but not required.
fn missing(sight: &CalibrationPicture<'_>) -> impl Iterator<Item = PlacedCard> {
    TableCorner::ALL
        .map(TableCorner::id)
        .into_iter()
        .filter(|id| sight.seen.cards.iter().all(|card| card.id != *id))
        .map(|id| PlacedCard {
            id,
            corner: None,
            corners_px: None,
            corners_in: None,
            residual_px: None,
            kept: false,
        })
}

/// The check stick as a piece: the middles of its two squares, which bloom leaves where they are.
fn stick_piece(sight: &CalibrationPicture<'_>, stick: &LaidStick) -> Result<PrintedTarget, TableError> {
    let lens = sight.starts.last().unwrap_or(&sight.lens.lens);
    let seen = find_check_stick(sight.picture, lens)?;
    let height_in = stick.height_in + CARD_THICKNESS_IN;
    let marks = [-0.5, 0.5]
        .into_iter()
        .zip(seen.middles_px)
        .map(|(share, pixel)| TargetPoint {
            at_in: Vector3::new(share * stick.stick_in, 0.0, height_in),
            pixel,
            inward: Vector2::zeros(),
        })
        .collect();
    Ok(PrintedTarget { marks, place: Isometry2::identity(), free: true })
}

/// A fit with every place free but that of the first piece, which fixes the frame; one piece may be left out.
fn fit_free(
    sight: &CalibrationPicture<'_>,
    pieces: &[PrintedTarget],
    out: Option<usize>,
) -> Option<TableFit> {
    let counted: Vec<_> = pieces
        .iter()
        .enumerate()
        .filter(|(index, _)| Some(*index) != out)
        .map(|(_, piece)| piece.clone())
        .collect();
    let bloom_px = sight.seen.bloom.px;
    fit_table(&sight.known(), |lens| {
        let pose = plane_of(lens, bloom_px, &counted)?;
        let mut begun = counted.clone();
        for piece in &mut begun {
            piece.place = place_seen(lens, &pose, piece)?;
        }
        begun.first_mut()?.free = false;
        Some((pose, begun))
    })
}

/// A first pose of the table from cards lying on it: the apparent size of each gives its distance, and the table is
/// the plane under them.
fn plane_of(lens: &Lens, bloom_px: f64, pieces: &[PrintedTarget]) -> Option<Isometry3<f64>> {
    let seen: Vec<_> = pieces
        .iter()
        .filter_map(|piece| {
            let sightings: Vec<_> = piece
                .marks
                .iter()
                .map(|mark| {
                    let mut pixel = mark.pixel;
                    pixel.x_px -= mark.inward.x * bloom_px;
                    pixel.y_px -= mark.inward.y * bloom_px;
                    Correspondence { target_in: mark.at_in.xy(), pixel, inward: mark.inward }
                })
                .collect();
            Some((first_pose(lens, &sightings)?, piece.marks.first()?.at_in.z))
        })
        .collect();
    let own: Vector3<f64> = seen.iter().map(|(pose, _)| pose.rotation * Vector3::z()).sum();
    let mut up = own.try_normalize(1e-9)?;
    let mut under = Vector3::zeros();
    // Raised cards are lowered along the plane's normal, which is known better the second time.
    for _ in 0..2 {
        let places: Vec<_> =
            seen.iter().map(|(pose, height_in)| pose.translation.vector - up * *height_in).collect();
        under = places.iter().sum::<Vector3<f64>>() / places.len() as f64;
        let scatter: Matrix3<f64> =
            places.iter().map(|place| (place - under) * (place - under).transpose()).sum();
        let eigen = scatter.symmetric_eigen();
        let mut order = [0, 1, 2];
        order.sort_by(|&a, &b| eigen.eigenvalues[a].total_cmp(&eigen.eigenvalues[b]));
        let (breadth, length) = (eigen.eigenvalues[order[1]].sqrt(), eigen.eigenvalues[order[2]].sqrt());
        if breadth > LINE_SHARE * length {
            let normal = eigen.eigenvectors.column(order[0]).into_owned();
            up = if normal.dot(&up) < 0.0 { -normal } else { normal };
        }
    }
    let first = seen.first()?.0.rotation * Vector3::x();
    let east = (first - up * up.dot(&first)).try_normalize(1e-9)?;
    let rotation = Rotation3::from_matrix_unchecked(Matrix3::from_columns(&[east, up.cross(&east), up]));
    Some(Isometry3::from_parts(Translation3::from(under), UnitQuaternion::from_rotation_matrix(&rotation)))
}

/// The card that is not as given, if there is one: without it the others agree, and it looks as if of another size.
fn find_outlier(
    sight: &CalibrationPicture<'_>,
    words: &FreeCards,
    pieces: &[PrintedTarget],
    all: &TableFit,
) -> Option<(usize, TableFit, Finding)> {
    let cards = &sight.seen.cards;
    if cards.len() < FEWEST_TO_BLAME || all.rms_px() < DOUBT_PX {
        return None;
    }
    let (out, fit) = (0..cards.len())
        .filter_map(|out| Some((out, fit_free(sight, pieces, Some(out))?)))
        .min_by(|a, b| a.1.rms_px().total_cmp(&b.1.rms_px()))?;
    let told_in = told_in(words, cards[out].id);
    let (looks_in, height_in) = looks_of(&fit, &pieces[out], words.card_in, told_in)?;
    let card_in = words.card_in;
    let wrong = (looks_in / card_in - 1.0).abs() > WRONG_SHARE;
    let finding = Finding::CardMisfits { id: cards[out].id, looks_in, card_in, height_in, told_in };
    (wrong && fit.rms_px() * BLAME_TIMES < all.rms_px()).then_some((out, fit, finding))
}

/// The height of the surface under a card above the table.
fn told_in(words: &FreeCards, id: u32) -> f64 {
    words.heights_in.get(&id).copied().unwrap_or(0.0)
}

/// The apparent side of a card that was left out, and the height of the surface under it that would explain it.
fn looks_of(fit: &TableFit, piece: &PrintedTarget, card_in: f64, told_in: f64) -> Option<(f64, f64)> {
    let camera = fit.camera();
    let print_in = told_in + CARD_THICKNESS_IN;
    let without_bloom = |mark: &TargetPoint| {
        let at = Vector2::new(mark.pixel.x_px, mark.pixel.y_px) - mark.inward * fit.bloom_px;
        camera.table_from_pixel(Pixel::new(at.x, at.y), print_in)
    };
    let corners: Option<Vec<_>> = piece.marks.iter().map(without_bloom).collect();
    let corners = corners?;
    let round: f64 = corners.iter().zip(corners.iter().cycle().skip(1)).map(|(a, b)| a.distance_in(*b)).sum();
    let looks_in = round / corners.len() as f64;
    // The apparent size is inversely proportional to the distance from the camera.
    let up_in = camera.position_in.z;
    Some((looks_in, up_in - (up_in - print_in) * card_in / looks_in - CARD_THICKNESS_IN))
}

/// The sides of the drawn area, the corners clicked by hand.
fn measured_sides(fit: &TableFit, area: &DrawnArea) -> Option<(Measured, Measured)> {
    let accuracy = TableAccuracy::new(fit.camera(), &fit.spread());
    let spot = |corner: usize| {
        let [x_in, y_in] = area.corners_in[corner];
        MeasuredPoint { point: Point::new(x_in, y_in), height_in: 0.0, found_px: CLICK_PX }
    };
    let side = |[(a, b), (c, d)]: [(usize, usize); 2]| {
        let (one, other) = (accuracy.range_in(spot(a), spot(b))?, accuracy.range_in(spot(c), spot(d))?);
        Some(Measured::new((one.value + other.value) / 2.0, one.sigma.max(other.sigma)))
    };
    Some((side([(0, 1), (3, 2)])?, side([(0, 3), (1, 2)])?))
}
