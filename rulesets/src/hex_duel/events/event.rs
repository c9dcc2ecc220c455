//! Events of a duel.

use crate::core::{Asked, OptionValue, RuleId, Settlement, SideId, ThrownRoll};
use crate::hex_duel::events::decision::{Entry, UmpireOrder};
use crate::hex_duel::state::battle::{Face, Fate, Gun, HexPose, MoveKind, Outcome, PendingRoll, Phase};
use crate::hex_duel::state::board::Piece;
use crate::hex_duel::state::options::ChaOptions;
use geometry::{HexGrid, ShipId};
use serde::{Deserialize, Serialize};

/// A gun's shot as read from its die.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    /// The gun concerned.
    pub gun: Gun,
    /// The face of the ordinary die that stands for the special die's face.
    pub face: u8,
    /// The mark on that face.
    pub read: Face,
    /// The rule.
    pub rule: RuleId,
}

/// An event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum Event {
    /// The duel began.
    Opened {
        body_version: u32,
        /// The two ironclads.
        ships: Vec<Entry>,
        sides: Vec<SideId>,
        /// The board on the table.
        grid: HexGrid,
        options: ChaOptions,
        /// The coin's roll.
        toss: PendingRoll,
    },
    /// Dice were thrown.
    DiceThrown {
        /// Each roll.
        thrown: Vec<ThrownRoll>,
    },
    /// A side won the toss.
    TossWon { side: SideId },
    /// The winner commands this ironclad, the loser the other.
    ShipChosen {
        /// The winner.
        side: SideId,
        ship: ShipId,
    },
    /// Islands and rocks are placed.
    TerrainPlaced {
        /// All pieces.
        pieces: Vec<Piece>,
    },
    /// Both ships are at their edges.
    SetOut {
        /// Each ship's place.
        places: Vec<(ShipId, HexPose)>,
        asked: Vec<Asked>,
        settled: Vec<Settlement>,
    },
    /// A ship moved.
    Moved {
        ship: ShipId,
        /// The kind of move.
        kind: MoveKind,
        /// The place before the move.
        from: HexPose,
        /// The route taken.
        route: Route,
        /// The angle between the bow and the nearest hexside, degrees.
        off_deg: f64,
        asked: Vec<Asked>,
        settled: Vec<Settlement>,
    },
    /// A disabled ship altered course, or kept it.
    Altered {
        ship: ShipId,
        /// The new place and facing.
        place: HexPose,
        asked: Vec<Asked>,
        settled: Vec<Settlement>,
    },
    /// No dash of three hexes is possible, or a ship that can't move stays in place.
    LayStill {
        ship: ShipId,
        /// The kind of move that was not possible.
        kind: MoveKind,
    },
    /// Guns are fired.
    FireDeclared {
        ship: ShipId,
        target: ShipId,
        /// Distance from centre to centre, hexes.
        distance_hexes: u32,
        /// Bearing from the bow, degrees.
        bearing_deg: f64,
        /// One die for each gun.
        rolls: Vec<PendingRoll>,
        rule: RuleId,
    },
    /// A ship held its fire, or had no target.
    FireHeld { ship: ShipId },
    /// The dice are read.
    ShotsRead {
        /// The ship that fired.
        ship: ShipId,
        target: ShipId,
        /// Each gun's shot.
        shots: Vec<Shot>,
        /// The target's flotation left.
        flotation: u32,
        /// True if the target is disabled.
        disabled: bool,
    },
    /// A ship is out of the duel.
    Lost { ship: ShipId, fate: Fate, rule: RuleId },
    /// The duel is over.
    Ended { outcome: Outcome },
    /// The next phase began.
    PhaseBegan {
        turn: u32,
        phase: Phase,
        /// The ship that acts; none before the first move.
        acting: Option<ShipId>,
    },
    /// The board was registered again.
    GridRegistered {
        /// The registration in force from now on.
        grid: HexGrid,
        reason: String,
    },
    /// An option was changed.
    OptionSet { option: OptionValue, options: ChaOptions, reason: String },
    /// The umpire ordered something.
    UmpireOrdered { order: UmpireOrder, reason: String },
}

/// The version of the serialised states, decisions and events.
pub const BODY_VERSION: u32 = 1;

/// The event that ends a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// None: the move ends in its last hex.
    Water,
    /// The ship meets the enemy bow to bow and scrapes past into the next hex (CHA-AMB-9).
    ScrapedPast,
    /// The ship rams the enemy (CHA-19).
    Rammed,
    /// The ship gains the open sea (CHA-11).
    OpenSea,
}

/// A possible way of a ship.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Route {
    /// The place after each hex; the model is set down on the last.
    pub places: Vec<HexPose>,
    /// The end of the move.
    pub end: End,
}

impl Route {
    /// Returns the place where the ship ends up.
    pub fn to(&self) -> Option<HexPose> {
        self.places.last().copied()
    }
}
