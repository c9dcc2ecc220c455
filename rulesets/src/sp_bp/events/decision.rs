//! Decisions of players and umpire.

use crate::core::{Asked, Edge, Faces, OptionValue, RollId, Settlement, SideId};
use crate::sp_bp::events::change::ShipChange;
use crate::sp_bp::state::battle::{Bond, Marker};
use crate::sp_bp::state::card::{MountId, ShipCard};
use crate::sp_bp::state::due::{Shot, Task};
use crate::sp_bp::state::guided::{GuidedId, Procedure};
use crate::sp_bp::state::ship::Location;
use geometry::{ShipId, Terrain};
use serde::{Deserialize, Serialize};

/// A ship as it enters the battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipSetup {
    /// The ship's card.
    pub card: ShipCard,
    /// Speed at the start of the battle, knots.
    #[serde(default)]
    pub speed: u8,
    /// At anchor from the start.
    #[serde(default)]
    pub anchored: bool,
    /// Aground from the start.
    #[serde(default)]
    pub aground: bool,
    /// On the table, or still to come.
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
    /// The mount concerned.
    pub mount: MountId,
    /// The number of its guns.
    pub guns: u8,
}

/// The guns chosen to fire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "choose", content = "mounts", rename_all = "snake_case")]
pub enum MountChoice {
    /// Every gun that bears, is in range and has not fired.
    AllThatBear,
    /// These guns only.
    These(Vec<MountGuns>),
}

/// A declaration before a ship touches another (SPB-3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "declares", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum Declares {
    /// The ship will ram.
    Ram { target: ShipId },
    /// The ship attacks with its spar torpedo.
    Spar { target: ShipId },
}

impl Declares {
    /// Returns the target.
    pub fn target(&self) -> &ShipId {
        match self {
            Self::Ram { target } | Self::Spar { target } => target,
        }
    }
}

/// An order of the umpire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum UmpireOrder {
    /// New values of ships, and new bonds between ships.
    Set {
        /// The new values.
        #[serde(default)]
        changes: Vec<ShipChange>,
        /// The new list of all bonds; none to keep the old one.
        #[serde(default)]
        bonds: Option<Vec<Bond>>,
    },
    /// A critical hit from any cause, thrown for in the usual way.
    CriticalHit {
        /// The ship that is hit.
        ship: ShipId,
        /// The shot it comes from.
        shot: Shot,
    },
    /// The torpedo markers on the table.
    SetMarkers {
        /// The complete new list.
        markers: Vec<Marker>,
    },
    /// The terrain on the table.
    SetTerrain {
        /// The complete new list.
        terrain: Vec<Terrain>,
    },
    /// A ship's move is valid as the table shows it.
    AllowMove { ship: ShipId },
    /// A roll is not thrown.
    WaiveRoll { roll: RollId },
    /// Sets the side that acts.
    SetToAct { side: SideId },
}

/// A decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "decision", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum Decision {
    /// Open the battle.
    Open {
        ships: Vec<ShipSetup>,
        /// The options that differ from their defaults.
        #[serde(default)]
        options: Vec<OptionValue>,
        #[serde(default)]
        terrain: Vec<Terrain>,
    },
    /// Throw pending rolls.
    Roll {
        /// The rolls; empty for all that are pending, in order.
        #[serde(default)]
        rolls: Vec<RollId>,
        /// Thrown by the app, or typed: one handful for all of them.
        faces: Faces,
    },
    /// A side adds a modifier to its initiative (SPB-2: the sheet's modifiers are missing).
    AddToInitiative { side: SideId, modifier: i32, reason: String },
    /// Send crew parties to a fire, a leak or a repair (SPB-AMB-3).
    Repair { ship: ShipId, task: Task, parties: u8 },
    /// Do something that the sheet names without a procedure (SPB-AMB-4).
    Undertake {
        ship: ShipId,
        procedure: Procedure,
        /// The other ship, if any.
        #[serde(default)]
        other: Option<ShipId>,
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// The umpire enters the result of an open matter.
    Adjudicate {
        /// The entry that is settled.
        entry: GuidedId,
        /// The new values.
        #[serde(default)]
        changes: Vec<ShipChange>,
        /// The new list of all bonds; none to keep the old one.
        #[serde(default)]
        bonds: Option<Vec<Bond>>,
        /// The note for the log.
        note: String,
    },
    /// Submit a ship's move as the table shows it.
    Move {
        ship: ShipId,
        /// Declarations made before the ship touched another.
        #[serde(default)]
        declares: Vec<Declares>,
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Raise or lower the anchor (SPB-3, at speed 0).
    Anchor {
        ship: ShipId,
        /// True to lower, false to raise.
        down: bool,
    },
    /// Record a planned change of speed (SPB-3).
    PlanSpeed {
        ship: ShipId,
        /// The speed from next turn on, knots.
        knots: u8,
    },
    /// Fire one ship's guns at another (SPB-15).
    Fire {
        shooter: ShipId,
        target: ShipId,
        /// The guns chosen.
        mounts: MountChoice,
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// A ship ends its action in this step; the other side acts next.
    Done { ship: ShipId },
    /// Leave the table.
    Leave {
        ship: ShipId,
        /// The edge that was crossed.
        edge: Edge,
    },
    /// Go on to the next step.
    NextStep,
    /// Type facts that the next ruling uses instead of what the table shows.
    TypeFacts {
        /// Each question with its answer.
        facts: Vec<Asked>,
        reason: String,
    },
    /// Change an option during the battle.
    SetOption {
        /// Name and new value.
        option: OptionValue,
        reason: String,
    },
    /// The umpire orders something, on the record.
    Umpire { order: UmpireOrder, reason: String },
}
