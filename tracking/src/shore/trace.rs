//! Outlines traced by hand in the picture, snapped to nearby edges.

use crate::shore::Relief;
use crate::shore::error::ShoreError;
use crate::shore::outline::polygon::{SideLine, area_in2, corners, distance_to_rim_in, sides_of};
use crate::shore::segment::sea_model::{SHADOW, inverse, shadowed};
use crate::shore::survey::Survey;
use calibration::{Pixel, TableCamera};
use geometry::{Point, Terrain, TerrainId, TerrainKind};
use nalgebra::{Matrix3, Vector3};
use opencv::core::Vec3f;
use opencv::prelude::*;

/// The edge of a piece that was traced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Traced {
    /// The line where it meets the table.
    Foot,
    /// The edge of its top.
    Top,
}

/// Smaller hand tremors are straightened, inches.
const STEADY_IN: f64 = 0.04;
/// Search range for an edge to either side, inches.
const REACH_IN: f64 = 0.3;
/// Steps of that search, inches.
const STEP_IN: f64 = 0.02;
/// Half the length over which a change of colour counts as an edge, inches.
const EDGE_IN: f64 = 0.08;
/// The least strength of an edge, standard deviations.
const LEAST_EDGE: f32 = 2.0;

/// The foot of a piece whose edge was traced in the picture as a closed line.
///
/// # Errors
/// When the line is not a simple polygon on the table.
pub fn traced(
    camera: &TableCamera,
    line: &[Pixel],
    edge: Traced,
    relief: Relief,
) -> Result<Vec<Point>, ShoreError> {
    let height_in = match edge {
        Traced::Foot => 0.0,
        Traced::Top => relief.height_in,
    };
    let points: Option<Vec<Point>> =
        line.iter().map(|&pixel| camera.table_from_pixel(pixel, height_in)).collect();
    let points = points.filter(|points| points.len() >= 3).ok_or(ShoreError::NoOutline)?;
    let mut outline: Vec<Point> = corners(&points, STEADY_IN).into_iter().map(|at| points[at]).collect();
    if area_in2(&outline) < 0.0 {
        outline.reverse();
    }
    if edge == Traced::Top {
        outline = moved_sides(&outline, |_, _| Some(relief.slope * relief.height_in));
    }
    checked(outline)
}

fn checked(outline: Vec<Point>) -> Result<Vec<Point>, ShoreError> {
    let piece = Terrain {
        id: TerrainId(String::new()),
        name: String::new(),
        kind: TerrainKind::Land,
        outline,
        outline_sigma_in: 0.0,
        height_in: 0.0,
        blocks_sight: false,
    };
    piece.check().map_err(|_| ShoreError::NoOutline)?;
    Ok(piece.outline)
}

/// The polygon with every side moved outward by the result of `by`; `None` keeps a side in place.
fn moved_sides(polygon: &[Point], mut by: impl FnMut(Point, Point) -> Option<f64>) -> Vec<Point> {
    let lines: Vec<SideLine> = sides_of(polygon)
        .map(|(a, b)| {
            let length = a.distance_in(b).max(1e-9);
            let along = ((b.x_in - a.x_in) / length, (b.y_in - a.y_in) / length);
            let out_in = by(a, b).unwrap_or(0.0);
            SideLine { through: Point::new(a.x_in + out_in * along.1, a.y_in - out_in * along.0), along }
        })
        .collect();
    (0..lines.len())
        .map(|at| {
            let (before, after) = (&lines[(at + lines.len() - 1) % lines.len()], &lines[at]);
            // Nearly parallel neighbours meet far away: their common corner then moves with the side after
            // it.
            before.meets(after).filter(|p| p.distance_in(polygon[at]) < 2.0).unwrap_or(after.through)
        })
        .collect()
}

impl Survey {
    /// Snaps each side of a traced foot to the nearest strong edge of the picture; sides without a near edge
    /// stay as traced.
    ///
    /// # Errors
    /// When the outline is not a simple polygon, before or after.
    pub fn snapped(&self, foot: &[Point], relief: Relief) -> Result<Vec<Point>, ShoreError> {
        let mut outline = checked(foot.to_vec())?;
        if area_in2(&outline) < 0.0 {
            outline.reverse();
        }
        let weigh = inverse(&shadowed(&self.sea.texture, SHADOW));
        let snapped = checked(moved_sides(&outline, |a, b| self.edge_beside(a, b, relief, &weigh)));
        // A side that moved past its neighbour is not a correction of the tracing.
        Ok(match snapped {
            Ok(snapped) if snapped.iter().all(|&p| distance_to_rim_in(&outline, p) < 2.0 * REACH_IN) => {
                snapped
            }
            _ => outline,
        })
    }

    /// Offset of the picture's edge from a side of the foot, outward, inches; the median over the side.
    fn edge_beside(&self, a: Point, b: Point, relief: Relief, weigh: &Matrix3<f32>) -> Option<f64> {
        let length = a.distance_in(b);
        let along = ((b.x_in - a.x_in) / length.max(1e-9), (b.y_in - a.y_in) / length.max(1e-9));
        let out = (along.1, -along.0);
        let count = (length / 0.08).floor() as usize;
        let mut offsets: Vec<f64> = (1..count)
            .filter_map(|at| {
                let part = length * at as f64 / count as f64;
                let place = Point::new(a.x_in + part * along.0, a.y_in + part * along.1);
                let lean = self.view.camera.lean(place);
                let rise = relief.height_in * (lean.x * out.0 + lean.y * out.1 - relief.slope);
                self.strongest(place, out, rise.max(0.0), weigh)
            })
            .collect();
        if offsets.len() * 3 < count.max(3) {
            return None;
        }
        offsets.sort_by(f64::total_cmp);
        offsets.get(offsets.len() / 2).copied()
    }

    /// The offset across an edge at which the colour changes most, measured from `base_in` outside it.
    fn strongest(&self, place: Point, out: (f64, f64), base_in: f64, weigh: &Matrix3<f32>) -> Option<f64> {
        let at = |off_in: f64| {
            let off = base_in + off_in;
            self.over_lamps_at(Point::new(place.x_in + off * out.0, place.y_in + off * out.1))
        };
        let steps = (REACH_IN / STEP_IN) as i32;
        (-steps..=steps)
            .filter_map(|step| {
                let off_in = f64::from(step) * STEP_IN;
                let change = at(off_in + EDGE_IN)? - at(off_in - EDGE_IN)?;
                let strength = (change.transpose() * weigh * change)[0].sqrt();
                // Edges nearer to the traced line are more likely.
                let likely = (-0.5 * (off_in / (0.6 * REACH_IN)).powi(2)).exp() as f32;
                (strength > LEAST_EDGE).then_some((strength * likely, off_in))
            })
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, off_in)| off_in)
    }

    fn over_lamps_at(&self, point: Point) -> Option<Vector3<f32>> {
        let (column, row) = self.view.grid.cell(point);
        let (c, r) = (column.floor(), row.floor());
        if !self.view.grid.holds((c, r)) || !self.view.grid.holds((c + 1.0, r + 1.0)) {
            return None;
        }
        let (fx, fy) = ((column - c) as f32, (row - r) as f32);
        let cell = |dc: i32, dr: i32| {
            self.sea.over_lamps.at_2d::<Vec3f>(r as i32 + dr, c as i32 + dc).ok().map(|v| Vector3::from(v.0))
        };
        let north = cell(0, 0)? * (1.0 - fx) + cell(1, 0)? * fx;
        let south = cell(0, 1)? * (1.0 - fx) + cell(1, 1)? * fx;
        Some(north * (1.0 - fy) + south * fy)
    }
}
