//! Outcomes that events carry, so that `apply` looks up no table.

use crate::gunboat::movement::review::HalfKnots;
use crate::gunboat::state::fort::FortLoss;
use crate::gunboat::state::ship::{Effect, Fate};
use geometry::ShipId;
use serde::{Deserialize, Serialize};

/// What a cell of a chart says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "cell", rename_all = "snake_case")]
pub enum ChartCell {
    /// So many hits; `party` for the asterisk (GUN-34).
    Hits {
        /// How many; 0 for "None".
        hits: u8,
        /// One boarding party is destroyed or diverted besides.
        party: bool,
    },
    /// Roll on GUN-CRIT.
    Critical,
    /// Roll on GUN-LUCKY.
    Lucky,
}

/// What a D6 table did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum TableOutcome {
    /// Hits to check off (in the event's `due`; none when the card has no box left).
    Hits,
    /// Nothing: what would be lost is gone already (GUN-39).
    Miss,
    /// Something that lasts.
    Effect {
        /// What.
        effect: Effect,
    },
    /// The magazine explodes (GUN-44).
    MagazineExplodes {
        /// When that destroys her.
        takes_hold: TakesHold,
    },
    /// Another roll follows (in the event's `rolls`).
    RollFollows,
    /// Nothing at all.
    Nothing,
    /// The vessel sinks: all her draft boxes go, so that one aground stays until she floats (GUN-54, GUN-58).
    Sinks {
        /// When.
        takes_hold: TakesHold,
    },
}

/// When checked boxes take hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TakesHold {
    /// At once.
    Now,
    /// With everything else, when the step ends (GUN-AMB-11).
    StepEnd,
}

/// What a fort loses by a chart's hits, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FortHit {
    /// Which fort.
    pub fort: ShipId,
    /// What it loses.
    pub loss: FortLoss,
    /// When that takes hold.
    pub takes_hold: TakesHold,
}

/// A ship that stayed where she was, and the speed she has now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpeedKept {
    /// Which ship.
    pub ship: ShipId,
    /// Her speed.
    pub speed: HalfKnots,
    /// She has no power.
    pub coasting: bool,
}

/// A ship that was lost, and how.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostShip {
    /// Which ship.
    pub ship: ShipId,
    /// How.
    pub fate: Fate,
}

/// What is left of a ship's effects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffectsLeft {
    /// Which ship.
    pub ship: ShipId,
    /// Her effects now.
    pub effects: Vec<Effect>,
}
