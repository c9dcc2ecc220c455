//! Outcomes that events carry, so that `apply` looks up no table.

use crate::core::{Asked, Reason, Settlement, TooClose};
use crate::gunboat::state::card::{HalfKnots, MountId, Side};
use crate::gunboat::state::due::SalvoId;
use crate::gunboat::state::fort::FortLoss;
use crate::gunboat::state::ship::{Effect, Fate, MortarAim};
use crate::gunboat::state::step::TakesHold;
use geometry::{HullPart, Measured, ShipId};
use serde::{Deserialize, Serialize};

/// The outcome of a D6 table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum TableOutcome {
    /// Hits to check off (in the event's `due`; none if the card has no box left).
    Hits,
    /// Nothing, because the boxes in question are lost already (GUN-39).
    Miss,
    /// A lasting effect.
    Effect {
        /// The effect.
        effect: Effect,
    },
    /// The magazine explodes (GUN-44).
    MagazineExplodes {
        /// The time when the ship is destroyed.
        takes_hold: TakesHold,
    },
    /// Another roll follows (in the event's `rolls`).
    RollFollows,
    /// Nothing at all.
    Nothing,
    /// The ship sinks: all draft boxes are lost, so that a ship aground sinks only when it floats again (GUN-54,
    /// GUN-58).
    Sinks {
        /// The time when it sinks.
        takes_hold: TakesHold,
    },
}

/// The loss of a fort from a chart's hits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FortHit {
    /// The fort.
    pub fort: ShipId,
    /// The loss.
    pub loss: FortLoss,
    /// The time when the loss takes effect.
    pub takes_hold: TakesHold,
}

/// A ship that did not move, with its present speed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpeedKept {
    /// The ship.
    pub ship: ShipId,
    /// The speed.
    pub speed: HalfKnots,
    /// True if the ship has no power.
    pub coasting: bool,
}

/// A ship that was lost, with its fate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostShip {
    /// The ship.
    pub ship: ShipId,
    /// The fate.
    pub fate: Fate,
}

/// The remaining effects of a ship.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EffectsLeft {
    /// The ship.
    pub ship: ShipId,
    /// The present effects.
    pub effects: Vec<Effect>,
}

/// A declared mortar shot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MortarShot {
    /// The shot's id.
    pub id: SalvoId,
    /// The mortar boat.
    pub ship: ShipId,
    /// The mortar.
    pub mount: MountId,
    /// The target.
    pub aim: MortarAim,
    /// The range from the boat's stack, inches.
    pub range_in: Measured,
    /// The diameter of the burst circle, inches.
    pub circle_in: f64,
    /// The number of successive turns at this spot, including this one (GUN-63).
    pub turns: u8,
    /// Guns of forts under the circle.
    pub under: Vec<ShipId>,
    /// The ship that spots for the boat, if a spotter is needed (GUN-71).
    pub spotter: Option<ShipId>,
    /// The queries to the table with their answers.
    pub asked: Vec<Asked>,
    /// The players' settlements of measures too close to call.
    pub settled: Vec<Settlement>,
}

/// A gun of a fort silenced by a shell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Silenced {
    /// The fort.
    pub fort: ShipId,
    /// The gun.
    pub gun: ShipId,
    /// The number of fire phases, including this one; none for the rest of the battle.
    pub phases: Option<u8>,
}

/// A declared attempt to grapple.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GrappleTry {
    /// The ship that tries.
    pub ship: ShipId,
    /// The target.
    pub target: ShipId,
    /// The queries to the table with their answers.
    pub asked: Vec<Asked>,
    /// The players' settlements of measures too close to call.
    pub settled: Vec<Settlement>,
}

/// The result of boarding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum BoardingOutcome {
    /// Nothing.
    Nothing,
    /// Guns are destroyed (in the event's `due`).
    Hits,
    /// A lasting effect.
    Effect {
        /// The effect.
        effect: Effect,
    },
    /// A melee: the ship can't move or fire.
    Melee,
    /// The ship is captured.
    Captured,
}

/// The effect of hits on a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LaunchOutcome {
    /// Close misses.
    Nothing,
    /// No power in the launch's next move.
    FireOut,
    /// Sunk.
    Sunk,
}

/// The result of a melee of launches.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "melee", rename_all = "snake_case")]
pub enum MeleeOutcome {
    /// It goes on.
    GoesOn,
    /// One side won.
    Won {
        /// The winner.
        by: Side,
        /// True if the losers are sunk, not captured.
        sinks: bool,
    },
}

/// A drift: every ship of `ships` moves by the same distance and keeps its heading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Drifting {
    /// The direction in which the current flows, degrees clockwise from north.
    pub toward_deg: f64,
    /// The distance, inches.
    pub by_in: f64,
    /// The eastward part of the distance, inches.
    pub east_in: f64,
    /// The northward part of the distance, inches.
    pub north_in: f64,
    /// The ships that drift.
    pub ships: Vec<ShipId>,
    /// The ships that are held: aground, at anchor, or made fast to such a ship.
    pub held: Vec<ShipId>,
}

/// The contact of a bow with a hull, with everything known before dice are thrown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Impact {
    /// The ship whose bow it is.
    pub rammer: ShipId,
    /// The ship whose hull it is.
    pub target: ShipId,
    /// The speed rung up, fractions dropped (GUN-AMB-21, GUN-AMB-26).
    pub knots: u16,
    /// The angle between the keels, degrees; none if the table can't answer.
    pub angle_deg: Option<Measured>,
    /// The part that was struck.
    pub part: Option<HullPart>,
    /// True if a wooden ship rams an ironclad: the dice are reversed (GUN-52).
    pub reversed: bool,
    /// True if the rammer has its ram (GUN-51).
    pub has_ram: bool,
    /// True if a steam launch strikes with its spar torpedo: the torpedo table applies instead of the dice of a ram
    /// (GUN-89).
    #[serde(default)]
    pub spar: bool,
    /// The reasons why it is a collision and no ram (GUN-AMB-25); empty for a ram.
    pub no_ram: Vec<Reason>,
    /// The reasons why it can't be declared; empty if it can.
    pub reasons: Vec<Reason>,
    /// The measures that the players must settle first.
    pub too_close: Vec<TooClose>,
    /// The queries to the table with their answers.
    pub asked: Vec<Asked>,
    /// The settlements that were used.
    pub settled: Vec<Settlement>,
}
