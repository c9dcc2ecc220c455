//! Which hulls have nothing beside them that could be taken for a part of them.

use crate::detect::detection::Detection;
use crate::hull::pose::HullPose;
use crate::segment::foreground::Foreground;
use crate::state::tracked_ship::TrackedShip;
use crate::things::scene::Things;
use std::collections::BTreeSet;

/// Unknown objects larger than this may be taken for a part of a hull beside them, square inches: a puff of smoke.
const LEAST_CLUTTER_IN2: f64 = 0.5;
/// How near they must be, and the distance between the places that are looked at, inches.
const BESIDE_IN: f64 = 0.25;
const BESIDE_STEP_IN: f64 = 0.1;
/// Hulls further apart than this do not disturb each other's ends, inches.
const CLEAR_IN: f64 = 0.15;

/// For each detected ship: true if its silhouette is its own.
pub fn clear_hulls(
    unexplained: &Foreground<'_>,
    things: &Things,
    ships: &[TrackedShip],
    hulls: &[Option<Detection>],
) -> Vec<bool> {
    let clutter = clutter(unexplained, things);
    let is_clear = |((alone, ship), hull): ((bool, &TrackedShip), &Option<Detection>)| {
        alone && hull.as_ref().is_some_and(|hull| !is_beside(&clutter, unexplained, ship, hull.pose))
    };
    alone(ships, hulls).into_iter().zip(ships).zip(hulls).map(is_clear).collect()
}

/// The cells of everything besides ships that is large enough to be taken for a part of one.
fn clutter(unexplained: &Foreground<'_>, things: &Things) -> BTreeSet<(u32, u32)> {
    let large = unexplained.blobs.iter().filter(|blob| blob.area_in2 > LEAST_CLUTTER_IN2);
    large.flat_map(|blob| blob.cells.iter().copied()).chain(things.shown_cells()).collect()
}

/// True if clutter is so near to a hull at `pose` that it may be taken for a part of it.
fn is_beside(
    clutter: &BTreeSet<(u32, u32)>,
    foreground: &Foreground<'_>,
    ship: &TrackedShip,
    pose: HullPose,
) -> bool {
    if clutter.is_empty() {
        return false;
    }
    let (signal, plane) = (&foreground.signal, ship.plane(&foreground.signal.background.camera));
    let steps = |half_in: f64| {
        let count = ((half_in + BESIDE_IN) / BESIDE_STEP_IN).ceil() as i32;
        (-count..=count).map(|step| f64::from(step) * BESIDE_STEP_IN)
    };
    steps(ship.hull.length_in / 2.0).any(|ahead_in| {
        steps(ship.hull.beam_in / 2.0).any(|starboard_in| {
            let pixel = plane.camera.pixel_from_table(pose.point(ahead_in, starboard_in), plane.height_in);
            pixel.is_some_and(|pixel| {
                let (x, y) = signal.coarse.cell_of(pixel);
                x >= 0.0 && y >= 0.0 && clutter.contains(&(x.round() as u32, y.round() as u32))
            })
        })
    })
}

/// For each detected ship: true if no other hull is near enough to be taken for one of its ends. Other
/// objects (dice, smoke, the ship's own leaning mast) hardly affect a silhouette.
fn alone(ships: &[TrackedShip], hulls: &[Option<Detection>]) -> Vec<bool> {
    let half_in = |ship: &TrackedShip| ship.hull.length_in / 2.0;
    let poses: Vec<Option<HullPose>> = hulls.iter().map(|hull| hull.as_ref().map(|hull| hull.pose)).collect();
    let clear = |at: usize, pose: HullPose| {
        poses.iter().zip(ships).enumerate().all(|(other, (found, ship))| {
            other == at
                || found.is_none_or(|found| {
                    found.middle.distance_in(pose.middle) > half_in(&ships[at]) + half_in(ship) + CLEAR_IN
                })
        })
    };
    poses.iter().enumerate().map(|(at, pose)| pose.is_some_and(|pose| clear(at, pose))).collect()
}
