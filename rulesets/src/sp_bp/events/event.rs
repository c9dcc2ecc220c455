//! Events with their outcomes: `apply` looks up no table.

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

/// Consequences of an event: new values of ships, due dice, entries for the umpire.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Follows {
    /// The new values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<ShipChange>,
    /// The rolls that become due.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<PendingRoll>,
    /// Entries that the umpire must make.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guided: Vec<Guided>,
    /// The new list of all bonds; none where it did not change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bonds: Option<Vec<Bond>>,
}

/// A ship's move as judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MoveReview {
    /// The ship concerned.
    pub ship: ShipId,
    /// Speed, knots.
    pub speed: u8,
    /// The distance that the speed allows, inches; none where the sheet gives none.
    pub allowance_in: Option<f64>,
    /// The steering that the ship was bound to.
    pub steering: Steering,
    /// The way the ship went; none when the table can't tell.
    pub way: Option<WayFact>,
    /// Mined areas that the way entered.
    pub mined: Vec<TerrainId>,
    /// Banks, shoals, wrecks, booms and forts that the way touched (SPB-AMB-33).
    #[serde(default)]
    pub obstacles: Vec<TerrainId>,
    /// Ships that the ship touches.
    pub touches: Vec<ShipId>,
    /// Reasons why the move is illegal; empty if it is legal, or if the umpire allowed it.
    pub reasons: Vec<crate::core::Reason>,
    /// Close measures that the players must settle first.
    pub too_close: Vec<crate::core::TooClose>,
    /// Every fact that was asked of the table, with its answer.
    pub asked: Vec<Asked>,
    /// The settlements used.
    pub settled: Vec<Settlement>,
}

/// How a ship drifts (SPB-4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DriftOf {
    /// The ship.
    pub ship: ShipId,
    /// Drifts with the current.
    pub downstream: bool,
    /// Drifts with the wind.
    pub downwind: bool,
}

impl DriftOf {
    /// Returns the inches east and north by which a drift moves the ship.
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
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum Event {
    /// The battle began.
    Opened {
        /// The version of the serialised bodies.
        version: u32,
        ships: Vec<ShipSetup>,
        /// All options in force.
        options: SpbOptions,
        terrain: Vec<Terrain>,
    },
    /// A step began.
    StepBegan {
        turn: u32,
        step: Step,
        /// The side that acts first, in steps where the sides alternate.
        to_act: Option<SideId>,
        /// The consequences of its start.
        follows: Follows,
    },
    /// Dice were thrown, one handful for all these rolls.
    DiceThrown {
        /// Each roll with its faces.
        thrown: Vec<ThrownRoll>,
    },
    /// A roll was read.
    RollRead {
        /// The roll that was read.
        roll: RollId,
        ship: ShipId,
        faces: Vec<u8>,
        read: Read,
        follows: Follows,
        /// The rules behind it.
        rules: Vec<RuleId>,
    },
    /// A side adds to its initiative.
    InitiativeAdded { side: SideId, modifier: i32, reason: String },
    /// Crew parties were sent to work.
    RepairTried { ship: ShipId, task: Task, parties: u8, follows: Follows },
    /// A ship took an action that the sheet gives no procedure for.
    Undertaken {
        ship: ShipId,
        procedure: Procedure,
        /// The other ship.
        other: Option<ShipId>,
        /// The torpedo marker that was placed.
        marker: Option<Marker>,
        follows: Follows,
        asked: Vec<Asked>,
    },
    /// The umpire entered the result of an open matter.
    Adjudicated {
        /// The entry that is settled.
        entry: GuidedId,
        /// The procedure that called for it.
        procedure: Procedure,
        ship: ShipId,
        follows: Follows,
        /// The note for the log.
        note: String,
    },
    /// A ship began to act.
    ActionBegan { ship: ShipId },
    /// A ship ended its action in this step.
    ActionEnded {
        ship: ShipId,
        /// The side that acts next.
        to_act: Option<SideId>,
    },
    /// A ship's move was judged and is final.
    Moved {
        /// The full review.
        review: MoveReview,
        /// The declarations made.
        declares: Vec<Declares>,
        follows: Follows,
    },
    /// An anchor was raised or lowered.
    Anchored {
        ship: ShipId,
        /// Lowered?
        down: bool,
    },
    /// A change of speed was planned.
    SpeedPlanned {
        ship: ShipId,
        /// The speed from next turn on, knots.
        knots: u8,
    },
    /// Ships found in mined areas at the start of a phase (SPB-AMB-31); all other ships are in none.
    LieInMines {
        /// Each ship with its areas.
        ships: Vec<(ShipId, Vec<TerrainId>)>,
        follows: Follows,
        asked: Vec<Asked>,
    },
    /// Ships with way on that did not move (SPB-AMB-32).
    StayedPut { ships: Vec<ShipId> },
    /// Current and wind moved ships (SPB-4).
    Drifted {
        /// Each ship that drifts, and how.
        ships: Vec<DriftOf>,
        /// The distance in inches, for current and wind each.
        inches: f64,
        /// Where the current runs to, degrees clockwise from north.
        current_toward_deg: f64,
        /// Where the wind blows to, degrees clockwise from north.
        wind_toward_deg: f64,
    },
    /// The table was asked whether ships drifted into mined areas (SPB-4).
    DriftChecked { follows: Follows, asked: Vec<Asked> },
    /// A salvo was fired.
    SalvoFired {
        /// The full salvo.
        salvo: Salvo,
        /// The rolls that become due.
        rolls: Vec<PendingRoll>,
    },
    /// A ship came on the table.
    Arrived { ship: ShipId },
    /// A ship left the table.
    Left {
        ship: ShipId,
        /// The edge that was crossed.
        edge: Edge,
    },
    /// Facts were typed for the next ruling that asks for them.
    FactsTyped {
        /// Each question with its typed answer.
        facts: Vec<Asked>,
        reason: String,
    },
    /// An option was changed.
    OptionSet {
        /// The option and its new value.
        option: OptionValue,
        options: SpbOptions,
        reason: String,
    },
    /// The umpire ordered something.
    UmpireOrdered {
        order: UmpireOrder,
        reason: String,
        /// The rolls that become due.
        rolls: Vec<PendingRoll>,
    },
}

/// The version of the serialised states, decisions and events.
pub const BODY_VERSION: u32 = 3;
