//! Ghosts: where pieces of a plan should lie, drawn over the picture until the pieces lie there.

use crate::shore::mask::stretched;
use crate::shore::outline::icp::{Shift, fitted, middle};
use crate::shore::outline::polygon::{distance_to_rim_in, places_along};
use calibration::{Pixel, TableCamera};
use geometry::{Point, Terrain};
use serde::{Deserialize, Serialize};

/// A piece that is still to be placed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ghost {
    /// What is to lie there.
    pub terrain: Terrain,
}

/// How well a piece on the table agrees with its ghost.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct GhostFit {
    /// What the laid piece must be moved by to lie right.
    pub move_it: Shift,
    /// How far the two outlines lie apart now: nineteen twentieths of both rims lie nearer, inches.
    pub gap_in: f64,
    /// How far they would lie apart after that move: a piece of another shape never lies right, inches.
    pub shape_in: f64,
    /// It lies right: ticked off.
    pub done: bool,
}

/// Places along the rims at which they are compared lie this far apart, inches.
const EVERY_IN: f64 = 0.1;

impl Ghost {
    /// The outline in the picture, as a closed polygon fine enough to follow the lens; `None` if part of it can't be
    /// seen from the camera at all. At the piece's height with `top`, else on the table.
    pub fn pixels(&self, camera: &TableCamera, top: bool) -> Option<Vec<Pixel>> {
        let height_in = if top { self.terrain.height_in } else { 0.0 };
        stretched(&self.terrain.outline)
            .into_iter()
            .map(|point| camera.pixel_from_table(point, height_in))
            .collect()
    }

    /// How a piece with this outline lies; it is ticked off where the gap is `tolerance_in` or less.
    pub fn laying(&self, laid: &[Point], tolerance_in: f64) -> GhostFit {
        let wanted = &self.terrain.outline;
        let rim: Vec<Point> = places_along(wanted, EVERY_IN).into_iter().map(|place| place.0).collect();
        let move_it = fitted(laid, &rim, middle(wanted));
        let gap_in = gap_in(laid, wanted);
        let shape_in = self::gap_in(&move_it.outline(laid), wanted);
        GhostFit { move_it, gap_in, shape_in, done: gap_in <= tolerance_in }
    }

    /// Of several laid pieces the one meant for this ghost: the nearest of those that come within half its size.
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

/// The 95th part of a hundred of the distances between two rims, both ways, inches.
pub(crate) fn gap_in(one: &[Point], other: &[Point]) -> f64 {
    let way = |from: &[Point], to: &[Point]| -> Vec<f64> {
        places_along(from, EVERY_IN).into_iter().map(|(place, _)| distance_to_rim_in(to, place)).collect()
    };
    let mut gaps = [way(one, other), way(other, one)].concat();
    gaps.sort_by(f64::total_cmp);
    gaps.get((gaps.len() as f64 * 0.95) as usize).copied().unwrap_or(f64::INFINITY)
}
