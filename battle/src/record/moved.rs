//! Compares and measures between two places of a ship.

use crate::record::events::ShipMoved;
use crate::record::place::{NEAR_IN, Place};
use geometry::{Heading, ShipId, round_deg, round_in};

/// A model whose heading differs by no more than this stands where it should, degrees.
const NEAR_DEG: f64 = 5.0;

/// Returns whether the seen place is close enough to count as the official one.
pub(crate) fn is_near(place: &Place, seen: &Place, ship: &ShipId) -> bool {
    let off = ship_moved(ship, place, seen);
    off.distance_in <= NEAR_IN && off.turned_deg.abs() <= NEAR_DEG
}

/// Returns whether a ship ordered from one place to another may as well stay: less than half of what a model set down
/// may be off.
pub(crate) fn is_hardly_a_move(from: &Place, to: &Place, ship: &ShipId) -> bool {
    let off = ship_moved(ship, from, to);
    off.distance_in <= NEAR_IN / 2.0 && off.turned_deg.abs() <= NEAR_DEG / 2.0
}

/// The move between two rounded places.
pub(crate) fn ship_moved(ship: &ShipId, from: &Place, to: &Place) -> ShipMoved {
    ShipMoved {
        ship: ship.clone(),
        from: *from,
        to: *to,
        distance_in: round_in(from.pose().stack.distance_in(to.pose().stack)),
        turned_deg: round_deg(turned(from, to)),
        stops: Vec::new(),
    }
}

/// The turn from one heading to another, degrees, clockwise positive, in [-180, 180).
fn turned(from: &Place, to: &Place) -> f64 {
    Heading::from_deg(from.heading_deg).relative(Heading::from_deg(to.heading_deg)).deg()
}
