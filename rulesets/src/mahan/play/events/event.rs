//! What happened.

use crate::core::{Asked, Edge, OptionValue, RuleId, Settlement, SideId, ThrownRoll};
use crate::gunboat;
use crate::mahan::orders::{Chit, Cup, Load, MahanOrder, Side};
use crate::mahan::play::events::decision::{Change, Entry, Formation, GroupOrder, UmpireOrder};
use crate::mahan::play::state::battle::{
    Course, End, Fate, Firing, GroupId, HexPose, Outcome, PendingRoll, Phase, Piece,
};
use crate::mahan::play::state::options::MahOptions;
use geometry::{HexGrid, ShipId};
use serde::{Deserialize, Serialize};

/// A ship's way in a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// The ship that acts.
    pub ship: ShipId,
    /// From there.
    pub from: HexPose,
    /// Where she stands after each hex; empty for one that did not move.
    pub places: Vec<HexPose>,
    /// What ended it.
    pub end: End,
    /// So many places of her track are behind her (MAH-36).
    pub followed: usize,
}

impl Passage {
    /// Returns the place where the ship ends up.
    pub fn to(&self) -> HexPose {
        self.places.last().copied().unwrap_or(self.from)
    }

    /// Did she go anywhere?
    pub fn moved(&self) -> bool {
        self.places.last().is_some_and(|to| to.hex != self.from.hex)
    }
}

/// Some of Mahan's guns fire, where the players resolve it by the base game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    /// The ship concerned.
    pub ship: ShipId,
    /// The gun concerned.
    pub gun: String,
    /// The target.
    pub target: ShipId,
    /// How far, hexes.
    pub hexes: u32,
    /// What she fires, should it hit (MAH-27 to MAH-29).
    pub load: Load,
    /// Loading up to and with this turn, where she takes two turns.
    pub loads_until: Option<u32>,
}

/// An event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The battle began.
    Opened {
        /// The version of the bodies.
        body_version: u32,
        /// The ships that take part.
        ships: Vec<Entry>,
        /// The ships that sail together.
        formations: Vec<Formation>,
        /// The Player's side, and Mahan's.
        sides: (SideId, SideId),
        /// Mahan's friendly map edge.
        mahan_edge: Edge,
        /// Land and shoals.
        terrain: Vec<Piece>,
        /// The board on the table.
        grid: HexGrid,
        /// The readings in force.
        options: MahOptions,
    },
    /// All models stand where they begin.
    SetOut {
        /// The table's answers.
        asked: Vec<Asked>,
        /// The players' settlements of close measures.
        settled: Vec<Settlement>,
    },
    /// A turn began: the cup is full (MAH-2).
    TurnBegan {
        /// Which.
        turn: u32,
        /// All sixteen chits.
        cup: Cup,
    },
    /// Something else may be done now.
    PhaseBegan {
        /// The round, 0 before the first.
        round: u8,
        /// The phase.
        phase: Phase,
    },
    /// The Player's orders are given (MAH-5).
    PlayerOrdered {
        /// Each.
        orders: Vec<GroupOrder>,
    },
    /// Dice are due.
    DiceDue {
        /// Which.
        rolls: Vec<PendingRoll>,
    },
    /// Dice were thrown.
    DiceThrown {
        /// Each roll.
        thrown: Vec<ThrownRoll>,
    },
    /// The display was read, and what it says is prohibited: it is thrown again (MAH-15, MAH-16).
    Rerolled {
        /// The formation concerned.
        group: GroupId,
        /// What was thrown.
        face: u8,
        /// Why.
        rule: RuleId,
    },
    /// A Mahan formation has its orders (MAH-14).
    MahanOrdered {
        /// The formation concerned.
        group: GroupId,
        /// Its order.
        order: MahanOrder,
        /// How it finds its way.
        course: Course,
        /// Where its ships head now: those that turn at once.
        places: Vec<(ShipId, HexPose)>,
        /// Where the others turn, when they come there (MAH-36).
        track: Option<HexPose>,
        /// Its speed.
        speed: u8,
        /// What the new heading cost of it (MAH-17).
        cost: u8,
        /// The Player reference ship, where there is one.
        player: Option<ShipId>,
        /// So often it was thrown again.
        rerolls: usize,
        /// The rule.
        rule: RuleId,
    },
    /// An About that is not finished goes on (MAH-AMB-6).
    AboutKept {
        /// Whose.
        group: GroupId,
    },
    /// Ships moved in a round (MAH-4, MAH-24).
    Moved {
        /// The formation concerned.
        group: GroupId,
        /// Each of its ships.
        passages: Vec<Passage>,
        /// The table's answers.
        asked: Vec<Asked>,
        /// The players' settlements of close measures.
        settled: Vec<Settlement>,
    },
    /// A formation turned.
    Turned {
        /// The formation concerned.
        group: GroupId,
        /// How far, hexsides, clockwise.
        hexsides: i32,
        /// Those that turn at once, as they stand now.
        places: Vec<(ShipId, HexPose)>,
        /// Where the others turn, when they come there (MAH-36).
        track: Option<HexPose>,
        /// The rule.
        rule: RuleId,
    },
    /// A ram or a spar torpedo has turned within four hexes, takes another target, or gives up (MAH-32, MAH-35).
    CourseSet {
        /// The formation concerned.
        group: GroupId,
        /// As it finds its way now.
        course: Course,
        /// The rule.
        rule: RuleId,
    },
    /// Chits were drawn (MAH-25).
    ChitsDrawn {
        /// These.
        drawn: Vec<Chit>,
        /// What is in the cup now.
        cup: Cup,
        /// The app's dice for it; none for a real cup.
        thrown: Vec<ThrownRoll>,
    },
    /// Fire combat began (MAH-25).
    FireBegan {
        /// The ship that fires.
        firing: Firing,
    },
    /// The book that resolves fire has come to a fire step.
    GunsReady,
    /// Something happened in the book that resolves fire.
    Gunnery {
        /// What.
        #[serde(rename = "gunboat")]
        event: gunboat::Event,
    },
    /// Mahan's guns fire, and the players resolve it by the base game (MAH-25, MAH-AMB-2).
    MahanFired {
        /// Each gun; none that bore on anything.
        shots: Vec<Shot>,
    },
    /// A side has fired.
    FireDone {
        /// The side.
        side: Side,
    },
    /// Results of the base game were entered by hand (MAH-AMB-2).
    Entered {
        /// The changes.
        changes: Vec<Change>,
        /// The reason.
        reason: String,
    },
    /// A formation can't keep its speed.
    Slowed {
        /// The formation concerned.
        group: GroupId,
        /// Its speed now.
        speed: u8,
    },
    /// A ship that can't keep up sails alone from now on (house).
    Detached {
        /// The ship that acts.
        ship: ShipId,
        /// As this.
        group: GroupId,
        /// The ship's speed.
        speed: u8,
    },
    /// A ship is out of the battle.
    Lost {
        /// The ship that acts.
        ship: ShipId,
        /// The fate.
        fate: Fate,
        /// The rule.
        rule: RuleId,
    },
    /// It is over.
    Ended {
        /// The outcome.
        outcome: Outcome,
    },
    /// The board was registered anew.
    GridRegistered {
        /// The registration in force from now on.
        grid: HexGrid,
        /// The reason.
        reason: String,
    },
    /// An option was changed.
    OptionSet {
        /// The option.
        option: OptionValue,
        /// All options in force from now on.
        options: MahOptions,
        /// The reason.
        reason: String,
    },
    /// The umpire ordered something.
    UmpireOrdered {
        /// The order.
        order: UmpireOrder,
        /// The reason.
        reason: String,
    },
}

/// The version of the bodies of states, decisions and events.
pub const BODY_VERSION: u32 = 2;
