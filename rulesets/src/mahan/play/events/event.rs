//! Events with their outcomes.

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
    /// The ship.
    pub ship: ShipId,
    /// The place before the move.
    pub from: HexPose,
    /// The place after each hex; empty for a ship that did not move.
    pub places: Vec<HexPose>,
    /// The end of the move.
    pub end: End,
    /// The number of points of its track that the ship has passed (MAH-36).
    pub followed: usize,
}

impl Passage {
    /// Returns the place where the ship ends up.
    pub fn to(&self) -> HexPose {
        self.places.last().copied().unwrap_or(self.from)
    }

    /// Tells whether the ship changed its place.
    pub fn moved(&self) -> bool {
        self.places.last().is_some_and(|to| to.hex != self.from.hex)
    }
}

/// A shot of a Mahan gun, where the players resolve fire by the base game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    /// The ship concerned.
    pub ship: ShipId,
    /// The gun concerned.
    pub gun: String,
    /// The target.
    pub target: ShipId,
    /// The range, hexes.
    pub hexes: u32,
    /// The load used if it hits (MAH-27 to MAH-29).
    pub load: Load,
    /// The last turn of loading; none for a gun that fires every turn.
    pub loads_until: Option<u32>,
}

/// An event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum Event {
    /// The battle began.
    Opened {
        body_version: u32,
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
        options: MahOptions,
    },
    /// All models stand in their starting places.
    SetOut { asked: Vec<Asked>, settled: Vec<Settlement> },
    /// A turn began: the cup is full (MAH-2).
    TurnBegan {
        turn: u32,
        /// All sixteen chits.
        cup: Cup,
    },
    /// The next phase began.
    PhaseBegan {
        /// The round, 0 before the first.
        round: u8,
        phase: Phase,
    },
    /// The Player's orders are given (MAH-5).
    PlayerOrdered {
        /// Each formation's order.
        orders: Vec<GroupOrder>,
    },
    /// Dice are due.
    DiceDue { rolls: Vec<PendingRoll> },
    /// Dice were thrown.
    DiceThrown {
        /// Each roll.
        thrown: Vec<ThrownRoll>,
    },
    /// The display gave a prohibited result: the die is thrown again (MAH-15, MAH-16).
    Rerolled {
        group: GroupId,
        /// The face thrown.
        face: u8,
        /// The rule that prohibits it.
        rule: RuleId,
    },
    /// A Mahan formation has its orders (MAH-14).
    MahanOrdered {
        group: GroupId,
        order: MahanOrder,
        /// The way it finds its course.
        course: Course,
        /// The new facings of ships that turn at once.
        places: Vec<(ShipId, HexPose)>,
        /// The place where the others turn when they reach it (MAH-36).
        track: Option<HexPose>,
        speed: u8,
        /// The speed lost by the new heading (MAH-17).
        cost: u8,
        /// The Player reference ship, if any.
        player: Option<ShipId>,
        /// The number of rerolls.
        rerolls: usize,
        rule: RuleId,
    },
    /// An unfinished About goes on (MAH-AMB-6).
    AboutKept { group: GroupId },
    /// Ships moved in a round (MAH-4, MAH-24).
    Moved {
        group: GroupId,
        /// Each of its ships.
        passages: Vec<Passage>,
        asked: Vec<Asked>,
        settled: Vec<Settlement>,
    },
    /// A formation turned.
    Turned {
        group: GroupId,
        /// The turn, hexsides clockwise.
        hexsides: i32,
        /// The new places of ships that turn at once.
        places: Vec<(ShipId, HexPose)>,
        /// The place where the others turn when they reach it (MAH-36).
        track: Option<HexPose>,
        rule: RuleId,
    },
    /// A ram or a spar torpedo made a turn within four hexes, changed its target, or gave up (MAH-32,
    /// MAH-35).
    CourseSet {
        group: GroupId,
        /// The course from now on.
        course: Course,
        rule: RuleId,
    },
    /// Chits were drawn (MAH-25).
    ChitsDrawn {
        /// The chits drawn.
        drawn: Vec<Chit>,
        /// The chits left in the cup.
        cup: Cup,
        /// The app's dice for the draw; none for a real cup.
        thrown: Vec<ThrownRoll>,
    },
    /// Fire combat began (MAH-25).
    FireBegan {
        /// The sides that may still fire.
        firing: Firing,
    },
    /// The book that resolves fire has reached a fire step.
    GunsReady,
    /// An event of the book that resolves fire.
    Gunnery {
        #[serde(rename = "gunboat")]
        event: gunboat::Event,
    },
    /// Mahan's guns fire, and the players resolve it by the base game (MAH-25, MAH-AMB-2).
    MahanFired {
        /// Every shot; empty where no gun bore.
        shots: Vec<Shot>,
    },
    /// A side has ended its fire.
    FireDone { side: Side },
    /// Results of the base game were entered by hand (MAH-AMB-2).
    Entered { changes: Vec<Change>, reason: String },
    /// A formation had to reduce its speed.
    Slowed { group: GroupId, speed: u8 },
    /// A ship that can't keep up continues alone (house).
    Detached {
        ship: ShipId,
        /// The id of its new formation.
        group: GroupId,
        /// The ship's speed.
        speed: u8,
    },
    /// A ship is out of the battle.
    Lost { ship: ShipId, fate: Fate, rule: RuleId },
    /// The battle is over.
    Ended { outcome: Outcome },
    /// The board was registered again.
    GridRegistered {
        /// The registration in force from now on.
        grid: HexGrid,
        reason: String,
    },
    /// An option was changed.
    OptionSet { option: OptionValue, options: MahOptions, reason: String },
    /// The umpire ordered something.
    UmpireOrdered { order: UmpireOrder, reason: String },
}

/// The version of the serialised states, decisions and events.
pub const BODY_VERSION: u32 = 2;
