//! Hands over the table, and other objects too large for ships.

use crate::segment::blobs::Blob;
use crate::segment::foreground::Foreground;
use crate::state::tracked_ship::TrackedShip;

/// The size of the largest ship; anything much larger is not a ship.
#[derive(Debug, Clone, Copy)]
pub struct SizeLimit {
    area_in2: f64,
    length_in: f64,
}

impl SizeLimit {
    /// The largest model on its base, used when the fleet is not known.
    pub const MODEL: Self = Self { area_in2: 7.0, length_in: 6.0 };

    /// The size of the largest of these ships.
    pub fn of(ships: &[TrackedShip]) -> Self {
        let hulls = || ships.iter().map(|ship| ship.hull);
        Self {
            area_in2: hulls().map(|hull| 1.5 * hull.length_in * hull.beam_in).fold(0.2, f64::max),
            length_in: hulls().map(|hull| hull.length_in).fold(0.5, f64::max),
        }
    }
}

/// What a blob may be, by its size and how long it has rested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlobKind {
    /// Ships, or something of their size.
    Ships,
    /// Something larger that lies on the table; ships may stand against it.
    Pile,
    /// An arm over the table.
    Hand,
}

impl BlobKind {
    /// The kind of a blob on a table with ships up to this size.
    pub fn of(foreground: &Foreground<'_>, blob: &Blob, largest: SizeLimit) -> Self {
        if !is_too_large(blob, largest) {
            Self::Ships
        } else if foreground.lies(blob) {
            Self::Pile
        } else {
            Self::Hand
        }
    }
}

/// True if a blob is an arm over the table: too large for a ship, and not at rest.
pub fn is_hand(foreground: &Foreground<'_>, blob: &Blob, largest: SizeLimit) -> bool {
    BlobKind::of(foreground, blob, largest) == BlobKind::Hand
}

/// True if a blob is too large for a ship: an arm that reaches in from outside, or an object far larger than
/// any ship.
pub fn is_too_large(blob: &Blob, largest: SizeLimit) -> bool {
    let times = blob.area_in2 / largest.area_in2;
    (blob.at_edge && times > 3.0) || times > 8.0 || (times > 4.0 && blob.width_in > largest.length_in)
}
