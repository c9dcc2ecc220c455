//! What players and umpire may decide.

use crate::core::{Asked, Edge, Faces, OptionValue, RollId, Settlement, SideId};
use crate::sp_bp::events::change::ShipChange;
use crate::sp_bp::state::battle::{Bond, Marker};
use crate::sp_bp::state::card::{MountId, ShipCard};
use crate::sp_bp::state::due::{Shot, Task};
use crate::sp_bp::state::guided::{GuidedId, Procedure};
use crate::sp_bp::state::ship::Location;
use geometry::{ShipId, Terrain};
use serde::{Deserialize, Serialize};

/// A ship as she enters the battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipSetup {
    /// Her card.
    pub card: ShipCard,
    /// Knots she makes as the battle begins.
    #[serde(default)]
    pub speed: u8,
    /// At anchor from the start.
    #[serde(default)]
    pub anchored: bool,
    /// Aground from the start.
    #[serde(default)]
    pub aground: bool,
    /// On the table, or to come.
    #[serde(default)]
    pub location: Location,
}

impl From<ShipCard> for ShipSetup {
    fn from(card: ShipCard) -> Self {
        Self { card, speed: 0, anchored: false, aground: false, location: Location::OnTable }
    }
}

/// Some guns of a mount.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MountGuns {
    /// Which mount.
    pub mount: MountId,
    /// How many of its guns.
    pub guns: u8,
}

/// Which guns fire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "choose", content = "mounts", rename_all = "snake_case")]
pub enum MountChoice {
    /// Every gun that bears, is in range and has not fired.
    AllThatBear,
    /// These, and no others.
    These(Vec<MountGuns>),
}

/// What a ship says before she touches another (SPB-3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "declares", rename_all = "snake_case")]
pub enum Declares {
    /// She means to ram.
    Ram {
        /// Whom.
        target: ShipId,
    },
    /// She attacks with her spar torpedo.
    Spar {
        /// Whom.
        target: ShipId,
    },
}

impl Declares {
    /// Whom it is about.
    pub fn target(&self) -> &ShipId {
        match self {
            Self::Ram { target } | Self::Spar { target } => target,
        }
    }
}

/// What the umpire orders.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum UmpireOrder {
    /// Values of ships, and how ships hang together.
    Set {
        /// What is new.
        #[serde(default)]
        changes: Vec<ShipChange>,
        /// All bonds as they are now; none to leave them.
        #[serde(default)]
        bonds: Option<Vec<Bond>>,
    },
    /// A critical hit, whatever caused it: it is thrown for.
    CriticalHit {
        /// On whom.
        ship: ShipId,
        /// The shot it comes from.
        shot: Shot,
    },
    /// The torpedo markers on the table.
    SetMarkers {
        /// These, and no others.
        markers: Vec<Marker>,
    },
    /// What lies on the table besides ships.
    SetTerrain {
        /// These pieces, and no others.
        terrain: Vec<Terrain>,
    },
    /// A ship's move stands as the table shows it.
    AllowMove {
        /// Whose.
        ship: ShipId,
    },
    /// A roll is not thrown.
    WaiveRoll {
        /// Which.
        roll: RollId,
    },
    /// Whose turn it is to act.
    SetToAct {
        /// Whose.
        side: SideId,
    },
}

/// A decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "decision", rename_all = "snake_case")]
pub enum Decision {
    /// Open the battle.
    Open {
        /// The ships.
        ships: Vec<ShipSetup>,
        /// The options that differ from their defaults.
        #[serde(default)]
        options: Vec<OptionValue>,
        /// What lies on the table besides ships.
        #[serde(default)]
        terrain: Vec<Terrain>,
    },
    /// Throw pending rolls.
    Roll {
        /// Which; empty for all that are pending, in their order.
        #[serde(default)]
        rolls: Vec<RollId>,
        /// By the app, or typed: one handful for them all.
        faces: Faces,
    },
    /// What a side adds to its initiative (SPB-2: the sheet's modifiers are missing).
    AddToInitiative {
        /// Whose.
        side: SideId,
        /// How much.
        modifier: i32,
        /// Why, for the log.
        reason: String,
    },
    /// Send crew parties to a fire, a leak or a repair (SPB-AMB-3).
    Repair {
        /// Whose.
        ship: ShipId,
        /// At what.
        task: Task,
        /// How many parties.
        parties: u8,
    },
    /// Do something that the sheet names and gives no procedure for (SPB-AMB-4).
    Undertake {
        /// Who.
        ship: ShipId,
        /// What.
        procedure: Procedure,
        /// The other ship, where there is one.
        #[serde(default)]
        other: Option<ShipId>,
        /// What the players said about measures too close to call.
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// The umpire enters what came of something.
    Adjudicate {
        /// Which entry is settled.
        entry: GuidedId,
        /// What is new.
        #[serde(default)]
        changes: Vec<ShipChange>,
        /// All bonds as they are now; none to leave them.
        #[serde(default)]
        bonds: Option<Vec<Bond>>,
        /// What happened, for the log.
        note: String,
    },
    /// A ship's move stands as the table shows it.
    Move {
        /// Who.
        ship: ShipId,
        /// What she declared before she touched anybody.
        #[serde(default)]
        declares: Vec<Declares>,
        /// What the players said about measures too close to call.
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Raise or lower the anchor (SPB-3, at speed 0).
    Anchor {
        /// Who.
        ship: ShipId,
        /// Lower it?
        down: bool,
    },
    /// Record a planned change of speed (SPB-3).
    PlanSpeed {
        /// Who.
        ship: ShipId,
        /// Knots from next turn on.
        knots: u8,
    },
    /// Fire one ship's guns at another (SPB-15).
    Fire {
        /// Who.
        shooter: ShipId,
        /// At whom.
        target: ShipId,
        /// With which guns.
        mounts: MountChoice,
        /// What the players said about measures too close to call.
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// The ship has done what she will do in this step: the other side's turn.
    Done {
        /// Who.
        ship: ShipId,
    },
    /// Leave the table.
    Leave {
        /// Who.
        ship: ShipId,
        /// Over which edge.
        edge: Edge,
    },
    /// Go on to the next step.
    NextStep,
    /// Type facts: the next ruling that asks for them takes them instead of what the table shows.
    TypeFacts {
        /// Each question with its answer.
        facts: Vec<Asked>,
        /// Why, for the log.
        reason: String,
    },
    /// Change an option during the battle.
    SetOption {
        /// Name and value.
        option: OptionValue,
        /// Why, for the log.
        reason: String,
    },
    /// The umpire orders something, on the record.
    Umpire {
        /// What.
        order: UmpireOrder,
        /// Why, for the log.
        reason: String,
    },
}
