//! Outcomes that events carry, so that `apply` looks up no table.

use crate::core::{Asked, Reason, Settlement, TooClose};
use crate::gunboat::state::card::{HalfKnots, MountId, Side};
use crate::gunboat::state::due::SalvoId;
use crate::gunboat::state::fort::FortLoss;
use crate::gunboat::state::ship::{Effect, Fate, MortarAim};
use crate::gunboat::state::step::TakesHold;
use geometry::{HullPart, Measured, ShipId};
use serde::{Deserialize, Serialize};

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

/// A mortar's shot as declared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MortarShot {
    /// Names it.
    pub id: SalvoId,
    /// Who fires.
    pub ship: ShipId,
    /// Which mortar.
    pub mount: MountId,
    /// At what.
    pub aim: MortarAim,
    /// From her stack, inches.
    pub range_in: Measured,
    /// The diameter of the burst circle, inches.
    pub circle_in: f64,
    /// Turns running that it fires at this very spot, this one included (GUN-63).
    pub turns: u8,
    /// Guns of forts under the circle.
    pub under: Vec<ShipId>,
    /// The ship that spots for her, where one must (GUN-71).
    pub spotter: Option<ShipId>,
    /// Every question to the table with its answer.
    pub asked: Vec<Asked>,
    /// What the players said about measures too close to call.
    pub settled: Vec<Settlement>,
}

/// A gun of a fort silenced by a shell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Silenced {
    /// Which fort.
    pub fort: ShipId,
    /// Which gun.
    pub gun: ShipId,
    /// Fire phases, this one included; none for the rest of the battle.
    pub phases: Option<u8>,
}

/// An attempt to grapple, as declared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GrappleTry {
    /// Who.
    pub ship: ShipId,
    /// Whom.
    pub target: ShipId,
    /// Every question to the table with its answer.
    pub asked: Vec<Asked>,
    /// What the players said about measures too close to call.
    pub settled: Vec<Settlement>,
}

/// What boarders brought about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum BoardingOutcome {
    /// Nothing.
    Nothing,
    /// Guns are destroyed (in the event's `due`).
    Hits,
    /// Something that lasts.
    Effect {
        /// What.
        effect: Effect,
    },
    /// A melee: she can't move or fire.
    Melee,
    /// She is captured.
    Captured,
}

/// What hits did to a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LaunchOutcome {
    /// Close misses.
    Nothing,
    /// No power in her next move.
    FireOut,
    /// Sunk.
    Sunk,
}

/// How a melee of launches went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "melee", rename_all = "snake_case")]
pub enum MeleeOutcome {
    /// It goes on.
    GoesOn,
    /// One side won.
    Won {
        /// Which.
        by: Side,
        /// The others are sunk, not captured.
        sinks: bool,
    },
}

/// A drift: every ship named goes so far, keeping her heading.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Drifting {
    /// Where the current sets, degrees clockwise from north.
    pub toward_deg: f64,
    /// How far it takes them, inches.
    pub by_in: f64,
    /// The same to the east, inches.
    pub east_in: f64,
    /// The same to the north, inches.
    pub north_in: f64,
    /// Who drifts.
    pub ships: Vec<ShipId>,
    /// Who is held: aground, at anchor, or made fast to such a ship.
    pub held: Vec<ShipId>,
}

/// A bow against a hull: everything that is known of it before dice are thrown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Impact {
    /// Whose bow.
    pub rammer: ShipId,
    /// Whose hull.
    pub target: ShipId,
    /// The speed rung up, fractions dropped (GUN-AMB-21, GUN-AMB-26).
    pub knots: u16,
    /// Between the keels, degrees; none when the table can't say.
    pub angle_deg: Option<Measured>,
    /// The part that was struck.
    pub part: Option<HullPart>,
    /// A wooden ship rams an ironclad: the dice are reversed (GUN-52).
    pub reversed: bool,
    /// The rammer has her ram (GUN-51).
    pub has_ram: bool,
    /// A steam launch strikes with her spar torpedo: no dice of a ram, but the torpedo table (GUN-89).
    #[serde(default)]
    pub spar: bool,
    /// Why it is a collision and no ram (GUN-AMB-25); empty for a ram.
    pub no_ram: Vec<Reason>,
    /// Why it can't be declared; empty if it can.
    pub reasons: Vec<Reason>,
    /// What the players must settle first.
    pub too_close: Vec<TooClose>,
    /// Every question to the table with its answer.
    pub asked: Vec<Asked>,
    /// The settlements that were used.
    pub settled: Vec<Settlement>,
}
