//! What players and umpire may decide.

use crate::core::{Faces, OptionValue, Settlement, SideId};
use crate::hex_duel::state::battle::{Gun, HexPose, Start};
use crate::hex_duel::state::board::Piece;
use geometry::{HexGrid, ShipId};
use serde::{Deserialize, Serialize};

/// An ironclad as she enters the duel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The ship's id.
    pub ship: ShipId,
    /// The ship's name.
    pub name: String,
    /// The edge at which she begins.
    pub start: Start,
}

/// What an umpire sets right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum UmpireOrder {
    /// A ship stands there.
    Put {
        /// The ship that acts.
        ship: ShipId,
        /// The place.
        place: HexPose,
    },
    /// A ship has so much flotation left.
    SetFlotation {
        /// The ship that acts.
        ship: ShipId,
        /// So much; at least 1.
        flotation: u32,
    },
}

/// A decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "decision", rename_all = "snake_case")]
pub enum Decision {
    /// The duel begins.
    Open {
        /// The two ironclads, one at each edge.
        ships: Vec<Entry>,
        /// The two sides.
        sides: Vec<SideId>,
        /// The board on the table: [`crate::hex_duel::HexDuel::grid_in`] or
        /// [`crate::hex_duel::HexDuel::grid_from_clicks`].
        grid: HexGrid,
        /// Readings other than the defaults.
        options: Vec<OptionValue>,
    },
    /// The dice that are due are thrown.
    Roll {
        /// By the app, or real ones.
        faces: Faces,
    },
    /// The winner of the toss picks an ironclad (CHA-3).
    ChooseShip {
        /// The ship concerned.
        ship: ShipId,
    },
    /// The winner places islands and rocks, or none (CHA-4).
    PlaceTerrain {
        /// Each.
        pieces: Vec<Piece>,
    },
    /// Both models stand at their edges.
    SetOut {
        /// What the players say about measures too close to call.
        settled: Vec<Settlement>,
    },
    /// A model was moved: one hex, a dash, or under way again.
    Move {
        /// The ship concerned.
        ship: ShipId,
        /// What the players say about measures too close to call.
        settled: Vec<Settlement>,
    },
    /// A disabled ship's model was turned, or left as it is (CHA-18).
    Alter {
        /// The ship concerned.
        ship: ShipId,
        /// What the players say about measures too close to call.
        settled: Vec<Settlement>,
    },
    /// A ship that has no legal way stays where she is.
    LieStill {
        /// The ship that acts.
        ship: ShipId,
    },
    /// A ship fires.
    Fire {
        /// The ship that acts.
        ship: ShipId,
        /// These guns; all that bear where none is named.
        guns: Vec<Gun>,
    },
    /// A ship holds her fire.
    HoldFire {
        /// The ship that acts.
        ship: ShipId,
    },
    /// The board is registered anew: the table or the camera was moved.
    RegisterGrid {
        /// The registration in force from now on.
        grid: HexGrid,
        /// The reason.
        reason: String,
    },
    /// An option is changed.
    SetOption {
        /// The option.
        option: OptionValue,
        /// The reason.
        reason: String,
    },
    /// The umpire sets something right.
    Umpire {
        /// The order.
        order: UmpireOrder,
        /// The reason.
        reason: String,
    },
}
