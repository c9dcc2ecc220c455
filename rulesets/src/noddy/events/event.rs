//! What happened, each with its outcome: `apply` looks up no table.

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
    /// Whose.
    pub ship: ShipId,
    /// None while it is kept on paper.
    pub course: Option<Course>,
    /// Nobody wrote it: she goes as she goes.
    pub of_itself: bool,
}

/// What came of a roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A gun hits.
    Hit,
    /// A gun misses.
    Miss,
    /// Something is lost or damaged.
    Damaged,
    /// A special effect follows.
    Special,
    /// The magazine blows up.
    Magazine,
    /// Nothing.
    Nothing,
    /// What was tried succeeds.
    Done,
    /// What was tried fails.
    Failed,
}

/// A roll that was read, with all that follows from it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// Which roll.
    pub roll: RollId,
    /// Whom it concerns.
    pub ship: ShipId,
    /// What the roll was for ("to_hit").
    pub purpose: String,
    /// The faces.
    pub faces: Vec<u8>,
    /// Their sum with everything that counts.
    pub total: i16,
    /// What had to be reached, where something had.
    #[serde(default)]
    pub needs: Option<i16>,
    /// What came of it.
    pub outcome: Outcome,
    /// The row's words.
    pub text: String,
    /// The rules it rests on.
    pub rules: Vec<RuleId>,
    /// What changes.
    pub changes: Vec<Change>,
    /// What must be thrown next.
    pub rolls: Vec<PendingRoll>,
}

/// Ships that the current takes along (NOD-25).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Drifting {
    /// Which.
    pub ships: Vec<ShipId>,
    /// Inches east.
    pub east_in: f64,
    /// Inches north.
    pub north_in: f64,
}

/// An event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The battle began.
    Opened {
        /// The version of the body.
        version: u32,
        /// Who takes part.
        ships: Vec<ShipSetup>,
        /// Batteries.
        batteries: Vec<BatteryCard>,
        /// Regiments.
        regiments: Vec<RegimentCard>,
        /// All options in force.
        options: NodOptions,
        /// What lies on the table.
        terrain: Vec<Terrain>,
    },
    /// The umpire drew his chart (NOD-30).
    ChartDrawn {
        /// Areas that the same people know of.
        areas: Vec<HiddenArea>,
    },
    /// A side wrote orders (NOD-9).
    OrdersWritten {
        /// Which side.
        side: SideId,
        /// For whom.
        orders: Vec<ShipOrder>,
        /// Questions to the table with their answers.
        asked: Vec<Asked>,
    },
    /// All orders are revealed.
    OrdersRevealed {
        /// What each ship does.
        courses: Vec<ShipCourse>,
        /// Questions to the table with their answers.
        asked: Vec<Asked>,
    },
    /// Orders kept on paper were read out.
    OrdersReadOut {
        /// Whose.
        ship: ShipId,
        /// What stood there.
        course: Course,
        /// Questions to the table with their answers.
        asked: Vec<Asked>,
    },
    /// A step began, or a segment of one.
    StepBegan {
        /// The move, from 1.
        turn: u32,
        /// The step.
        step: Step,
        /// The segment, from 0.
        segment: u8,
        /// Of so many.
        segments: u8,
        /// What must be thrown.
        rolls: Vec<PendingRoll>,
    },
    /// A ship made her way, or her turn.
    Moved {
        /// As it was judged.
        review: MoveReview,
        /// What follows: aground, stopped.
        changes: Vec<Change>,
        /// Hidden areas that everybody learns of.
        found: Vec<TerrainId>,
    },
    /// A ship's way lay in areas of the umpire's chart (NOD-30): only the umpire knows.
    ChartMet {
        /// Whose.
        ship: ShipId,
        /// Which areas.
        areas: Vec<TerrainId>,
        /// Questions to the table with their answers.
        asked: Vec<Asked>,
        /// Mines are thrown for.
        rolls: Vec<PendingRoll>,
    },
    /// Guns fire.
    FireDeclared {
        /// All the ruling rests on.
        fire: Fire,
        /// A die for each gun.
        rolls: Vec<PendingRoll>,
    },
    /// A regiment fires.
    MusketryDeclared {
        /// All the ruling rests on.
        fire: MusketFire,
        /// Its die.
        rolls: Vec<PendingRoll>,
    },
    /// A ship rams.
    Rammed {
        /// How they met.
        impact: Impact,
        /// The die.
        rolls: Vec<PendingRoll>,
    },
    /// What came of a contact without a ram (NOD-AMB-26).
    ContactSettled {
        /// Whose.
        ship: ShipId,
        /// She goes on, by the umpire's leave.
        goes_on: bool,
        /// She stops, where she does not go on.
        changes: Vec<Change>,
    },
    /// A ship tries to come afloat.
    RefloatTried {
        /// Who.
        ship: ShipId,
        /// The die.
        rolls: Vec<PendingRoll>,
    },
    /// Dice were thrown.
    DiceThrown {
        /// Which.
        thrown: Vec<ThrownRoll>,
    },
    /// A roll was read.
    Read {
        /// What came of it.
        read: Reading,
    },
    /// Ships whose time had come sank (NOD-26).
    Sank {
        /// Which.
        changes: Vec<Change>,
    },
    /// The current took ships along (NOD-25).
    Drifted {
        /// How far.
        drift: Drifting,
    },
    /// A ship left the battle.
    Left {
        /// Who.
        ship: ShipId,
        /// Over this edge.
        edge: Edge,
        /// Questions to the table with their answers.
        asked: Vec<Asked>,
    },
    /// Facts were typed.
    FactsTyped {
        /// Which.
        facts: Vec<Asked>,
        /// Why.
        reason: String,
    },
    /// An option was changed.
    OptionSet {
        /// Which.
        option: OptionValue,
        /// All options in force.
        options: NodOptions,
        /// Why.
        reason: String,
    },
    /// The umpire ruled.
    UmpireOrdered {
        /// What.
        order: UmpireOrder,
        /// Why.
        reason: String,
        /// What changes by it.
        changes: Vec<Change>,
        /// What must be thrown.
        rolls: Vec<PendingRoll>,
    },
}

/// The version of the bodies of states, decisions and events.
pub const BODY_VERSION: u32 = 2;
