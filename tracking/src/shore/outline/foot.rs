//! From the segmentation to the edge of a piece's foot.
//!
//! Projected to height 0, a piece covers its foot and the part of the table that its sides and top hide. A
//! point of an upright piece's foot is covered, and so is the point of its top straight above it; for no
//! other point of the table are both covered. So the covered region is intersected with itself moved inward
//! by the parallax of the height. With sloping sides the top is smaller than the foot, and is dilated by that
//! amount first.

use crate::imaging::contours::{DIST_L2, contour_area_def};
use crate::shore::Relief;
use crate::shore::outline::polygon::RimPoint;
use crate::shore::segment::discriminant::{Discriminant, brush, grown, opened};
use crate::shore::segment::top_view::TopView;
use calibration::warp_affine;
use opencv::core::{CV_8U, CV_32F, CV_32S, Mat, Point as Cell, Point2f, Scalar, Size, Vector};
use opencv::imgproc;
use opencv::prelude::*;

/// Bridges and narrow strips below this width are cut off, inches.
const NARROW_IN: f64 = 0.36;
/// Largest distance of a click from the piece, inches.
const CLICK_IN: f64 = 0.2;
/// The edge within this distance of an unknown object does not count as seen, inches.
const BESIDE_STRANGE_IN: f64 = 0.12;
/// Width of the band on both sides of the edge in which the share is used, cells; further inside all is
/// piece, further outside nothing is.
const RIM_CELLS: f64 = 3.0;

/// The connected region of a piece in the top view: 255 inside.
pub(crate) fn region(view: &TopView, split: &Discriminant, seed: (f64, f64)) -> opencv::Result<Option<Mat>> {
    let mask = opened(&piece_cells(view, split)?, view.grid.cells(NARROW_IN))?;
    let (mut labels, mut stats, mut centres) = (Mat::default(), Mat::default(), Mat::default());
    imgproc::connected_components_with_stats(&mask, &mut labels, &mut stats, &mut centres, 4, CV_32S)?;
    let label = label_near(&labels, seed, view.grid.cells(CLICK_IN))?;
    let Some(label) = label else { return Ok(None) };
    let mut one = Mat::default();
    let exactly = Scalar::all(f64::from(label));
    opencv::core::in_range(&labels, &exactly, &exactly, &mut one)?;
    filled(&one).map(Some)
}

/// Cells that are more piece than sea, and not unknown.
pub(crate) fn piece_cells(view: &TopView, split: &Discriminant) -> opencv::Result<Mat> {
    let mut cells = view.grid.bytes()?;
    let (shares, strange) = (split.share.data_typed::<f32>()?, split.strange.data_bytes()?);
    for (at, mark) in cells.data_bytes_mut()?.iter_mut().enumerate() {
        if shares[at] > 0.5 && strange[at] == 0 {
            *mark = 255;
        }
    }
    Ok(cells)
}

/// The label nearest to a place, within `reach` cells.
fn label_near(labels: &Mat, (column, row): (f64, f64), reach: f64) -> opencv::Result<Option<i32>> {
    let mut nearest: Option<(f64, i32)> = None;
    let span = reach.ceil() as i32;
    let (c0, r0) = (column.round() as i32, row.round() as i32);
    for r in (r0 - span).max(0)..=(r0 + span).min(labels.rows() - 1) {
        for c in (c0 - span).max(0)..=(c0 + span).min(labels.cols() - 1) {
            let label = *labels.at_2d::<i32>(r, c)?;
            let far = (f64::from(c) - column).hypot(f64::from(r) - row);
            if label > 0 && far <= reach && nearest.is_none_or(|(best, _)| far < best) {
                nearest = Some((far, label));
            }
        }
    }
    Ok(nearest.map(|(_, label)| label))
}

/// A mask with its holes filled, such as ships on an island or a marker on a fort.
pub(crate) fn filled(mask: &Mat) -> opencv::Result<Mat> {
    let mut rims = Vector::<Vector<Cell>>::new();
    imgproc::find_contours_def(mask, &mut rims, imgproc::RETR_EXTERNAL, imgproc::CHAIN_APPROX_NONE)?;
    let mut out = Mat::new_rows_cols_with_default(mask.rows(), mask.cols(), CV_8U, Scalar::all(0.0))?;
    imgproc::draw_contours_def(&mut out, &rims, -1, Scalar::all(255.0))?;
    imgproc::fill_poly_def(&mut out, &rims, Scalar::all(255.0))?;
    Ok(out)
}

/// The share of piece in each cell, used only near the region's edge.
pub(crate) fn field(split: &Discriminant, region: &Mat) -> opencv::Result<Mat> {
    let mut soft = Mat::default();
    imgproc::gaussian_blur_def(&split.share, &mut soft, Size::new(0, 0), 0.7)?;
    let (inside, near) = (eroded(region, RIM_CELLS)?, grown(region, 2.0 * RIM_CELLS)?);
    let (region, inside, near) = (region.data_bytes()?, inside.data_bytes()?, near.data_bytes()?);
    let strange = split.strange.data_bytes()?;
    for (at, value) in soft.data_typed_mut::<f32>()?.iter_mut().enumerate() {
        let nothing = near[at] == 0 || (strange[at] != 0 && region[at] == 0);
        *value = match (inside[at] != 0, nothing) {
            (true, _) => value.clamp(0.8, 1.0),
            (_, true) => 0.0,
            _ => value.clamp(0.0, 1.0),
        };
    }
    Ok(soft)
}

pub(crate) fn eroded(mask: &Mat, cells: f64) -> opencv::Result<Mat> {
    let mut out = Mat::default();
    imgproc::morphology_ex_def(mask, &mut out, imgproc::MORPH_ERODE, &brush(2.0 * cells)?)?;
    Ok(out)
}

/// The share of each cell that belongs to the foot of a piece with this relief.
pub(crate) fn foot(view: &TopView, field: &Mat, relief: Relief) -> opencv::Result<Mat> {
    if relief.height_in <= 0.0 {
        return Ok(field.clone());
    }
    let growth = view.growth(relief.height_in);
    let under = view.camera.position_in;
    let (column, row) = view.grid.cell(geometry::Point::new(under.x, under.y));
    let from_top =
        Mat::from_slice_2d(&[[growth, 0.0, (1.0 - growth) * column], [0.0, growth, (1.0 - growth) * row]])?;
    let backward = imgproc::INTER_LINEAR | imgproc::WARP_INVERSE_MAP;
    let top = warp_affine(field, &from_top, view.grid.size(), backward)?;
    let top = outset(&top, view.grid.cells(relief.slope * relief.height_in))?;
    let mut foot = Mat::default();
    opencv::core::min(field, &top, &mut foot)?;
    Ok(foot)
}

/// A field dilated by this many cells; fractions are interpolated towards the next whole cell.
fn outset(field: &Mat, cells: f64) -> opencv::Result<Mat> {
    if cells < 0.05 {
        return Ok(field.clone());
    }
    let by = |whole: f64| grown(field, 2.0 * whole);
    let (less, more, part) = (by(cells.floor())?, by(cells.ceil())?, cells.fract());
    let mut out = Mat::default();
    opencv::core::add_weighted(&less, 1.0 - part, &more, part, 0.0, &mut out, CV_32F)?;
    Ok(out)
}

/// The edge of the largest part of a foot: points on the table in order, each with whether it was seen.
pub(crate) fn rim(
    view: &TopView,
    split: &Discriminant,
    foot: &Mat,
    relief: Relief,
) -> opencv::Result<Vec<RimPoint>> {
    let strange = grown(&split.strange, view.grid.cells(2.0 * BESIDE_STRANGE_IN))?;
    let hidden = |(column, row): (f64, f64)| -> opencv::Result<bool> {
        let (c, r) = (column.round() as i32, row.round() as i32);
        let at_rim = c < 2 || r < 2 || c >= view.grid.columns - 2 || r >= view.grid.rows - 2;
        Ok(at_rim || *strange.at_2d::<u8>(r, c)? != 0)
    };
    let mut points = Vec::new();
    for (column, row) in level(foot)? {
        let point = view.grid.point(column, row);
        let above = view.grid.cell(view.behind(point, relief.height_in));
        let seen = !hidden((column, row))? && !hidden(above)?;
        points.push(RimPoint { point, seen });
    }
    Ok(points)
}

/// The largest closed contour at which a field is one half, in cells.
fn level(field: &Mat) -> opencv::Result<Vec<(f64, f64)>> {
    let (mut above, mut mask) = (Mat::default(), Mat::default());
    imgproc::threshold(field, &mut above, 0.5, 255.0, imgproc::THRESH_BINARY)?;
    above.convert_to_def(&mut mask, CV_8U)?;
    let mut rims = Vector::<Vector<Cell>>::new();
    imgproc::find_contours_def(&mask, &mut rims, imgproc::RETR_EXTERNAL, imgproc::CHAIN_APPROX_NONE)?;
    let mut largest: Option<(f64, Vector<Cell>)> = None;
    for rim in rims {
        let area = contour_area_def(&rim)?;
        if largest.as_ref().is_none_or(|(most, _)| area > *most) {
            largest = Some((area, rim));
        }
    }
    let Some((_, cells)) = largest else { return Ok(Vec::new()) };
    cells.iter().map(|cell| half_way(field, cell)).collect()
}

/// Moves a cell of the edge along the field's gradient to where the field is one half.
fn half_way(field: &Mat, cell: Cell) -> opencv::Result<(f64, f64)> {
    const FARTHEST: f64 = 1.5;
    let at = |dc: i32, dr: i32| -> opencv::Result<f64> {
        let (c, r) = ((cell.x + dc).clamp(0, field.cols() - 1), (cell.y + dr).clamp(0, field.rows() - 1));
        Ok(f64::from(*field.at_2d::<f32>(r, c)?))
    };
    let (east, south) = ((at(1, 0)? - at(-1, 0)?) / 2.0, (at(0, 1)? - at(0, -1)?) / 2.0);
    let steep = east * east + south * south;
    let here = (f64::from(cell.x), f64::from(cell.y));
    if steep < 1e-4 {
        return Ok(here);
    }
    let along = (0.5 - at(0, 0)?) / steep;
    let (dx, dy) = (along * east, along * south);
    let shorter = (FARTHEST / dx.hypot(dy).max(1e-9)).min(1.0);
    Ok((here.0 + shorter * dx, here.1 + shorter * dy))
}

/// A field that is 1 inside a polygon of the table and 0 outside, with a smooth edge.
pub(crate) fn field_of(view: &TopView, polygon: &[geometry::Point]) -> opencv::Result<Mat> {
    const SHIFT: i32 = 6;
    const FINE: f64 = 64.0;
    let corners: Vector<Cell> = polygon
        .iter()
        .map(|&point| view.grid.cell(point))
        .map(|(c, r)| Cell::new((c * FINE).round() as i32, (r * FINE).round() as i32))
        .collect();
    let mut mask = view.grid.bytes()?;
    let all: Vector<Vector<Cell>> = std::iter::once(corners).collect();
    imgproc::fill_poly(&mut mask, &all, Scalar::all(255.0), imgproc::LINE_AA, SHIFT, Cell::new(0, 0))?;
    let mut field = Mat::default();
    mask.convert_to(&mut field, CV_32F, 1.0 / 255.0, 0.0)?;
    Ok(field)
}

/// The place inside a mask that is furthest from its edge, and that distance, in cells.
pub(crate) fn deepest(mask: &Mat) -> opencv::Result<((f64, f64), f64)> {
    let mut depth = Mat::default();
    imgproc::distance_transform_def(mask, &mut depth, DIST_L2, 3)?;
    let (mut most, mut place) = (0.0, Cell::default());
    opencv::core::min_max_loc(
        &depth,
        None,
        Some(&mut most),
        None,
        Some(&mut place),
        &opencv::core::no_array(),
    )?;
    let place = Point2f::new(place.x as f32, place.y as f32);
    Ok(((f64::from(place.x), f64::from(place.y)), most))
}
