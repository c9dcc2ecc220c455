//! Models on a board of hexes, set down as hands do.

use crate::core::play_out::Lot;
use crate::core::table::hexes::HexPose;
use geometry::{HexGrid, Point, Pose};

/// How far a model may be set down from the middle of its hex, as a share of the hex's size.
const OFF_SHARE: f64 = 0.2;
/// How far her bow may be off the hexside, degrees.
const OFF_DEG: f64 = 12.0;

/// A model set down in its hex, but not quite in its middle.
pub fn set_in_hex(lot: &mut Lot, grid: &HexGrid, place: HexPose) -> Pose {
    let exact = place.pose(grid);
    let off_in = OFF_SHARE * grid.across_flats_in;
    let mut off = || lot.between(-off_in, off_in);
    let stack = Point::new(exact.stack.x_in + off(), exact.stack.y_in + off());
    let heading = exact.heading.turned(lot.between(-OFF_DEG, OFF_DEG).to_radians());
    Pose { stack, heading }
}
