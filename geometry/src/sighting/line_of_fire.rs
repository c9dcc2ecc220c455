//! The line of fire, and the obstacles between two ships.

use crate::plane::heading::Heading;
use crate::plane::measure::{Measured, Verdict};
use crate::plane::outline::Bounds;
use crate::plane::terrain::{Terrain, TerrainId};
use crate::ships::camera_error::PlaceError;
use crate::ships::observation::ShipId;
use crate::ships::standing::Standing;
use crate::sighting::sight::line_clearance;
use serde::{Deserialize, Serialize};
use std::f64::consts::FRAC_PI_2;

/// A possible obstacle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Barrier {
    /// A ship's outline.
    Ship(ShipId),
    /// A piece of terrain.
    Terrain(TerrainId),
}

/// One obstacle on, or too close to, the line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InTheWay {
    /// The obstacle.
    pub barrier: Barrier,
    /// Whether the line is clear of it.
    pub clear: Verdict,
    /// The distance between line and outline, inches; negative where the line cuts it: the sideways shift by
    /// which the line would miss it.
    pub gap_in: Measured,
}

/// The result for a line of fire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LineOfFire {
    /// Whether it is clear of everything.
    pub clear: Verdict,
    /// Obstacles that block it, or may block it: the most certain and deepest first.
    pub in_the_way: Vec<InTheWay>,
}

/// Tells whether the straight line from stack to stack is clear of these other ships and of terrain that
/// blocks sight (GUN-30).
///
/// Leave `from` and `to` themselves out of `ships`. A terrain piece that contains either end doesn't count: a
/// gun on a bank fires from it. Sigma: each end's across the line, weighted by lever along it, and the
/// outline's there; errors that one camera adds to all of them cancel.
pub fn line_of_fire<'a>(
    from: &Standing,
    to: &Standing,
    ships: impl IntoIterator<Item = (&'a ShipId, &'a Standing)>,
    terrain: &[Terrain],
) -> LineOfFire {
    let (a, b) = (from.pose.stack, to.pose.stack);
    let across: Heading = a.heading_to(b).turned(FRAC_PI_2);
    let ends = [(a, from.point_error(a, across)), (b, to.point_error(b, across))];
    let by_ships = ships.into_iter().map(|(id, ship)| {
        let found = line_clearance(ends, &ship.outline, |point| ship.point_error(point, across));
        (Barrier::Ship(id.clone()), found)
    });
    // Terrain beyond two standard deviations of everything is certainly clear of the line.
    let line_bounds = Bounds::of(&[a, b]);
    let one_camera = ends.iter().any(|(_, error)| error.camera.is_some());
    let ends_err_in =
        if one_camera { f64::INFINITY } else { ends.iter().map(|(_, error)| 2.0 * error.sigma_in).sum() };
    let by_terrain = terrain
        .iter()
        .filter(|piece| {
            let far = line_bounds
                .is_clear_of(Bounds::of(&piece.outline), ends_err_in + 2.0 * piece.outline_sigma_in);
            piece.blocks_sight && !far && !piece.contains(a) && !piece.contains(b)
        })
        .map(|piece| {
            let found =
                line_clearance(ends, &piece.outline, |_| PlaceError::independent(piece.outline_sigma_in));
            (Barrier::Terrain(piece.id.clone()), found)
        });
    let mut in_the_way: Vec<InTheWay> = by_ships
        .chain(by_terrain)
        .filter(|(_, found)| found.clear != Verdict::Yes)
        .map(|(barrier, found)| InTheWay { barrier, clear: found.clear, gap_in: found.gap_in })
        .collect();
    in_the_way.sort_by(|one, other| {
        let doubtful = |it: &InTheWay| it.clear != Verdict::No;
        doubtful(one)
            .cmp(&doubtful(other))
            .then(one.gap_in.value.total_cmp(&other.gap_in.value))
            .then(one.barrier.cmp(&other.barrier))
    });
    let clear = in_the_way.iter().fold(Verdict::Yes, |all, one| all.and(one.clear));
    LineOfFire { clear, in_the_way }
}
