//! What is drawn over the table besides ships: written orders as ways, and the board where a book plays on hexes.

use super::PlaceView;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What an order means on the table: leg by leg, from where she stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OrderDrawn {
    /// Whose.
    pub ship: String,
    /// Her side's key.
    pub side: String,
    /// The form in which it is written; none of an order that stands.
    pub form: Option<String>,
    /// Her legs, in their order.
    pub legs: Vec<LegDrawn>,
}

/// A leg of an ordered way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LegDrawn {
    /// What she does.
    pub goes: LegGoes,
    /// So much: inches or degrees; where it follows a field, for each of its units.
    pub by: f64,
    /// The number of the form that it follows; none of one that stands.
    pub field: Option<String>,
}

/// What a ship does in a leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LegGoes {
    /// Straight ahead, inches; astern below 0.
    Ahead,
    /// Turns where she is, degrees clockwise.
    Turn,
}

/// A board of hexes as it lies on the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct BoardDrawn {
    /// The middle of each hex, inches east and north.
    pub middles: Vec<(f64, f64)>,
    /// From a hex's middle to its corners.
    pub corners: Vec<(f64, f64)>,
    /// How its ships stand in it.
    pub ships: Vec<OnHex>,
    /// The hexes and facings to which the ship whose turn it is may be moved.
    pub open: Vec<PlaceView>,
}

/// The hex and the facing that are read for a ship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OnHex {
    /// Whose.
    pub ship: String,
    /// The middle of her hex, and the heading of her facing.
    pub place: PlaceView,
    /// The middle of the hex she may as well stand in; none where that is sure.
    pub or_hex: Option<(f64, f64)>,
    /// The heading she may as well face; none where that is sure.
    pub or_heading_deg: Option<f64>,
    /// "USS Monitor: column 4, row 7, heading 60°", or what is not sure of it.
    pub sentence: String,
}
