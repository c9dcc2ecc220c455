//! Models that stand elsewhere than they officially do, and the ghosts that show where they should stand.

use crate::record::place::Place;
use geometry::ShipId;

/// A ship that stands elsewhere than she officially does.
#[derive(Debug, Clone, PartialEq)]
pub struct Shift {
    /// Which ship.
    pub ship: ShipId,
    /// Where she officially stands: her ghost.
    pub from: Place,
    /// Where she is seen.
    pub to: Place,
    /// How far, inches.
    pub off_in: f64,
    /// How far her bow swung, degrees, clockwise positive.
    pub turned_deg: f64,
}

/// Where a model should stand and does not, or was not seen to.
#[derive(Debug, Clone, PartialEq)]
pub struct Ghost {
    /// Which ship.
    pub ship: ShipId,
    /// Where she should stand.
    pub place: Place,
    /// Why it is shown.
    pub why: GhostWhy,
}

/// Why a ghost is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GhostWhy {
    /// She has not been set out yet.
    SetOut,
    /// She returns there: a move was taken back, the table is set up again, the book put her there.
    Return,
    /// She was pushed: put her back, or accept.
    Shifted,
    /// Her move went too far: this is as far as she may go.
    TooFar,
    /// The commander of her side wants her there.
    Ordered,
}
