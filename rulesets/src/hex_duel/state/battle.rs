//! The state of a duel.

pub use crate::core::Outcome;
use crate::core::{Halt, RollRequest, Shared, SideId, worded};
use crate::hex_duel::state::board::Piece;
use crate::hex_duel::state::options::ChaOptions;
use geometry::{Facing, HexGrid, ShipId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

pub use crate::core::HexPose;

worded! {
    /// The edge at which a ship starts; the open sea is beyond the other (CHA-3, CHA-11).
    pub enum Start: word {
        /// Starts in the north and heads south.
        North = "north",
        /// Starts in the south and heads north.
        South = "south",
    }
}

impl Start {
    /// The facing at the start.
    pub fn facing(self) -> Facing {
        match self {
            Self::North => Facing::new(3),
            Self::South => Facing::new(0),
        }
    }
}

worded! {
    /// The fate of a ship.
    #[derive(PartialOrd, Ord)]
    pub enum Fate: key, word {
        /// Sunk by gunfire (CHA-20).
        Sunk = "sunk", "sunk";
        /// Rammed and sunk (CHA-19).
        Rammed = "rammed", "rammed and sunk";
        /// Wrecked because it could not move (CHA-AMB-11).
        Wrecked = "wrecked", "wrecked";
        /// Gained the open sea (CHA-11).
        Escaped = "escaped", "escaped";
    }
}

/// One of the two ironclads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ironclad {
    /// The name to show.
    pub name: String,
    /// The side that commands the ship.
    pub side: SideId,
    /// The edge at which it starts.
    pub start: Start,
    /// The ship's hex and facing; none before it is set out.
    pub place: Option<HexPose>,
    /// Flotation points left (CHA-20).
    pub flotation: u32,
    /// The ship's fate.
    pub fate: Option<Fate>,
}

worded! {
    /// The action due now, by the ship `acting` of [`State`].
    #[derive(PartialOrd, Ord, Default)]
    pub enum Phase: key, title {
        /// The duel is not open yet.
        #[default]
        SetUp = "set_up", "Setting up";
        /// The coin is tossed (CHA-3).
        Toss = "toss", "Toss";
        /// The winner picks an ironclad (CHA-3).
        ChooseShip = "choose_ship", "Choice of ironclads";
        /// The winner places the terrain (CHA-4).
        PlaceTerrain = "place_terrain", "Islands and rocks";
        /// The ships are set out (CHA-3).
        SetOut = "set_out", "Setting out";
        /// The acting ship moves (CHA-6).
        Move = "move", "Move";
        /// The ship that moved fires (CHA-15).
        Fire = "fire", "Fire";
        /// The other ship fires (CHA-AMB-5).
        ReturnFire = "return_fire", "Return fire";
        /// A disabled ship alters course (CHA-18).
        Alter = "alter", "Disabled ship's course";
        /// The other ship dashes (CHA-17).
        Dash = "dash", "Dash";
        /// The disabled ship gets under way again (CHA-17).
        Restart = "restart", "Under way again";
        /// It is over.
        Over = "over", "Over";
    }
}

/// The question that a roll decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "decides", rename_all = "snake_case")]
pub enum RollUse {
    /// The coin: 1 to 3 the first side, 4 to 6 the second.
    Toss,
    /// A gun of the acting ship.
    Gun {
        /// The gun concerned.
        gun: Gun,
    },
}

/// A roll that is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingRoll {
    /// The dice to throw.
    pub request: RollRequest,
    /// The question that the roll decides.
    pub decides: RollUse,
}

/// A duel.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The turn, from 1; 0 before the first move.
    pub turn: u32,
    /// The action due now.
    pub phase: Phase,
    /// The ship that acts; none before the first move.
    pub acting: Option<ShipId>,
    /// The ship that made the last move that counts as a turn (CHA-AMB-13).
    pub moved_last: Option<ShipId>,
    /// The two sides.
    pub sides: Vec<SideId>,
    /// The side that won the toss.
    pub toss_winner: Option<SideId>,
    /// The two ironclads.
    pub ships: Shared<BTreeMap<ShipId, Ironclad>>,
    /// Islands and rocks.
    pub terrain: Shared<Vec<Piece>>,
    /// The board on the table.
    pub grid: Option<HexGrid>,
    /// The readings in force.
    pub options: ChaOptions,
    /// Dice that are due.
    pub rolls: Shared<Vec<PendingRoll>>,
    /// The next roll's number.
    pub next_roll: u32,
    /// The outcome; none before the end.
    pub outcome: Option<Outcome>,
}

impl State {
    /// A ship's enemy.
    pub fn enemy_of(&self, ship: &ShipId) -> Option<(&ShipId, &Ironclad)> {
        self.ships.iter().find(|(id, _)| *id != ship)
    }

    /// A ship's name to show; the bare id when there is no such ship.
    pub fn name<'a>(&'a self, ship: &'a ShipId) -> &'a str {
        self.ships.get(ship).map_or(ship.as_str(), |ship| &ship.name)
    }

    /// A ship that begins at this edge.
    pub fn starting(&self, start: Start) -> Option<&ShipId> {
        self.ships.iter().find(|(_, ship)| ship.start == start).map(|(id, _)| id)
    }
}

worded! {
    /// A gun by its position (CHA-1), in the order in which dice are thrown.
    #[derive(PartialOrd, Ord)]
    pub enum Gun: word {
        /// In the bow.
        Bow = "bow",
        /// On the starboard broadside.
        Starboard = "starboard",
        /// In the stern.
        Stern = "stern",
        /// On the port broadside.
        Port = "port",
    }
}

/// A face of the firing die (CHA-14).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Face {
    /// The face of an ordinary die that stands for it.
    pub face: u8,
    /// The mark on it ("D4").
    pub word: String,
    /// Flotation points lost.
    pub loss: u32,
    /// True if it disables.
    #[serde(default)]
    pub disables: bool,
}

/// The kind of move that a phase waits for.
pub(in crate::hex_duel) fn move_kind(phase: Phase) -> Option<MoveKind> {
    match phase {
        Phase::Move => Some(MoveKind::Ordinary),
        Phase::Dash => Some(MoveKind::Dash),
        Phase::Restart => Some(MoveKind::Restart),
        _ => None,
    }
}

pub(in crate::hex_duel) fn acting<'s>(
    state: &'s State,
    ship: &ShipId,
    phases: &[Phase],
    rule: &'static str,
) -> Result<&'s Ironclad, Halt> {
    let found =
        state.ships.get(ship).ok_or_else(|| Halt::because(rule, format!("There is no ship {ship}.")))?;
    if phases.contains(&state.phase) && state.acting.as_ref() == Some(ship) {
        return Ok(found);
    }
    let turn = state.acting.as_ref().map_or_else(String::new, |ship| format!(", {}", state.name(ship)));
    Err(Halt::because(
        rule,
        format!("{} can't do that now: it is “{}”{turn}.", found.name, state.phase.title()),
    ))
}

/// The kind of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoveKind {
    /// One hex (CHA-6).
    Ordinary,
    /// Three hexes, after the enemy was disabled (CHA-17).
    Dash,
    /// One hex straight ahead for the disabled ship (CHA-17).
    Restart,
}
