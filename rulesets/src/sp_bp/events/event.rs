//! What happened, each with its outcome: `apply` looks up no table.

use crate::core::{Asked, Edge, OptionValue, RollId, RuleId, Settlement, SideId, ThrownRoll, WayFact};
use crate::sp_bp::events::change::ShipChange;
use crate::sp_bp::events::decision::{Declares, ShipSetup, UmpireOrder};
use crate::sp_bp::events::outcome::{Read, Salvo};
use crate::sp_bp::state::battle::{Bond, Marker};
use crate::sp_bp::state::due::{PendingRoll, Task};
use crate::sp_bp::state::guided::{Guided, GuidedId, Procedure};
use crate::sp_bp::state::options::SpbOptions;
use crate::sp_bp::state::step::Step;
use geometry::{Heading, ShipId, Steering, Terrain, TerrainId};
use serde::{Deserialize, Serialize};

/// What follows from something: values of ships, dice, the umpire's entries.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Follows {
    /// Values that are new.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<ShipChange>,
    /// Rolls that it calls for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<PendingRoll>,
    /// What the umpire must enter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guided: Vec<Guided>,
    /// All bonds as they are now; none where they stay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bonds: Option<Vec<Bond>>,
}

/// A ship's move as it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MoveReview {
    /// Whose.
    pub ship: ShipId,
    /// Knots she makes.
    pub speed: u8,
    /// How far that lets her go, inches; none where the sheet's silence stands.
    pub allowance_in: Option<f64>,
    /// How she had to be steered.
    pub steering: Steering,
    /// Her way; none when the table can't say.
    pub way: Option<WayFact>,
    /// Mined areas that she entered.
    pub mined: Vec<TerrainId>,
    /// Banks, shoals, wrecks, booms and forts that her way touched (SPB-AMB-33).
    #[serde(default)]
    pub obstacles: Vec<TerrainId>,
    /// Ships that she touches.
    pub touches: Vec<ShipId>,
    /// Why it is not legal; empty if it is, or if the umpire allowed it all the same.
    pub reasons: Vec<crate::core::Reason>,
    /// What the players must settle first.
    pub too_close: Vec<crate::core::TooClose>,
    /// Every question to the table with its answer.
    pub asked: Vec<Asked>,
    /// The settlements that were used.
    pub settled: Vec<Settlement>,
}

/// How a ship drifts (SPB-4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DriftOf {
    /// Who.
    pub ship: ShipId,
    /// Downstream.
    pub downstream: bool,
    /// Downwind.
    pub downwind: bool,
}

impl DriftOf {
    /// Inches east and north that a drift takes her.
    pub fn by_in(&self, drift: &Event) -> (f64, f64) {
        let Event::Drifted { inches, current_toward_deg, wind_toward_deg, .. } = drift else {
            return (0.0, 0.0);
        };
        let way = |drifts: bool, toward_deg: f64| {
            let (east, north) = Heading::from_deg(toward_deg).unit();
            let inches = if drifts { *inches } else { 0.0 };
            (east * inches, north * inches)
        };
        let (stream, wind) =
            (way(self.downstream, *current_toward_deg), way(self.downwind, *wind_toward_deg));
        (stream.0 + wind.0, stream.1 + wind.1)
    }
}

/// An event.
#[expect(clippy::large_enum_variant, reason = "a move is the largest, and events are few")]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The battle began.
    Opened {
        /// The version of the bodies.
        version: u32,
        /// The ships.
        ships: Vec<ShipSetup>,
        /// All options as they stand.
        options: SpbOptions,
        /// What lies on the table besides ships.
        terrain: Vec<Terrain>,
    },
    /// A step began.
    StepBegan {
        /// The turn.
        turn: u32,
        /// The step.
        step: Step,
        /// Who acts first in it, where the sides take turns.
        to_act: Option<SideId>,
        /// What it brings of itself.
        follows: Follows,
    },
    /// Dice were thrown, one handful for all these rolls.
    DiceThrown {
        /// Each roll with its faces.
        thrown: Vec<ThrownRoll>,
    },
    /// A roll was read.
    RollRead {
        /// The roll that is settled.
        roll: RollId,
        /// The ship that it concerns.
        ship: ShipId,
        /// Its faces.
        faces: Vec<u8>,
        /// What it showed.
        read: Read,
        /// What follows.
        follows: Follows,
        /// The rules it rests on.
        rules: Vec<RuleId>,
    },
    /// A side adds to its initiative.
    InitiativeAdded {
        /// Whose.
        side: SideId,
        /// How much.
        modifier: i32,
        /// Why.
        reason: String,
    },
    /// Crew parties were sent to work.
    RepairTried {
        /// Whose.
        ship: ShipId,
        /// At what.
        task: Task,
        /// How many.
        parties: u8,
        /// What follows.
        follows: Follows,
    },
    /// A ship did something that the sheet gives no procedure for.
    Undertaken {
        /// Who.
        ship: ShipId,
        /// What.
        procedure: Procedure,
        /// The other ship.
        other: Option<ShipId>,
        /// A torpedo marker that was placed.
        marker: Option<Marker>,
        /// What follows.
        follows: Follows,
        /// Every question to the table with its answer.
        asked: Vec<Asked>,
    },
    /// The umpire entered what came of something.
    Adjudicated {
        /// What it settles.
        entry: GuidedId,
        /// What for.
        procedure: Procedure,
        /// Whose.
        ship: ShipId,
        /// What follows.
        follows: Follows,
        /// What happened.
        note: String,
    },
    /// A ship began to act.
    ActionBegan {
        /// Who.
        ship: ShipId,
    },
    /// A ship has done what she will do in this step.
    ActionEnded {
        /// Who.
        ship: ShipId,
        /// Whose turn it is now.
        to_act: Option<SideId>,
    },
    /// A ship's move was judged and stands.
    Moved {
        /// The whole of it.
        review: MoveReview,
        /// What she declared.
        declares: Vec<Declares>,
        /// What follows.
        follows: Follows,
    },
    /// An anchor was raised or lowered.
    Anchored {
        /// Whose.
        ship: ShipId,
        /// Lowered?
        down: bool,
    },
    /// A change of speed was planned.
    SpeedPlanned {
        /// Whose.
        ship: ShipId,
        /// Knots from next turn on.
        knots: u8,
    },
    /// Ships that lie in mined areas as a phase begins (SPB-AMB-31); everybody else lies in none.
    LieInMines {
        /// Each with the areas.
        ships: Vec<(ShipId, Vec<TerrainId>)>,
        /// What follows.
        follows: Follows,
        /// Every question to the table with its answer.
        asked: Vec<Asked>,
    },
    /// Ships with way on that stayed where they were (SPB-AMB-32).
    StayedPut {
        /// Which.
        ships: Vec<ShipId>,
    },
    /// Stream and wind took the ships along (SPB-4).
    Drifted {
        /// Each ship that drifts.
        ships: Vec<DriftOf>,
        /// How far, inches, each way.
        inches: f64,
        /// Where the stream sets, degrees clockwise from north.
        current_toward_deg: f64,
        /// Where the wind blows to.
        wind_toward_deg: f64,
    },
    /// Whether ships drifted into mined areas was looked at (SPB-4).
    DriftChecked {
        /// What follows.
        follows: Follows,
        /// Every question to the table with its answer.
        asked: Vec<Asked>,
    },
    /// A salvo was fired.
    SalvoFired {
        /// The whole of it.
        salvo: Salvo,
        /// The rolls that it calls for.
        rolls: Vec<PendingRoll>,
    },
    /// A ship came on the table.
    Arrived {
        /// Who.
        ship: ShipId,
    },
    /// A ship left the table.
    Left {
        /// Who.
        ship: ShipId,
        /// Over which edge.
        edge: Edge,
    },
    /// Facts were typed for the next ruling that asks for them.
    FactsTyped {
        /// Each question with its typed answer.
        facts: Vec<Asked>,
        /// Why.
        reason: String,
    },
    /// An option was changed.
    OptionSet {
        /// Which, and to what.
        option: OptionValue,
        /// All options as they stand now.
        options: SpbOptions,
        /// Why.
        reason: String,
    },
    /// The umpire ordered something.
    UmpireOrdered {
        /// What.
        order: UmpireOrder,
        /// Why.
        reason: String,
        /// The rolls that it calls for.
        rolls: Vec<PendingRoll>,
    },
}

/// The version of the bodies of states, decisions and events.
pub const BODY_VERSION: u32 = 3;
