//! The events of a battle. Each carries its outcome, so `apply` looks up no table.

use crate::core::{Asked, Edge, OptionValue, RollId, RuleId, SideId, ThrownRoll};
use crate::noddy::events::change::Change;
use crate::noddy::events::decision::{ShipOrder, ShipSetup, UmpireOrder};
use crate::noddy::events::outcome::{Fire, Impact, MoveReview, MusketFire};
use crate::noddy::state::battle::HiddenArea;
use crate::noddy::state::card::{BatteryCard, RegimentCard};
use crate::noddy::state::due::PendingRoll;
use crate::noddy::state::options::NodOptions;
use crate::noddy::state::ship::Course;
use crate::noddy::state::step::Step;
use geometry::{ShipId, Terrain, TerrainId};
use serde::{Deserialize, Serialize};

/// A course of a ship.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipCourse {
    /// The ship.
    pub ship: ShipId,
    /// The course; none while the orders are kept on paper.
    pub course: Option<Course>,
    /// True for a ship without orders, which keeps its course.
    pub of_itself: bool,
}

/// The outcome of a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A gun hits.
    Hit,
    /// A gun misses.
    Miss,
    /// A loss or damage.
    Damaged,
    /// A special effect follows.
    Special,
    /// The magazine blows up.
    Magazine,
    /// No effect.
    Nothing,
    /// An attempt succeeds.
    Done,
    /// An attempt fails.
    Failed,
}

/// A roll that was read, with its consequences.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// The roll.
    pub roll: RollId,
    /// The ship or battery that it concerns.
    pub ship: ShipId,
    /// The purpose of the roll ("to_hit").
    pub purpose: String,
    /// The faces.
    pub faces: Vec<u8>,
    /// The sum with all modifiers.
    pub total: i16,
    /// The number that was needed, if any.
    #[serde(default)]
    pub needs: Option<i16>,
    /// The outcome.
    pub outcome: Outcome,
    /// The text of the row.
    pub text: String,
    /// The rules that apply.
    pub rules: Vec<RuleId>,
    /// The changes.
    pub changes: Vec<Change>,
    /// The rolls that follow.
    pub rolls: Vec<PendingRoll>,
}

/// Ships that drift with the current (NOD-25).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Drifting {
    /// The ships.
    pub ships: Vec<ShipId>,
    /// The distance, inches east.
    pub east_in: f64,
    /// The distance, inches north.
    pub north_in: f64,
}

/// An event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum Event {
    /// The battle began.
    Opened {
        version: u32,
        ships: Vec<ShipSetup>,
        batteries: Vec<BatteryCard>,
        regiments: Vec<RegimentCard>,
        options: NodOptions,
        terrain: Vec<Terrain>,
    },
    /// The umpire drew the chart (NOD-30).
    ChartDrawn {
        /// Areas with the same audience.
        areas: Vec<HiddenArea>,
    },
    /// A side wrote orders (NOD-9).
    OrdersWritten { side: SideId, orders: Vec<ShipOrder>, asked: Vec<Asked> },
    /// All orders were revealed.
    OrdersRevealed {
        /// The courses of the ships.
        courses: Vec<ShipCourse>,
        asked: Vec<Asked>,
    },
    /// Orders kept on paper were read out.
    OrdersReadOut {
        ship: ShipId,
        /// The ordered course.
        course: Course,
        asked: Vec<Asked>,
    },
    /// A step began, or a segment of one.
    StepBegan {
        /// The move, from 1.
        turn: u32,
        step: Step,
        /// The segment, from 0.
        segment: u8,
        /// The number of segments.
        segments: u8,
        rolls: Vec<PendingRoll>,
    },
    /// A ship moved or turned.
    Moved {
        review: MoveReview,
        /// The consequences: aground, stopped, in contact.
        changes: Vec<Change>,
        /// Hidden areas that everybody learns of.
        found: Vec<TerrainId>,
    },
    /// A ship's way was in areas of the umpire's chart (NOD-30): only the umpire knows.
    ChartMet {
        ship: ShipId,
        areas: Vec<TerrainId>,
        asked: Vec<Asked>,
        /// The rolls for mines.
        rolls: Vec<PendingRoll>,
    },
    /// Fire was declared.
    FireDeclared {
        /// The fire, with all values that its ruling depends on.
        fire: Fire,
        /// The rolls, one for each gun.
        rolls: Vec<PendingRoll>,
    },
    /// A regiment's fire was declared.
    MusketryDeclared {
        /// The fire, with all values that its ruling depends on.
        fire: MusketFire,
        rolls: Vec<PendingRoll>,
    },
    /// A ship rammed another.
    Rammed { impact: Impact, rolls: Vec<PendingRoll> },
    /// A contact was settled without a ram (NOD-AMB-26).
    ContactSettled {
        ship: ShipId,
        /// True if the ship goes on, by permission of the umpire.
        goes_on: bool,
        /// The change for a ship that stops.
        changes: Vec<Change>,
    },
    /// A ship tries to refloat.
    RefloatTried { ship: ShipId, rolls: Vec<PendingRoll> },
    /// Dice were thrown.
    DiceThrown { thrown: Vec<ThrownRoll> },
    /// A roll was read.
    Read { read: Reading },
    /// Ships sank at the end of their last move (NOD-26).
    Sank {
        /// The losses.
        changes: Vec<Change>,
    },
    /// The current moved ships (NOD-25).
    Drifted { drift: Drifting },
    /// A ship left the battle.
    Left { ship: ShipId, edge: Edge, asked: Vec<Asked> },
    /// Facts were typed.
    FactsTyped { facts: Vec<Asked>, reason: String },
    /// An option was changed.
    OptionSet { option: OptionValue, options: NodOptions, reason: String },
    /// The umpire gave an order.
    UmpireOrdered { order: UmpireOrder, reason: String, changes: Vec<Change>, rolls: Vec<PendingRoll> },
}

/// The version of the serialised states, decisions and events.
pub const BODY_VERSION: u32 = 2;
