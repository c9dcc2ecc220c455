//! The share of a hull's place that is covered by foreground.

use crate::hull::pose::HullPose;
use crate::segment::foreground::Foreground;
use crate::state::tracked_ship::TrackedShip;

/// Grid over a hull's plan.
const ALONG: i32 = 6;
const ACROSS: i32 = 2;

/// The share of a hull's plan that is covered: by foreground which no detected ship explains, or by a thing.
pub fn covered(foreground: &Foreground<'_>, ship: &TrackedShip, pose: HullPose) -> f64 {
    share_of_plan(foreground, ship, pose, |(x, y)| {
        foreground.mask.is_marked(x.round(), y.round()) || foreground.signal.coarse.is_hidden(x, y)
    })
}

/// The share of a hull's plan that a thing on the table hides.
pub fn hidden(foreground: &Foreground<'_>, ship: &TrackedShip, pose: HullPose) -> f64 {
    let coarse = &foreground.signal.coarse;
    match coarse.hidden {
        Some(_) => share_of_plan(foreground, ship, pose, |(x, y)| coarse.is_hidden(x, y)),
        None => 0.0,
    }
}

/// The share of a hull's plan whose coarse cells (column and row, in fractions) are so.
fn share_of_plan(
    foreground: &Foreground<'_>,
    ship: &TrackedShip,
    pose: HullPose,
    is_so: impl Fn((f32, f32)) -> bool,
) -> f64 {
    let plane = ship.plane(&foreground.signal.background.camera);
    let mut there = 0;
    for along in -ALONG..=ALONG {
        for across in -ACROSS..=ACROSS {
            let ahead_in = 0.46 * ship.hull.length_in * f64::from(along) / f64::from(ALONG);
            let starboard_in = 0.4 * ship.hull.beam_in * f64::from(across) / f64::from(ACROSS);
            let point = pose.point(ahead_in, starboard_in);
            let pixel = plane.camera.pixel_from_table(point, plane.height_in);
            there += i32::from(pixel.is_some_and(|pixel| is_so(foreground.signal.coarse.cell_of(pixel))));
        }
    }
    f64::from(there) / f64::from((2 * ALONG + 1) * (2 * ACROSS + 1))
}
