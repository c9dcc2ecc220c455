//! The table by points measured with a tape and clicked in the picture: no printer needed.

use crate::camera::model::TableCamera;
use crate::detect::cards::CARD_THICKNESS_IN;
use crate::table::file::{CalibrationWay, rectangle_in};
use crate::table::fit::{PrintedTarget, TableFit, TargetPoint, fit_table, pose_from_told};
use crate::table::input::TapePoint;
use crate::table::placement::{CalibrationPicture, PlacedCard, Placement, residual};
use crate::table::report::{FEWEST_POINTS, Finding, PointReport, TableError};
use geometry::Point;
use nalgebra::{Isometry2, Vector2, Vector3};

/// A click and a reading of the tape together are about this noisy, pixels.
const CLICK_NOISE_PX: f64 = 1.5;
/// Points that miss by more than this are reported, inches: twice what a careful hand reads off a tape.
const MISS_WORTH_A_WORD_IN: f64 = 0.125;
/// With misses above this there is no table, inches.
const HOPELESS_IN: f64 = 2.0;
/// Leaving a point out must make the residuals this much smaller to be believed…
const BLAME_TIMES: f64 = 2.5;
/// …and this much smaller than leaving any other out.
const ALONE_TIMES: f64 = 1.5;

/// Solves the table by tape-measured points.
pub(crate) fn lay(
    sight: &CalibrationPicture<'_>,
    size_in: (f64, f64),
    points: &[TapePoint],
) -> Result<Placement, TableError> {
    if points.len() < FEWEST_POINTS {
        return Err(TableError::TooFewPoints { given: points.len() });
    }
    let inside = |point: &TapePoint| {
        let lens = &sight.lens.lens;
        (-0.5..=f64::from(lens.width)).contains(&point.pixel.x_px)
            && (-0.5..=f64::from(lens.height)).contains(&point.pixel.y_px)
            && point.x_in.is_finite()
            && point.y_in.is_finite()
    };
    if !points.iter().all(inside) {
        return Err(TableError::PointsUndetermined);
    }
    let all = fit_without(sight, points, None).ok_or(TableError::PointsUndetermined)?;
    let all_in = residual(&all).1;
    let mut findings = Vec::new();
    let blamed = if all_in > MISS_WORTH_A_WORD_IN { find_outlier(sight, points, &all) } else { None };
    let (fit, out) = match blamed {
        Some((out, fit)) => (fit, Some(out)),
        None => (all, None),
    };
    let residual = residual(&fit);
    if !(residual.1 < HOPELESS_IN && fit.camera().position_in.z > 0.0) {
        return Err(TableError::PointMisfit { miss_in: residual.1 });
    }
    let camera = fit.camera();
    let reports: Vec<_> = points
        .iter()
        .enumerate()
        .map(|(index, point)| report_of(&camera, point, Some(index) != out))
        .collect();
    if let Some(out) = out {
        findings.push(Finding::PointMisfits { number: out + 1, off_in: reports[out].off_in });
    } else if residual.1 > MISS_WORTH_A_WORD_IN {
        let too_few = points.len() < fewest_to_blame(sight);
        findings.push(Finding::PointsDisagree { miss_in: residual.1, too_few });
    }
    Ok(Placement {
        way: CalibrationWay::Points,
        size_in,
        // The cards' size is not given: it is measured from the picture, and used only to notice drift.
        card_in: crate::detect::cards::KIT_CARD_IN,
        area_in: rectangle_in(size_in),
        cards: cards_seen(sight, &camera),
        points: reports,
        residual,
        measured_size_in: None,
        findings,
        fit,
    })
}

/// Leaving one out must still leave more figures than unknowns: six of the pose, and the focal length where no lens
/// was measured.
fn fewest_to_blame(sight: &CalibrationPicture<'_>) -> usize {
    FEWEST_POINTS + if sight.quick { 2 } else { 1 }
}

fn fit_without(sight: &CalibrationPicture<'_>, points: &[TapePoint], out: Option<usize>) -> Option<TableFit> {
    let marks = points
        .iter()
        .enumerate()
        .filter(|(index, _)| Some(*index) != out)
        .map(|(_, point)| TargetPoint {
            at_in: Vector3::new(point.x_in, point.y_in, point.height_in),
            pixel: point.pixel,
            inward: Vector2::zeros(),
        })
        .collect();
    let table = vec![PrintedTarget { marks, place: Isometry2::identity(), free: false }];
    fit_table(&sight.known_of_clicks(CLICK_NOISE_PX), |lens| {
        Some((pose_from_told(lens, &table)?, table.clone()))
    })
}

/// The wrong point, if there is one: the only one without which the others agree.
fn find_outlier(
    sight: &CalibrationPicture<'_>,
    points: &[TapePoint],
    all: &TableFit,
) -> Option<(usize, TableFit)> {
    if points.len() < fewest_to_blame(sight) {
        return None;
    }
    let mut fits: Vec<_> = (0..points.len())
        .filter_map(|out| {
            let fit = fit_without(sight, points, Some(out))?;
            Some((fit.rms_px(), out, fit))
        })
        .collect();
    fits.sort_by(|a, b| a.0.total_cmp(&b.0));
    let next_px = fits.get(1).map_or(f64::INFINITY, |next| next.0);
    let (best_px, out, fit) = fits.into_iter().next()?;
    (best_px * BLAME_TIMES < all.rms_px() && best_px * ALONE_TIMES < next_px).then_some((out, fit))
}

fn report_of(camera: &TableCamera, point: &TapePoint, kept: bool) -> PointReport {
    let place = Point::new(point.x_in, point.y_in);
    let seen = camera.table_from_pixel(point.pixel, point.height_in);
    let expected = camera.pixel_from_table(place, point.height_in);
    PointReport {
        kept,
        off_in: seen.map_or(f64::INFINITY, |seen| seen.distance_in(place)),
        off_px: expected.map_or(f64::INFINITY, |expected| expected.distance_px(point.pixel)),
    }
}

/// Cards that happen to be flat on the table show later whether the camera moves; their places are measured here.
fn cards_seen(sight: &CalibrationPicture<'_>, camera: &TableCamera) -> Vec<PlacedCard> {
    sight
        .seen
        .cards
        .iter()
        .filter_map(|card| {
            let corner = |index: usize| {
                let at = camera.table_from_pixel(card.corners_px[index], CARD_THICKNESS_IN)?;
                Some([at.x_in, at.y_in])
            };
            let corners = [corner(0)?, corner(1)?, corner(2)?, corner(3)?];
            Some(PlacedCard {
                id: card.id,
                corner: None,
                corners_px: Some(card.corners_px),
                corners_in: Some((corners, CARD_THICKNESS_IN)),
                residual_px: None,
                kept: false,
            })
        })
        .collect()
}
