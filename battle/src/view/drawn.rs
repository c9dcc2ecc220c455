//! Drawings over the table: written orders as paths, and the hex board.

use super::PlaceView;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An order drawn on the table, leg by leg from the ship's place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OrderDrawn {
    /// The ship's id.
    pub ship: String,
    /// Its side's key.
    pub side: String,
    /// The form in which it is being written; absent for a standing order.
    pub form: Option<String>,
    /// Its legs, in order.
    pub legs: Vec<LegDrawn>,
}

/// A leg of an ordered path.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LegDrawn {
    /// The movement.
    pub goes: LegGoes,
    /// The amount, inches or degrees; if it follows a field, the amount per unit of the field.
    pub by: f64,
    /// The number field of the form that it follows; absent for a standing order.
    pub field: Option<String>,
}

/// The movement in a leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LegGoes {
    /// Straight ahead, inches; negative is astern.
    Ahead,
    /// A turn on the spot, degrees clockwise.
    Turn,
}

/// The hex board on the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct BoardDrawn {
    /// The centre of each hex, inches east and north.
    pub middles: Vec<(f64, f64)>,
    /// The corners of a hex relative to its centre, inches.
    pub corners: Vec<(f64, f64)>,
    /// The ships on it.
    pub ships: Vec<OnHex>,
    /// The hexes and facings to which the ship whose turn it is may move.
    pub open: Vec<PlaceView>,
}

/// The hex and the facing of a ship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct OnHex {
    /// The ship's id.
    pub ship: String,
    /// The centre of its hex, and the heading of its facing.
    pub place: PlaceView,
    /// The centre of the other hex in which it may be; absent if the hex is certain.
    pub or_hex: Option<(f64, f64)>,
    /// The other heading that it may have; absent if the heading is certain.
    pub or_heading_deg: Option<f64>,
    /// "USS Monitor: column 4, row 7, heading 60°", or what is not certain.
    pub sentence: String,
}
