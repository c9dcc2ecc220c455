//! The share of a hull's place that is covered by foreground.

use crate::hull::pose::HullPose;
use crate::segment::foreground::Foreground;
use crate::state::tracked_ship::TrackedShip;
use crate::template::plane::Plane;
use geometry::Point;

/// Grid over a hull's plan.
const ALONG: i32 = 6;
const ACROSS: i32 = 2;

/// The share of a hull's plan that is covered: by foreground which no detected ship explains, or by a thing.
pub fn covered(foreground: &Foreground<'_>, ship: &TrackedShip, pose: HullPose) -> f64 {
    let plane = ship.plane(&foreground.signal.background.camera);
    let mut there = 0;
    for along in -ALONG..=ALONG {
        for across in -ACROSS..=ACROSS {
            let ahead_in = 0.46 * ship.hull.length_in * f64::from(along) / f64::from(ALONG);
            let starboard_in = 0.4 * ship.hull.beam_in * f64::from(across) / f64::from(ACROSS);
            there += i32::from(differs(foreground, plane, pose.point(ahead_in, starboard_in)));
        }
    }
    f64::from(there) / f64::from((2 * ALONG + 1) * (2 * ACROSS + 1))
}

fn differs(foreground: &Foreground<'_>, plane: Plane<'_>, point: Point) -> bool {
    plane.camera.pixel_from_table(point, plane.height_in).is_some_and(|pixel| {
        let (x, y) = foreground.signal.coarse.cell_of(pixel);
        foreground.mask.is_marked(x.round(), y.round()) || foreground.signal.coarse.is_hidden(x, y)
    })
}
