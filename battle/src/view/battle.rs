//! The view of a battle: ships with cards, places, terrain.

use super::AskView;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A place on the table.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct PlaceView {
    /// Inches east, below the stack.
    pub x_in: f64,
    /// Inches north, below the stack.
    pub y_in: f64,
    /// Degrees clockwise from north.
    pub heading_deg: f64,
}

/// A row of boxes on a ship card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SectionView {
    /// The section's key ("draft").
    pub section: String,
    /// The section's name as printed ("Draft").
    pub label: String,
    /// Boxes printed on the card.
    pub printed: u32,
    /// Boxes ticked off.
    pub ticked: u32,
}

/// Guns of one kind on one mount.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MountView {
    /// The mount's key within its ship.
    pub mount: String,
    /// Where it stands ("starboard broadside").
    pub place: String,
    /// The gun ("11-in smoothbore").
    pub gun: String,
    /// Guns printed.
    pub guns: u32,
    /// Guns still able to fire.
    pub guns_left: u32,
    /// Penetration factor as printed.
    pub penetration: u32,
    /// Start of the arc of fire, degrees clockwise from the bow.
    pub arc_from_deg: f64,
    /// End of the arc of fire, degrees clockwise from the bow.
    pub arc_to_deg: f64,
    /// Whether it has fired this turn.
    pub fired: bool,
}

/// A ship card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CardView {
    /// Rows of boxes, in printed order.
    pub sections: Vec<SectionView>,
    /// Gun mounts.
    pub mounts: Vec<MountView>,
    /// Other conditions ("rudder jammed hard left, 5 turns", "sunk").
    pub notes: Vec<String>,
}

/// A turning circle of a book, as on a gauge.
#[derive(Debug, Clone, PartialEq)]
pub struct TurningCircle {
    /// Its name ("B").
    pub name: String,
    /// Its radius, inches.
    pub radius_in: f64,
    /// The rule that gives it.
    pub rule: String,
}

/// A ship of the battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ShipView {
    /// The ship's id.
    pub id: String,
    /// Its name as printed ("USS Monitor").
    pub name: String,
    /// Its side's key ("union").
    pub side: String,
    /// The key of its class ("monitor"), which selects its silhouette.
    pub class: String,
    /// Its official place, if it has one.
    pub place: Option<PlaceView>,
    /// Its hull's outline at the official place, table inches.
    pub outline_in: Vec<(f64, f64)>,
    /// Its card.
    pub card: CardView,
    /// Whether it is out of the battle.
    pub sunk: bool,
}

/// The state of a battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct BattleView {
    /// The battle's number in its campaign file.
    #[ts(type = "number")]
    pub battle: i64,
    /// The scenario's name.
    pub name: String,
    /// The rule book's name and version.
    pub book: String,
    /// The turn, from 1.
    pub turn: u32,
    /// The step, in words.
    pub phase: String,
    /// Table size, inches east and north.
    pub table_in: (f64, f64),
    /// The terrain on the table.
    pub terrain: Vec<PieceOnMap>,
    /// The ships.
    pub ships: Vec<ShipView>,
    /// The open questions, and who must answer them.
    pub asks: Vec<AskView>,
    /// The last event's sequence number.
    #[ts(type = "number")]
    pub seq: i64,
}

/// A piece of terrain on the map.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PieceOnMap {
    /// Its name.
    pub name: String,
    /// "land", "shoal", "fort" or "obstacle".
    pub kind: String,
    /// Its outline, inches east and north.
    pub outline_in: Vec<(f64, f64)>,
}
