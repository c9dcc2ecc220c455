//! Models that do not stand at their official places, and the ghosts that show where they should stand.

use crate::record::place::Place;
use geometry::ShipId;

/// A ship that is not at its official place.
#[derive(Debug, Clone, PartialEq)]
pub struct Shift {
    /// Which ship.
    pub ship: ShipId,
    /// Its official place: its ghost.
    pub from: Place,
    /// Where it is seen.
    pub to: Place,
    /// The distance, inches.
    pub off_in: f64,
    /// The turn of its bow, degrees, clockwise positive.
    pub turned_deg: f64,
}

/// A place where a model should stand and does not, or was not seen.
#[derive(Debug, Clone, PartialEq)]
pub struct Ghost {
    /// Which ship.
    pub ship: ShipId,
    /// Where it should stand.
    pub place: Place,
    /// Why it is shown.
    pub why: GhostWhy,
}

/// Why a ghost is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GhostWhy {
    /// The ship has not been placed yet.
    SetOut,
    /// The ship must return there: a move was taken back, the table is set up again, or the book moved it.
    Return,
    /// The ship was pushed: put it back, or accept its place.
    Shifted,
    /// The ship was moved too far: this is the farthest allowed place.
    TooFar,
    /// The commander of its side wants it there.
    Ordered,
}
