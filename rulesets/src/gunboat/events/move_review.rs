//! The review of a move: speed limits, measures, and the hazards on the ship's way.

use crate::core::{Asked, Reason, Settlement, TooClose, WayFact};
use crate::gunboat::state::card::HalfKnots;
use geometry::{ShipId, Steering, TerrainId};
use serde::{Deserialize, Serialize};

/// The kind of hazard that terrain is to a ship on its way.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum HazardKind {
    /// A shoal that is too shallow for the ship (GUN-53).
    Shoal {
        /// The depth of water over it, feet.
        depth_ft: f64,
    },
    /// The strip along a shore (GUN-55).
    Bank {
        /// The depth of water over it, feet.
        depth_ft: f64,
    },
    /// A mined area, real or not (GUN-56).
    Mined,
    /// The shore itself: the ship ran ashore on purpose (GUN-57).
    Shore,
}

/// A hazard on a ship's way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hazard {
    /// The piece of terrain.
    pub area: TerrainId,
    /// The kind of hazard.
    pub kind: HazardKind,
    /// The length of the way up to the hazard, inches.
    pub after_in: f64,
}

/// The speeds that may be rung up for one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpeedLimits {
    /// The slowest: engines backed (GUN-11), or coasting.
    pub slowest: HalfKnots,
    /// The fastest (GUN-10, GUN-AMB-20).
    pub fastest: HalfKnots,
    /// True for a ship without power: it coasts, and no speed can be rung up (GUN-12).
    pub coasting: bool,
}

impl SpeedLimits {
    /// The speed of a ship without an order: last turn's speed, as nearly as the limits allow.
    pub fn usual(self, last: HalfKnots) -> HalfKnots {
        last.clamp(self.slowest, self.fastest)
    }
}

/// The review of a ship's move, as shown for a side's moves and as recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MoveReview {
    /// The ship.
    pub ship: ShipId,
    /// The speed of last turn.
    pub last: HalfKnots,
    /// The permitted speeds.
    pub limits: SpeedLimits,
    /// The speed rung up, or the usual one.
    pub speed: HalfKnots,
    /// The greatest length of the move, inches.
    pub allowance_in: f64,
    /// The steering.
    pub steering: Steering,
    /// The way; none if the table can't answer.
    pub way: Option<WayFact>,
    /// The shoals, mines and shores on the way.
    #[serde(default)]
    pub hazards: Vec<Hazard>,
    /// The reasons why the move is not legal; empty if it is legal. The umpire may accept a move with reasons.
    pub reasons: Vec<Reason>,
    /// The measures that the players must settle first.
    pub too_close: Vec<TooClose>,
    /// The queries to the table with their answers.
    pub asked: Vec<Asked>,
    /// The settlements that were used.
    pub settled: Vec<Settlement>,
}
