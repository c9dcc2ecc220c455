//! The state of a battle: its ships, the ship that acts, and everything still due.

use crate::core::{Asked, RollId, Shared, SharedMap, SideId, WayFact};
use crate::sp_bp::state::due::{PendingRoll, SalvoId};
use crate::sp_bp::state::guided::{Guided, GuidedId};
use crate::sp_bp::state::options::SpbOptions;
use crate::sp_bp::state::ship::ShipState;
use crate::sp_bp::state::step::Step;
use geometry::{Barrier, ShipId, Terrain, TerrainId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The kind of bond between two ships.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BondKind {
    /// Alongside one another (SPB-1: may be cut away).
    Alongside,
    /// Locked after a ram (SPB-3: may be unlocked).
    Locked,
    /// In tow (SPB-1).
    Towed,
}

/// Two ships that are bonded.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Bond {
    /// The kind.
    pub kind: BondKind,
    /// The ship that rams, tows or boards.
    pub first: ShipId,
    /// The other ship.
    pub second: ShipId,
}

impl Bond {
    /// Tells whether this ship is one of the two.
    pub fn joins(&self, ship: &ShipId) -> bool {
        self.first == *ship || self.second == *ship
    }
}

/// A torpedo marker on the table (SPB-3).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Marker {
    /// Its number.
    pub number: u32,
    /// The ship that launched it.
    pub from: ShipId,
}

/// A salvo of this phase: shooter and target.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SalvoBrief {
    /// The unique id.
    pub id: SalvoId,
    /// The ship that fired.
    pub shooter: ShipId,
    /// The target.
    pub target: ShipId,
}

/// The full state of a battle.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct State {
    /// The version of this body.
    pub version: u32,
    /// A battle is running.
    pub opened: bool,
    /// Turns are counted from 1.
    pub turn: u32,
    /// The step of the turn.
    pub step: Step,
    /// The readings in force for gaps in the rules.
    pub options: SpbOptions,
    /// The ships, by name.
    pub ships: SharedMap<ShipId, ShipState>,
    /// Bonds between ships.
    pub bonds: Vec<Bond>,
    /// The terrain on the table.
    pub terrain: Shared<Vec<Terrain>>,
    /// Sides in this turn's order of initiative; empty before it is thrown.
    pub order: Vec<SideId>,
    /// Totals of the sides' initiative dice in this turn.
    pub initiative: BTreeMap<String, i32>,
    /// Modifiers added by hand to a side's initiative (SPB-2: the sheet's modifiers are missing).
    pub initiative_modifiers: BTreeMap<String, i32>,
    /// The side that acts next.
    pub to_act: Option<SideId>,
    /// The ship that acts.
    pub active: Option<ShipId>,
    /// The check of drifted ships for mined areas is done in this turn (SPB-4).
    pub drift_checked: bool,
    /// Torpedo markers.
    pub markers: Shared<Vec<Marker>>,
    /// Facts typed for the next ruling that needs them.
    pub typed: Vec<Asked>,
    /// Rolls that are due, in the order in which they are thrown.
    pub rolls: Shared<Vec<PendingRoll>>,
    /// Entries that the umpire must make.
    pub guided: Shared<Vec<Guided>>,
    /// Salvos of this phase.
    pub salvos: Shared<Vec<SalvoBrief>>,
    /// The next free number for salvos, rolls, markers and entries.
    pub next_number: u32,
}

impl State {
    /// A ship's name to show; the bare id when there is no such ship.
    pub fn name<'a>(&'a self, ship: &'a ShipId) -> &'a str {
        self.ships.get(ship).map_or(ship.as_str(), |state| state.card.name.as_str())
    }

    /// Returns a pending roll by its id.
    pub fn roll(&self, id: RollId) -> Option<&PendingRoll> {
        self.rolls.iter().find(|roll| roll.request.id == id)
    }

    /// Returns an open entry by its id.
    pub fn guided(&self, id: GuidedId) -> Option<&Guided> {
        self.guided.iter().find(|guided| guided.id == id)
    }

    /// Tells whether something is due before anything else can be done.
    pub fn something_due(&self) -> bool {
        !self.rolls.is_empty() || !self.guided.is_empty()
    }

    /// A terrain piece's name to show.
    pub fn area_name<'a>(&'a self, id: &'a TerrainId) -> &'a str {
        self.terrain.iter().find(|piece| piece.id == *id).map_or(&id.0, |piece| &piece.name)
    }

    /// A barrier's name to show.
    pub fn barrier_name<'a>(&'a self, barrier: &'a Barrier) -> &'a str {
        match barrier {
            Barrier::Ship(ship) => self.name(ship),
            Barrier::Terrain(id) => self.area_name(id),
        }
    }

    /// The sides that take part, in the order of their names.
    pub fn sides(&self) -> Vec<SideId> {
        let mut sides: Vec<SideId> = self.ships.values().map(|ship| ship.card.side.clone()).collect();
        sides.sort();
        sides.dedup();
        sides
    }

    /// Sides with a ship still in the battle, on the table or to come.
    pub fn sides_afloat(&self) -> Vec<SideId> {
        use crate::sp_bp::state::ship::Location;
        let fights = |side: &SideId| {
            self.ships.values().any(|ship| {
                ship.card.side == *side && ship.afloat() && !matches!(ship.location, Location::Left { .. })
            })
        };
        self.sides().into_iter().filter(fights).collect()
    }
}

/// Counter of the state's free numbers.
#[derive(Debug, Clone, Copy)]
pub(in crate::sp_bp) struct Numbers(u32);

impl Numbers {
    pub(in crate::sp_bp) fn after(state: &State) -> Self {
        Self(state.next_number)
    }

    pub(in crate::sp_bp) fn next(&mut self) -> u32 {
        let number = self.0;
        self.0 = self.0.saturating_add(1);
        number
    }
}

/// Tells whether the model moved.
pub(in crate::sp_bp) fn has_moved(way: &WayFact) -> bool {
    way.straight_in.value > NUDGE_IN + way.straight_in.half_width_95()
}

/// The least distance, beyond the uncertainty of the measure, that counts as movement, inches: models get
/// nudged.
pub(in crate::sp_bp) const NUDGE_IN: f64 = 0.1;
