//! Decisions of players and umpire.

use crate::core::{Faces, OptionValue, Settlement, SideId};
use crate::hex_duel::state::battle::{Gun, HexPose, Start};
use crate::hex_duel::state::board::Piece;
use geometry::{HexGrid, ShipId};
use serde::{Deserialize, Serialize};

/// An ironclad as it enters the duel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The ship's id.
    pub ship: ShipId,
    /// The ship's name.
    pub name: String,
    /// The edge at which it starts.
    pub start: Start,
}

/// A correction by the umpire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum UmpireOrder {
    /// Places a ship.
    Put { ship: ShipId, place: HexPose },
    /// Sets a ship's flotation.
    SetFlotation {
        ship: ShipId,
        /// The flotation left; at least 1.
        flotation: u32,
    },
}

/// A decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "decision", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum Decision {
    /// Open the duel.
    Open {
        /// The two ironclads, one at each edge.
        ships: Vec<Entry>,
        sides: Vec<SideId>,
        /// The board on the table: [`crate::hex_duel::HexDuel::grid_in`] or
        /// [`crate::hex_duel::HexDuel::grid_from_clicks`].
        grid: HexGrid,
        /// Readings other than the defaults.
        options: Vec<OptionValue>,
    },
    /// Throw the due dice.
    Roll {
        /// Thrown by the app, or typed from real dice.
        faces: Faces,
    },
    /// The winner of the toss picks an ironclad (CHA-3).
    ChooseShip { ship: ShipId },
    /// The winner of the toss places islands and rocks, or none (CHA-4).
    PlaceTerrain {
        /// All pieces.
        pieces: Vec<Piece>,
    },
    /// Both models are at their edges.
    SetOut { settled: Vec<Settlement> },
    /// A model was moved: one hex, a dash, or a restart.
    Move { ship: ShipId, settled: Vec<Settlement> },
    /// A disabled ship's model was turned, or left unchanged (CHA-18).
    Alter { ship: ShipId, settled: Vec<Settlement> },
    /// A ship without a legal route stays in place.
    LieStill { ship: ShipId },
    /// A ship fires.
    Fire {
        ship: ShipId,
        /// The guns to fire; empty for all that bear.
        guns: Vec<Gun>,
    },
    /// A ship holds its fire.
    HoldFire { ship: ShipId },
    /// Register the board again, after the table or the camera was moved.
    RegisterGrid {
        /// The registration in force from now on.
        grid: HexGrid,
        reason: String,
    },
    /// Change an option.
    SetOption { option: OptionValue, reason: String },
    /// Carry out a correction of the umpire.
    Umpire { order: UmpireOrder, reason: String },
}
