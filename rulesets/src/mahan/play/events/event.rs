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
    /// Who.
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
    /// Where she comes to stand.
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
    /// Whose.
    pub ship: ShipId,
    /// Which gun.
    pub gun: String,
    /// At whom.
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
        /// Who takes part.
        ships: Vec<Entry>,
        /// Who sails together.
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
        /// What the table said.
        asked: Vec<Asked>,
        /// What the players said.
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
        /// What.
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
        /// For which formation.
        group: GroupId,
        /// What was thrown.
        face: u8,
        /// Why.
        rule: RuleId,
    },
    /// A Mahan formation has its orders (MAH-14).
    MahanOrdered {
        /// Which.
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
        /// Which formation.
        group: GroupId,
        /// Each of its ships.
        passages: Vec<Passage>,
        /// What the table said.
        asked: Vec<Asked>,
        /// What the players said.
        settled: Vec<Settlement>,
    },
    /// A formation turned.
    Turned {
        /// Which.
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
        /// Which.
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
        /// Who fires.
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
        /// Which.
        side: Side,
    },
    /// Results of the base game were entered by hand (MAH-AMB-2).
    Entered {
        /// What.
        changes: Vec<Change>,
        /// Why.
        reason: String,
    },
    /// A formation can't keep its speed.
    Slowed {
        /// Which.
        group: GroupId,
        /// Its speed now.
        speed: u8,
    },
    /// A ship that can't keep up sails alone from now on (house).
    Detached {
        /// Who.
        ship: ShipId,
        /// As this.
        group: GroupId,
        /// Her speed.
        speed: u8,
    },
    /// A ship is out of the battle.
    Lost {
        /// Who.
        ship: ShipId,
        /// How.
        fate: Fate,
        /// The rule.
        rule: RuleId,
    },
    /// It is over.
    Ended {
        /// How.
        outcome: Outcome,
    },
    /// The board was registered anew.
    GridRegistered {
        /// As it lies now.
        grid: HexGrid,
        /// Why.
        reason: String,
    },
    /// An option was changed.
    OptionSet {
        /// Which.
        option: OptionValue,
        /// All of them, as they are now.
        options: MahOptions,
        /// Why.
        reason: String,
    },
    /// The umpire ordered something.
    UmpireOrdered {
        /// What.
        order: UmpireOrder,
        /// Why.
        reason: String,
    },
}

/// The version of the bodies of states, decisions and events.
pub const BODY_VERSION: u32 = 2;
