//! The decisions of players and umpire.

use crate::core::{Asked, Edge, Faces, OptionValue, RollId, Settlement};
use crate::noddy::events::change::Change;
use crate::noddy::state::battle::HiddenArea;
use crate::noddy::state::card::{BatteryCard, GunId, GunPosition, HalfKnots, RegimentCard, ShipCard};
use crate::noddy::state::ship::{Course, Written};
use geometry::{ShipId, Terrain, TerrainId};
use serde::{Deserialize, Serialize};

/// A ship at the beginning of a battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipSetup {
    /// The card.
    pub card: ShipCard,
    /// The speed when the battle begins.
    #[serde(default)]
    pub speed: HalfKnots,
    /// True if the ship begins aground.
    #[serde(default)]
    pub aground: bool,
}

impl From<ShipCard> for ShipSetup {
    fn from(card: ShipCard) -> Self {
        Self { card, speed: 0, aground: false }
    }
}

/// Orders for one ship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipOrder {
    /// The ship.
    pub ship: ShipId,
    /// The orders.
    pub order: Written,
    /// The players' settlements of measures too close to call.
    #[serde(default)]
    pub settled: Vec<Settlement>,
}

/// The reason why a ship did not go as far as ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Short {
    /// It touches another ship.
    Contact,
    /// It is aground.
    Ground,
    /// It has reached the edge of the table.
    Edge,
}

/// A move to be judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MoveOrder {
    /// The ship.
    pub ship: ShipId,
    /// The reason for stopping short, if it did.
    #[serde(default)]
    pub short: Option<Short>,
    /// The players' settlements of measures too close to call.
    #[serde(default)]
    pub settled: Vec<Settlement>,
}

/// The guns that fire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "guns", content = "these", rename_all = "snake_case")]
pub enum GunChoice {
    /// All guns that bear, reach and are ready.
    AllThatBear,
    /// Only these guns.
    These(Vec<GunId>),
}

/// An order of the umpire beyond the rules (NOD-11, NOD-31).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum UmpireOrder {
    /// Splits this half move into segments (NOD-11).
    Split {
        /// The number of segments, at least two.
        segments: u8,
    },
    /// A randomly chosen special effect (NOD-31).
    Special { ship: ShipId },
    /// A hit; its effect is thrown.
    Hit {
        /// The ship or battery.
        ship: ShipId,
        /// The side that is hit.
        struck: Option<GunPosition>,
    },
    /// A loss of top speed by enemy action.
    LoseSpeed {
        ship: ShipId,
        /// The loss.
        half_knots: HalfKnots,
    },
    /// Corrects a value of a ship or a battery.
    Set { change: Change },
    /// Lets a ship move again in this step.
    MoveAgain { ship: ShipId },
    /// Adds or replaces an area of the umpire's chart.
    Chart { area: HiddenArea },
    /// Removes an area from the chart.
    Unchart { area: TerrainId },
    /// Records a ruling without other effect.
    Note {
        /// The text of the ruling.
        text: String,
    },
}

/// A decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "decide", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum Decision {
    /// Opens the battle.
    Open {
        ships: Vec<ShipSetup>,
        /// Batteries on the banks.
        batteries: Vec<BatteryCard>,
        /// Regiments on the banks.
        regiments: Vec<RegimentCard>,
        /// Options that differ from their defaults.
        options: Vec<OptionValue>,
        terrain: Vec<Terrain>,
        /// The umpire's chart (NOD-30).
        hidden: Vec<HiddenArea>,
    },
    /// Writes orders in secret (NOD-9).
    WriteOrders { orders: Vec<ShipOrder> },
    /// Reads out orders that were kept on paper.
    ReadOut {
        ship: ShipId,
        /// The ordered course.
        course: Course,
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Reports models that were moved as ordered.
    Move { moves: Vec<MoveOrder> },
    /// Fires guns.
    Fire {
        firer: ShipId,
        /// The target, a ship or a battery.
        target: ShipId,
        guns: GunChoice,
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Fires a regiment's muskets (NOD-21).
    Musketry {
        regiment: ShipId,
        target: ShipId,
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Rams a ship that the own bow touches (NOD-23).
    Ram {
        rammer: ShipId,
        rammee: ShipId,
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Settles the contact of a ship that does not ram (NOD-AMB-26).
    SettleContact {
        ship: ShipId,
        /// True if the ship scrapes past and goes on, as the umpire rules (NOD-11); false if it stops there.
        goes_on: bool,
    },
    /// Tries to refloat a ship (NOD-10).
    Refloat { ship: ShipId },
    /// Lets a ship at the edge of the table leave the battle.
    Leave { ship: ShipId, edge: Edge },
    /// Throws dice.
    Roll {
        /// The rolls; empty for all that belong together.
        rolls: Vec<RollId>,
        faces: Faces,
    },
    /// Begins the next step.
    NextStep,
    /// Types facts for the next ruling that needs them.
    TypeFacts { facts: Vec<Asked>, reason: String },
    /// Changes an option.
    SetOption { option: OptionValue, reason: String },
    /// Carries out an order of the umpire (NOD-11).
    Umpire { order: UmpireOrder, reason: String },
}
