//! What players and umpire may decide.

use crate::core::{Asked, Edge, Faces, OptionValue, RollId, Settlement};
use crate::noddy::events::change::Change;
use crate::noddy::state::battle::HiddenArea;
use crate::noddy::state::card::{BatteryCard, GunId, GunPosition, HalfKnots, RegimentCard, ShipCard};
use crate::noddy::state::ship::{Course, Written};
use geometry::{ShipId, Terrain, TerrainId};
use serde::{Deserialize, Serialize};

/// A ship as she enters a battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipSetup {
    /// Her card.
    pub card: ShipCard,
    /// What she makes as it begins.
    #[serde(default)]
    pub speed: HalfKnots,
    /// She begins aground.
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
    /// Whom.
    pub ship: ShipId,
    /// Her orders.
    pub order: Written,
    /// What the players said about measures too close to call.
    #[serde(default)]
    pub settled: Vec<Settlement>,
}

/// Why a ship did not go as far as ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Short {
    /// She touches another.
    Contact,
    /// She is aground.
    Ground,
    /// She has come to the edge of the table.
    Edge,
}

/// A model that was moved, to be judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MoveOrder {
    /// Whose.
    pub ship: ShipId,
    /// Why she stopped short, where she did.
    #[serde(default)]
    pub short: Option<Short>,
    /// What the players said about measures too close to call.
    #[serde(default)]
    pub settled: Vec<Settlement>,
}

/// Which guns fire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "guns", content = "these", rename_all = "snake_case")]
pub enum GunChoice {
    /// All that bear, reach and are ready.
    AllThatBear,
    /// These.
    These(Vec<GunId>),
}

/// What the umpire may order besides what the rules bring (NOD-11, NOD-31).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum UmpireOrder {
    /// This half move is made in so many segments (NOD-11).
    Split {
        /// Two or more.
        segments: u8,
    },
    /// A randomly chosen special effect (NOD-31).
    Special {
        /// For whom.
        ship: ShipId,
    },
    /// A hit whose effect is thrown for.
    Hit {
        /// On whom.
        ship: ShipId,
        /// The side that is hit.
        struck: Option<GunPosition>,
    },
    /// Top speed is lost by enemy action.
    LoseSpeed {
        /// Whose.
        ship: ShipId,
        /// How much.
        half_knots: HalfKnots,
    },
    /// Anything about a ship or a battery is set right.
    Set {
        /// What.
        change: Change,
    },
    /// A ship may make her move of this step once more.
    MoveAgain {
        /// Whose.
        ship: ShipId,
    },
    /// An area of the chart is drawn, changed or (none) shown to everybody.
    Chart {
        /// The area.
        area: HiddenArea,
    },
    /// An area is taken off the chart.
    Unchart {
        /// Which.
        area: TerrainId,
    },
    /// A ruling that is only noted.
    Note {
        /// What is ruled.
        text: String,
    },
}

/// What may be decided.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "decide", rename_all = "snake_case")]
pub enum Decision {
    /// The battle begins.
    Open {
        /// Who takes part.
        ships: Vec<ShipSetup>,
        /// Batteries on the banks.
        batteries: Vec<BatteryCard>,
        /// Regiments on the banks.
        regiments: Vec<RegimentCard>,
        /// Options that differ from their defaults.
        options: Vec<OptionValue>,
        /// What lies on the table.
        terrain: Vec<Terrain>,
        /// The umpire's chart (NOD-30).
        hidden: Vec<HiddenArea>,
    },
    /// Orders are written (NOD-9), secretly.
    WriteOrders {
        /// One for each ship.
        orders: Vec<ShipOrder>,
    },
    /// Orders kept on paper are read out.
    ReadOut {
        /// Whose.
        ship: ShipId,
        /// What stands there.
        course: Course,
        /// What the players said about measures too close to call.
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Models were moved as ordered.
    Move {
        /// Which.
        moves: Vec<MoveOrder>,
    },
    /// Fire.
    Fire {
        /// A ship or a battery.
        firer: ShipId,
        /// At a ship or a battery.
        target: ShipId,
        /// With these guns.
        guns: GunChoice,
        /// What the players said about measures too close to call.
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// A regiment fires (NOD-21).
    Musketry {
        /// Who.
        regiment: ShipId,
        /// At whom.
        target: ShipId,
        /// What the players said about measures too close to call.
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// A ship rams another that her bow touches (NOD-23).
    Ram {
        /// Who.
        rammer: ShipId,
        /// Whom.
        rammee: ShipId,
        /// What the players said about measures too close to call.
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// A ship that met another's hull does not ram her (NOD-AMB-26).
    SettleContact {
        /// Who.
        ship: ShipId,
        /// She scrapes past and goes on, as the umpire rules (NOD-11); else she comes to rest there.
        goes_on: bool,
    },
    /// A ship tries to come afloat (NOD-10).
    Refloat {
        /// Who.
        ship: ShipId,
    },
    /// A ship at the edge of the table leaves the battle.
    Leave {
        /// Who.
        ship: ShipId,
        /// Over this edge.
        edge: Edge,
    },
    /// Dice are thrown.
    Roll {
        /// Which; all that go together when empty.
        rolls: Vec<RollId>,
        /// How.
        faces: Faces,
    },
    /// The next step begins.
    NextStep,
    /// Facts are typed, for the next ruling that asks for them.
    TypeFacts {
        /// Questions with their answers.
        facts: Vec<Asked>,
        /// Why.
        reason: String,
    },
    /// An option is changed.
    SetOption {
        /// Which, and to what.
        option: OptionValue,
        /// Why.
        reason: String,
    },
    /// The umpire rules (NOD-11).
    Umpire {
        /// What.
        order: UmpireOrder,
        /// Why, for the log.
        reason: String,
    },
}
