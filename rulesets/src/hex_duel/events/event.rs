//! What happened in a duel.

use crate::core::{Asked, OptionValue, RuleId, Settlement, SideId, ThrownRoll};
use crate::hex_duel::events::decision::{Entry, UmpireOrder};
use crate::hex_duel::state::battle::{Face, Fate, Gun, HexPose, MoveKind, Outcome, PendingRoll, Phase};
use crate::hex_duel::state::board::Piece;
use crate::hex_duel::state::options::ChaOptions;
use geometry::{HexGrid, ShipId};
use serde::{Deserialize, Serialize};

/// A gun's shot as the die read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    /// The gun concerned.
    pub gun: Gun,
    /// The face of the ordinary die that stands for the special one's.
    pub face: u8,
    /// What is marked on it.
    pub read: Face,
    /// The rule.
    pub rule: RuleId,
}

/// An event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The duel began.
    Opened {
        /// The version of the bodies.
        body_version: u32,
        /// The two ironclads.
        ships: Vec<Entry>,
        /// The two sides.
        sides: Vec<SideId>,
        /// The board on the table.
        grid: HexGrid,
        /// The readings in force.
        options: ChaOptions,
        /// The coin.
        toss: PendingRoll,
    },
    /// Dice were thrown.
    DiceThrown {
        /// Each roll.
        thrown: Vec<ThrownRoll>,
    },
    /// Somebody has won the toss.
    TossWon {
        /// The side.
        side: SideId,
    },
    /// The winner commands this ironclad, the loser the other.
    ShipChosen {
        /// The winner.
        side: SideId,
        /// The ship concerned.
        ship: ShipId,
    },
    /// Islands and rocks are placed.
    TerrainPlaced {
        /// Each.
        pieces: Vec<Piece>,
    },
    /// Both ships stand at their edges.
    SetOut {
        /// Where.
        places: Vec<(ShipId, HexPose)>,
        /// The table's answers.
        asked: Vec<Asked>,
        /// The players' settlements of close measures.
        settled: Vec<Settlement>,
    },
    /// A ship moved.
    Moved {
        /// The ship that acts.
        ship: ShipId,
        /// Which kind.
        kind: MoveKind,
        /// From there.
        from: HexPose,
        /// The ship's way.
        route: Route,
        /// How far her bow lies off the hexside, degrees.
        off_deg: f64,
        /// The table's answers.
        asked: Vec<Asked>,
        /// The players' settlements of close measures.
        settled: Vec<Settlement>,
    },
    /// A disabled ship altered course, or kept it.
    Altered {
        /// The ship that acts.
        ship: ShipId,
        /// Where she lies now.
        place: HexPose,
        /// The table's answers.
        asked: Vec<Asked>,
        /// The players' settlements of close measures.
        settled: Vec<Settlement>,
    },
    /// No dash of three hexes is possible, or a ship that can't move lies where she is.
    LayStill {
        /// The ship that acts.
        ship: ShipId,
        /// Instead of this.
        kind: MoveKind,
    },
    /// Guns are fired.
    FireDeclared {
        /// The ship that acts.
        ship: ShipId,
        /// The target.
        target: ShipId,
        /// Middle to middle, hexes.
        distance_hexes: u32,
        /// From her bow, degrees.
        bearing_deg: f64,
        /// A die each.
        rolls: Vec<PendingRoll>,
        /// The rule.
        rule: RuleId,
    },
    /// She holds her fire, or has nothing to fire at.
    FireHeld {
        /// The ship that acts.
        ship: ShipId,
    },
    /// The dice are read.
    ShotsRead {
        /// Who fired.
        ship: ShipId,
        /// The target.
        target: ShipId,
        /// Each gun's shot.
        shots: Vec<Shot>,
        /// Flotation left.
        flotation: u32,
        /// She is disabled.
        disabled: bool,
    },
    /// A ship is out of the duel.
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
    /// Something else may be done now.
    PhaseBegan {
        /// The turn.
        turn: u32,
        /// The phase.
        phase: Phase,
        /// By whom.
        acting: Option<ShipId>,
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
        options: ChaOptions,
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
pub const BODY_VERSION: u32 = 1;

/// What ends a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// Nothing but its last hex.
    Water,
    /// She meets the enemy bow to bow and scrapes past into the next hex (CHA-AMB-9).
    ScrapedPast,
    /// She rams the enemy (CHA-19).
    Rammed,
    /// She gains the open sea (CHA-11).
    OpenSea,
}

/// A way that a ship may take.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    /// Where she stands after each hex; the last is where her model is set down.
    pub places: Vec<HexPose>,
    /// What ends it.
    pub end: End,
}

impl Route {
    /// Returns the place where the ship ends up.
    pub fn to(&self) -> Option<HexPose> {
        self.places.last().copied()
    }
}
