//! Random places of models on a hex board, with the inaccuracy of placing by hand.

use crate::core::play_out::Lot;
use crate::core::table::hexes::HexPose;
use geometry::{HexGrid, Point, Pose};

/// The largest offset of a model from the middle of its hex, as a fraction of the hex's size.
const OFF_SHARE: f64 = 0.2;
/// The largest angle between the bow and the hexside, degrees.
const OFF_DEG: f64 = 12.0;

/// A pose within the hex, randomly off the exact middle and heading.
pub fn set_in_hex(lot: &mut Lot, grid: &HexGrid, place: HexPose) -> Pose {
    let exact = place.pose(grid);
    let off_in = OFF_SHARE * grid.across_flats_in;
    let mut off = || lot.between(-off_in, off_in);
    let stack = Point::new(exact.stack.x_in + off(), exact.stack.y_in + off());
    let heading = exact.heading.turned(lot.between(-OFF_DEG, OFF_DEG).to_radians());
    Pose { stack, heading }
}
