//! How a move was judged: speed limits, what was measured, and the hazards on her way.

use crate::core::{Asked, Reason, Settlement, TooClose, WayFact};
use crate::gunboat::state::card::HalfKnots;
use geometry::{ShipId, Steering, TerrainId};
use serde::{Deserialize, Serialize};

/// What a piece of terrain was to a ship on her way.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum HazardKind {
    /// A shoal that she draws too much for (GUN-53).
    Shoal {
        /// Feet of water over it.
        depth_ft: f64,
    },
    /// The strip along a shore (GUN-55).
    Bank {
        /// Feet of water over it.
        depth_ft: f64,
    },
    /// A mined area, real or not (GUN-56).
    Mined,
    /// The shore itself: she ran ashore on purpose (GUN-57).
    Shore,
}

/// A hazard on a ship's way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Hazard {
    /// Which piece of terrain.
    pub area: TerrainId,
    /// What it was to her.
    pub kind: HazardKind,
    /// How long her way was where she met it, inches.
    pub after_in: f64,
}

/// The speeds that may be rung up for one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpeedLimits {
    /// The slowest: engines backed (GUN-11), or coasting.
    pub slowest: HalfKnots,
    /// The fastest (GUN-10, GUN-AMB-20).
    pub fastest: HalfKnots,
    /// Without power she coasts, and nothing can be rung up (GUN-12).
    pub coasting: bool,
}

impl SpeedLimits {
    /// What she makes when nobody rings anything up: her speed of last turn, as near as she can.
    pub fn usual(self, last: HalfKnots) -> HalfKnots {
        last.clamp(self.slowest, self.fastest)
    }
}

/// A ship's move as judged: what the review of a side's moves shows, and what is recorded.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MoveReview {
    /// Whose.
    pub ship: ShipId,
    /// Her speed of last turn.
    pub last: HalfKnots,
    /// The speeds she may have.
    pub limits: SpeedLimits,
    /// The speed rung up, or the usual one.
    pub speed: HalfKnots,
    /// How far that lets her go, inches.
    pub allowance_in: f64,
    /// How she was steered.
    pub steering: Steering,
    /// Her way; none when the table can't say.
    pub way: Option<WayFact>,
    /// The shoals, mines and shores she met.
    #[serde(default)]
    pub hazards: Vec<Hazard>,
    /// Why it is not legal; empty if it is, or if the umpire allowed it all the same.
    pub reasons: Vec<Reason>,
    /// What the players must settle first.
    pub too_close: Vec<TooClose>,
    /// Every question to the table with its answer.
    pub asked: Vec<Asked>,
    /// The settlements that were used.
    pub settled: Vec<Settlement>,
}
