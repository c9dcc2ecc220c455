//! The state of a battle: its ships, which of them acts, and what is still due.

use crate::core::{Asked, RollId, SideId, WayFact};
use crate::sp_bp::state::due::{PendingRoll, SalvoId};
use crate::sp_bp::state::guided::{Guided, GuidedId};
use crate::sp_bp::state::options::SpbOptions;
use crate::sp_bp::state::ship::ShipState;
use crate::sp_bp::state::step::Step;
use geometry::{Barrier, ShipId, Terrain, TerrainId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How two ships hang together.
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

/// Two ships that hang together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Bond {
    /// How.
    pub kind: BondKind,
    /// Who rams, tows or boards.
    pub first: ShipId,
    /// Whom.
    pub second: ShipId,
}

impl Bond {
    /// Is this ship one of the two?
    pub fn joins(&self, ship: &ShipId) -> bool {
        self.first == *ship || self.second == *ship
    }
}

/// A torpedo marker on the table (SPB-3).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Marker {
    /// Its number.
    pub number: u32,
    /// Who launched it.
    pub from: ShipId,
}

/// Who fired at whom in this phase.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SalvoBrief {
    /// Names it.
    pub id: SalvoId,
    /// Who fired.
    pub shooter: ShipId,
    /// At whom.
    pub target: ShipId,
}

/// Everything the book knows of a battle.
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
    /// How the holes in the rules are filled.
    pub options: SpbOptions,
    /// The ships, by name.
    pub ships: BTreeMap<ShipId, ShipState>,
    /// How ships hang together.
    pub bonds: Vec<Bond>,
    /// What lies on the table besides ships.
    #[serde(with = "crate::core::data::shared")]
    pub terrain: Arc<Vec<Terrain>>,
    /// Sides in the order of this turn's initiative; empty before it is thrown for.
    pub order: Vec<SideId>,
    /// What a side's initiative dice showed so far in this turn, with what was added.
    pub initiative: BTreeMap<String, i32>,
    /// What the players add to a side's initiative by hand (SPB-2: the sheet's modifiers are missing).
    pub initiative_modifiers: BTreeMap<String, i32>,
    /// The side whose turn it is to act.
    pub to_act: Option<SideId>,
    /// The ship that acts.
    pub active: Option<ShipId>,
    /// Ships that drifted in this turn and have been asked about mined areas (SPB-4).
    pub drift_checked: bool,
    /// Torpedo markers.
    pub markers: Vec<Marker>,
    /// Facts typed for the next ruling that asks for them.
    pub typed: Vec<Asked>,
    /// Rolls that are due, in the order in which they are thrown.
    pub rolls: Vec<PendingRoll>,
    /// What the umpire must enter.
    pub guided: Vec<Guided>,
    /// Salvos of this phase.
    pub salvos: Vec<SalvoBrief>,
    /// The next free number for salvos, rolls, markers and entries.
    pub next_number: u32,
}

impl State {
    /// A ship's name for people; the bare id when there is no such ship.
    pub fn name<'a>(&'a self, ship: &'a ShipId) -> &'a str {
        self.ships.get(ship).map_or(ship.as_str(), |state| state.card.name.as_str())
    }

    /// A pending roll by its name.
    pub fn roll(&self, id: RollId) -> Option<&PendingRoll> {
        self.rolls.iter().find(|roll| roll.request.id == id)
    }

    /// An entry that the umpire owes.
    pub fn guided(&self, id: GuidedId) -> Option<&Guided> {
        self.guided.iter().find(|guided| guided.id == id)
    }

    /// Is something due before anything else can be done?
    pub fn something_due(&self) -> bool {
        !self.rolls.is_empty() || !self.guided.is_empty()
    }

    /// A piece of terrain's name for people.
    pub fn area_name<'a>(&'a self, id: &'a TerrainId) -> &'a str {
        self.terrain.iter().find(|piece| piece.id == *id).map_or(&id.0, |piece| &piece.name)
    }

    /// What stands in the way, by its name for people.
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

/// The next free numbers of a state.
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

/// Did the model move?
pub(in crate::sp_bp) fn has_moved(way: &WayFact) -> bool {
    way.straight_in.value > NUDGE_IN + way.straight_in.half_width_95()
}

/// A ship counts as moved when she stands further than this from where she stood, beyond what the measure leaves
/// open, inches: models are nudged.
pub(in crate::sp_bp) const NUDGE_IN: f64 = 0.1;
