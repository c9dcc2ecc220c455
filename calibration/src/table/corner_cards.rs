//! The table by corner cards: their places follow from the sides of the playing area.

use crate::detect::cards::{DetectedCard, TableCorner};
use crate::table::file::{CalibrationWay, rectangle_in};
use crate::table::fit::{PrintedTarget, TableFit, fit_table, pose_from_told};
use crate::table::placement::sides_that_disagree;
use crate::table::placement::{CalibrationPicture, PlacedCard, Placement, card_piece, corners_of, residual};
use crate::table::report::{Finding, TableError};
use geometry::Measured;
use nalgebra::{Isometry2, Vector2};
use std::collections::BTreeMap;

/// With fewer cards the pose is too uncertain.
pub const FEWEST_CARDS: usize = 3;
/// Above this the sides or the lens are wrong, not one card, inches.
const HOPELESS_IN: f64 = 0.5;
/// Cards that miss by more than this are reported, inches.
const MISS_WORTH_A_WORD_IN: f64 = 0.05;
/// A card less than this from its corner is placed as well as a hand can, inches…
const CAREFUL_IN: f64 = 0.06;
/// …and so is one turned by less than this, degrees.
const CAREFUL_DEG: f64 = 2.0;
/// Leaving a card's place open must make the residuals this much smaller to be believed…
const BLAME_TIMES: f64 = 2.0;
/// …and be this much likelier than leaving any other open (natural logarithm of the odds: a hundred to one).
const ALONE_LOG_ODDS: f64 = 4.6;
/// Corners are never taken to be better than this when odds are weighed, pixels along each axis.
const LEAST_NOISE_PX: f64 = 0.05;

/// Solves the table by its corner cards.
pub(crate) fn lay(
    sight: &CalibrationPicture<'_>,
    size_in: (f64, f64),
    card_in: f64,
    heights_in: &BTreeMap<u32, f64>,
) -> Result<Placement, TableError> {
    let (cards, missing) = corner_cards(sight)?;
    let misfit = |miss_in: f64| TableError::Misfit { size_in, card_in, miss_in };
    let pieces: Vec<_> = cards
        .iter()
        .map(|(corner, card)| {
            let told_in = heights_in.get(&card.id).copied().unwrap_or(0.0);
            let place = nominal_place(*corner, size_in, card_in);
            PrintedTarget { free: false, ..card_piece(card, card_in, told_in, place) }
        })
        .collect();
    let all = fit_with_open(sight, &pieces, None);
    let blamed = find_outlier(sight, &pieces, all.as_ref());
    let mut findings: Vec<_> = missing.iter().map(|&corner| Finding::CardMissing { corner }).collect();
    let (fit, open) = match blamed {
        Some((open, fit)) => {
            let (off_in, turned_deg) = departure(&pieces[open], &fit.pieces[open]);
            findings.push(Finding::CardBadlyLaid { corner: cards[open].0, off_in, turned_deg });
            (fit, Some(open))
        }
        None => (all.ok_or_else(|| misfit(f64::INFINITY))?, None),
    };
    let residual = residual(&fit);
    if !(residual.1 < HOPELESS_IN && fit.camera().position_in.z > 0.0) {
        return Err(misfit(residual.1));
    }
    // Without a lens only the typed sides give the scale.
    let corners: Vec<_> = cards.iter().map(|(corner, _)| *corner).collect();
    let measured_size_in =
        if sight.quick { None } else { measured_sides(sight, &fit, &corners, open, card_in) };
    let disagreeing =
        measured_size_in.map_or_else(Vec::new, |measured| sides_that_disagree(size_in, measured, true));
    if disagreeing.is_empty() && residual.1 > MISS_WORTH_A_WORD_IN {
        findings.push(Finding::CardsDisagree { miss_in: residual.1 });
    }
    findings.extend(disagreeing);
    let laid = |corner: TableCorner| {
        let index = corners.iter().position(|other| *other == corner);
        PlacedCard {
            id: corner.id(),
            corner: Some(corner),
            corners_px: index.map(|index| cards[index].1.corners_px),
            corners_in: index.and_then(|index| corners_of(&fit.pieces[index])),
            residual_px: index.map(|index| fit.piece_rms_px(index)),
            kept: index.is_some() && index != open,
        }
    };
    let cards = TableCorner::ALL.into_iter().map(laid).collect();
    Ok(Placement {
        fit,
        way: CalibrationWay::CornerCards,
        size_in,
        card_in,
        area_in: rectangle_in(size_in),
        cards,
        points: Vec::new(),
        residual,
        measured_size_in,
        findings,
    })
}

/// Corner cards with their corners.
type CornerCards = Vec<(TableCorner, DetectedCard)>;

/// The corner cards seen and the corners without one; an error where there are too few, or two of one kind.
fn corner_cards(sight: &CalibrationPicture<'_>) -> Result<(CornerCards, Vec<TableCorner>), TableError> {
    sight.refuse_duplicates()?;
    let cards: Vec<_> =
        sight.seen.cards.iter().filter_map(|card| Some((TableCorner::of_id(card.id)?, *card))).collect();
    let seen = |corner: &TableCorner| cards.iter().any(|(other, _)| other == corner);
    let missing: Vec<_> = TableCorner::ALL.into_iter().filter(|corner| !seen(corner)).collect();
    if cards.len() < FEWEST_CARDS {
        let names: Vec<_> = missing.iter().map(ToString::to_string).collect();
        let missing = match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => names.join(""),
        };
        return Err(TableError::TooFewCards { found: cards.len(), missing });
    }
    Ok((cards, missing))
}

/// Where a card's middle should lie, its top to the north.
fn nominal_place(corner: TableCorner, size_in: (f64, f64), card_in: f64) -> Isometry2<f64> {
    let square = corner.square_in(size_in, card_in);
    let middle = square.iter().map(|point| Vector2::new(point.x_in, point.y_in)).sum::<Vector2<f64>>() / 4.0;
    Isometry2::new(middle, 0.0)
}

/// A fit with every card in its corner, but for one whose place is left open.
fn fit_with_open(
    sight: &CalibrationPicture<'_>,
    pieces: &[PrintedTarget],
    open: Option<usize>,
) -> Option<TableFit> {
    let mut pieces = pieces.to_vec();
    if let Some(open) = open {
        pieces[open].free = true;
    }
    fit_table(&sight.known(), |lens| {
        let pose = pose_from_told(lens, &pieces)?;
        let mut begun = pieces.clone();
        if let Some(open) = open {
            begun[open].place = crate::table::placement::place_seen(lens, &pose, &pieces[open])?;
        }
        Some((pose, begun))
    })
}

/// The misplaced card, if leaving its place open makes all agree and no other card does.
fn find_outlier(
    sight: &CalibrationPicture<'_>,
    pieces: &[PrintedTarget],
    all: Option<&TableFit>,
) -> Option<(usize, TableFit)> {
    let all_px = all.map_or(f64::INFINITY, TableFit::rms_px);
    let mut open: Vec<_> = (0..pieces.len())
        .filter_map(|open| {
            let fit = fit_with_open(sight, pieces, Some(open))?;
            Some((fit.rms_px(), open, fit))
        })
        .collect();
    open.sort_by(|a, b| a.0.total_cmp(&b.0));
    let next_px = open.get(1).map_or(f64::INFINITY, |next| next.0);
    let (best_px, blamed, fit) = open.into_iter().next()?;
    let corners = 4.0 * pieces.len() as f64;
    // Two coordinates a corner, less pose, bloom and the open place.
    let noise2 = (corners * best_px * best_px / (2.0 * corners - 10.0)).max(LEAST_NOISE_PX * LEAST_NOISE_PX);
    let log_odds = corners * (next_px * next_px - best_px * best_px) / (2.0 * noise2);
    let ([east_in, north_in], turned_deg) = departure(&pieces[blamed], &fit.pieces[blamed]);
    let careless = east_in.hypot(north_in) > CAREFUL_IN || turned_deg.abs() > CAREFUL_DEG;
    (careless && best_px * BLAME_TIMES < all_px && log_odds > ALONE_LOG_ODDS).then_some((blamed, fit))
}

/// A card's displacement from its proper place: inches east and north, degrees clockwise.
fn departure(nominal: &PrintedTarget, found: &PrintedTarget) -> ([f64; 2], f64) {
    let off = found.place.translation.vector - nominal.place.translation.vector;
    let turned_rad = found.place.rotation.angle() - nominal.place.rotation.angle();
    (off.into(), -geometry::wrap_pi(turned_rad).to_degrees())
}

/// The sides as the cards' printed size measures them: every place left open but the first.
fn measured_sides(
    sight: &CalibrationPicture<'_>,
    fit: &TableFit,
    corners: &[TableCorner],
    out: Option<usize>,
    card_in: f64,
) -> Option<(Measured, Measured)> {
    let anchor = (0..corners.len()).find(|index| Some(*index) != out)?;
    let open: Vec<_> = fit
        .pieces
        .iter()
        .enumerate()
        .map(|(index, piece)| PrintedTarget { free: index != anchor, ..piece.clone() })
        .collect();
    let free = fit_table(&sight.known(), |_| Some((fit.camera_from_table, open.clone())))?;
    let side = |pairs: [(TableCorner, TableCorner); 2]| {
        let measured: Vec<_> = pairs
            .iter()
            .filter_map(|(one, other)| {
                let index = |corner: &TableCorner| {
                    corners.iter().position(|seen| seen == corner).filter(|index| Some(*index) != out)
                };
                Some(free.apart_in(index(one)?, index(other)?))
            })
            .collect();
        let count = measured.len() as f64;
        // Both pairs share the scale's error: their mean is no better known than either.
        let value = measured.iter().map(|side| side.value).sum::<f64>() / count + card_in;
        let sigma = measured.iter().map(|side| side.sigma).fold(0.0, f64::max);
        (!measured.is_empty()).then(|| Measured::new(value, sigma))
    };
    use TableCorner::{NorthEast, NorthWest, SouthEast, SouthWest};
    Some((
        side([(SouthWest, SouthEast), (NorthWest, NorthEast)])?,
        side([(SouthWest, NorthWest), (SouthEast, NorthEast)])?,
    ))
}
