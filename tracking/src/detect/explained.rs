//! The foreground cells that belong to ships.

use crate::hull::pose::HullPose;
use crate::segment::blobs::Blob;
use crate::segment::foreground::Foreground;
use crate::state::tracked_ship::TrackedShip;

/// A blob is one ship if the ship, with this margin in inches, explains at least this share of it.
const ALONE_MARGIN_IN: f64 = 0.06;
const LEAST_EXPLAINED: f64 = 0.7;

/// True if most of a blob is this one ship.
pub fn is_alone(foreground: &Foreground<'_>, ship: &TrackedShip, pose: HullPose, blob: &Blob) -> bool {
    let of_ship =
        blob.cells.iter().filter(|&&cell| belongs(foreground, ship, pose, ALONE_MARGIN_IN, cell)).count();
    of_ship as f64 > LEAST_EXPLAINED * blob.cells.len() as f64
}

/// The foreground cells of ships that lie at these poses, each with a margin in inches.
pub fn explained(
    foreground: &Foreground<'_>,
    lying: &[(&TrackedShip, HullPose)],
    margin_in: impl Fn(&TrackedShip) -> f64,
) -> Vec<(u32, u32)> {
    let mut cells = Vec::new();
    for blob in &foreground.blobs {
        let near: Vec<(&TrackedShip, HullPose, f64)> = lying
            .iter()
            .filter(|(ship, pose)| {
                blob.axis.middle.distance_in(pose.middle) <= blob.length_in + ship.hull.length_in
            })
            .map(|&(ship, pose)| (ship, pose, margin_in(ship)))
            .collect();
        cells.extend(blob.cells.iter().copied().filter(|&cell| {
            near.iter().any(|&(ship, pose, margin_in)| belongs(foreground, ship, pose, margin_in, cell))
        }));
    }
    cells
}

/// True if a coarse cell belongs to a ship at `pose`.
fn belongs(
    foreground: &Foreground<'_>,
    ship: &TrackedShip,
    pose: HullPose,
    margin_in: f64,
    (x, y): (u32, u32),
) -> bool {
    let pixel = foreground.signal.coarse.pixel_of(f64::from(x), f64::from(y));
    ship.explains(&foreground.signal.background.camera, pixel, pose, margin_in)
}
