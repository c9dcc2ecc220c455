//! Whether a ship that was not detected is hidden or gone.

use crate::detect::target::TrackedShip;
use crate::hull::pose::HullPose;
use crate::segment::blobs::Blob;
use crate::segment::scene::Scene;
use crate::template::plane::Plane;
use geometry::Point;
use serde::{Deserialize, Serialize};

/// Presence of a ship in a still picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// It stands where the reading says.
    Seen,
    /// A hand is over the table and may hold or cover it, or something else lies on its place.
    Hidden,
    /// Its last place is empty table, no hand is near, and it stands nowhere else.
    Missing,
}

/// If at least this share of a hull's plan is covered, the ship is hidden.
const HIDES: f64 = 0.3;
/// Grid over a hull's plan.
const ALONG: i32 = 6;
const ACROSS: i32 = 2;

/// Hidden or gone: for a ship that was not detected and was last at `last`. `scene` holds only the foreground that no
/// detected ship explains; `hand`: a hand is over the table.
pub fn presence_of_missing(scene: &Scene<'_>, ship: &TrackedShip, last: HullPose, hand: bool) -> Presence {
    if hand || covered(scene, ship, last) > HIDES { Presence::Hidden } else { Presence::Missing }
}

/// The share of a hull's plan that is foreground which no detected ship explains.
pub fn covered(scene: &Scene<'_>, ship: &TrackedShip, pose: HullPose) -> f64 {
    let plane = Plane { camera: &scene.table.camera, height_in: ship.template_height_in };
    let mut there = 0;
    for along in -ALONG..=ALONG {
        for across in -ACROSS..=ACROSS {
            let ahead_in = 0.46 * ship.hull.length_in * f64::from(along) / f64::from(ALONG);
            let starboard_in = 0.4 * ship.hull.beam_in * f64::from(across) / f64::from(ACROSS);
            there += i32::from(differs(scene, plane, pose.point(ahead_in, starboard_in)));
        }
    }
    f64::from(there) / f64::from((2 * ALONG + 1) * (2 * ACROSS + 1))
}

fn differs(scene: &Scene<'_>, plane: Plane<'_>, point: Point) -> bool {
    plane.camera.pixel_from_table(point, plane.height_in).is_some_and(|pixel| {
        let (x, y) = scene.coarse.cell_of(pixel);
        scene.difference.is_marked(x.round(), y.round())
    })
}

/// The size of the largest ship; anything much larger is not a ship.
#[derive(Debug, Clone, Copy)]
pub struct SizeLimit {
    area_in2: f64,
    length_in: f64,
}

impl SizeLimit {
    /// The largest of all models on its base, for when the fleet is not known.
    pub const MODEL: Self = Self { area_in2: 7.0, length_in: 6.0 };

    /// The largest of these.
    pub fn of(ships: &[TrackedShip]) -> Self {
        let hulls = || ships.iter().map(|ship| ship.hull);
        Self {
            area_in2: hulls().map(|hull| 1.5 * hull.length_in * hull.beam_in).fold(0.2, f64::max),
            length_in: hulls().map(|hull| hull.length_in).fold(0.5, f64::max),
        }
    }
}

/// Is a blob too large for ships: an arm from outside, or an object far larger than any ship?
pub fn is_hand(blob: &Blob, largest: SizeLimit) -> bool {
    let times = blob.area_in2 / largest.area_in2;
    (blob.at_edge && times > 3.0) || times > 8.0 || (times > 4.0 && blob.width_in > largest.length_in)
}
