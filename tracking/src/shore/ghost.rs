//! Ghosts: the target outlines of a plan's pieces, drawn over the picture until the pieces lie there.

use crate::shore::mask::stretched;
use crate::shore::outline::icp::{Shift, fitted, middle};
use crate::shore::outline::polygon::{distance_to_rim_in, places_along};
use calibration::{Pixel, TableCamera};
use geometry::{Point, Terrain};
use serde::{Deserialize, Serialize};

/// A piece that is still to be placed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ghost {
    /// The terrain to be placed.
    pub terrain: Terrain,
}

/// How well a piece on the table agrees with its ghost.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct GhostFit {
    /// The move that brings the piece to its ghost.
    pub move_it: Shift,
    /// Distance between the two outlines now, inches: the 95th percentile over both edges.
    pub gap_in: f64,
    /// The same distance after that move, inches: large for a piece of another shape.
    pub shape_in: f64,
    /// True if the piece lies right.
    pub done: bool,
}

/// Spacing of the points at which the edges are compared, inches.
const EVERY_IN: f64 = 0.1;

impl Ghost {
    /// The outline in the picture, as a closed polygon fine enough to follow the lens distortion; `None` if
    /// part of it is out of the camera's view. With `top` it is at the piece's height, else on the table.
    pub fn pixels(&self, camera: &TableCamera, top: bool) -> Option<Vec<Pixel>> {
        let height_in = if top { self.terrain.height_in } else { 0.0 };
        stretched(&self.terrain.outline)
            .into_iter()
            .map(|point| camera.pixel_from_table(point, height_in))
            .collect()
    }

    /// Compares a piece with this outline; it is done if the gap is `tolerance_in` or less.
    pub fn laying(&self, laid: &[Point], tolerance_in: f64) -> GhostFit {
        let wanted = &self.terrain.outline;
        let rim: Vec<Point> = places_along(wanted, EVERY_IN).into_iter().map(|place| place.0).collect();
        let move_it = fitted(laid, &rim, middle(wanted));
        let gap_in = gap_in(laid, wanted);
        let shape_in = self::gap_in(&move_it.outline(laid), wanted);
        GhostFit { move_it, gap_in, shape_in, done: gap_in <= tolerance_in }
    }

    /// The laid piece meant for this ghost: the nearest one within half the ghost's size.
    pub fn nearest<'a>(&self, laid: &'a [Terrain]) -> Option<&'a Terrain> {
        let here = middle(&self.terrain.outline);
        let reach = self.terrain.outline.iter().map(|corner| corner.distance_in(here)).fold(0.0, f64::max);
        laid.iter()
            .map(|piece| (middle(&piece.outline).distance_in(here), piece))
            .filter(|(far, _)| *far < 1.5 * reach)
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, piece)| piece)
    }
}

/// The 95th percentile of the distances between two edges, both ways, inches.
pub(crate) fn gap_in(one: &[Point], other: &[Point]) -> f64 {
    let way = |from: &[Point], to: &[Point]| -> Vec<f64> {
        places_along(from, EVERY_IN).into_iter().map(|(place, _)| distance_to_rim_in(to, place)).collect()
    };
    let mut gaps = [way(one, other), way(other, one)].concat();
    gaps.sort_by(f64::total_cmp);
    gaps.get((gaps.len() as f64 * 0.95) as usize).copied().unwrap_or(f64::INFINITY)
}
