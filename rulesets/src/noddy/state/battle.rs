//! The state of a battle: ships, batteries, regiments, the umpire's chart, and the rolls that are due.

use crate::core::{Asked, Audience, RollId, Shared, SideId};
use crate::noddy::state::card::{BatteryCard, GunId, RegimentCard};
use crate::noddy::state::due::{PendingRoll, RollUse};
use crate::noddy::state::options::NodOptions;
use crate::noddy::state::ship::{FRESH_GUN, GunState, ShipState};
use crate::noddy::state::step::Step;
use geometry::{Barrier, Point, ShipId, Terrain, TerrainId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The kind of a hidden danger (NOD-30), with the umpire's own odds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum HiddenKind {
    /// A mine that goes off on this face of a D6 or more; 7 for mines that never do (NOD-AMB-21: the rules give no
    /// odds).
    Mines {
        /// The lowest face on which a mine goes off.
        hit_on_d6: u8,
        /// The effect of a mine; the rule sheet mentions only one that sank a ship at once.
        effect: MineEffect,
    },
    /// Shallow water.
    Shallow {
        /// The depth in whole feet.
        depth_ft: u8,
    },
}

/// The effect of a mine, set by the umpire.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MineEffect {
    /// The ship sinks at once, as Tecumseh did.
    #[default]
    Sinks,
    /// A special effect.
    Special,
}

/// An area of the umpire's chart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HiddenArea {
    /// The area.
    pub area: Terrain,
    /// The kind of danger.
    pub kind: HiddenKind,
    /// The side that was shown it; none if only the umpire knows.
    #[serde(default)]
    pub shown_to: Option<SideId>,
    /// True once everybody knows of it.
    #[serde(default)]
    pub revealed: bool,
}

impl HiddenArea {
    /// The viewers who know of it.
    pub fn audience(&self) -> Audience {
        match (&self.shown_to, self.revealed) {
            (_, true) => Audience::Everyone,
            (Some(side), false) => Audience::Side(side.clone()),
            (None, false) => Audience::Umpire,
        }
    }
}

/// The state of a battery.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BatteryState {
    /// The card.
    pub card: BatteryCard,
    /// The guns that differ from the card.
    pub guns: Shared<BTreeMap<GunId, GunState>>,
    /// The step of this move in which it fired; none if it has not.
    pub fired_in: Option<Step>,
    /// The last target.
    pub last_target: Option<ShipId>,
}

impl BatteryState {
    /// The state of a gun.
    pub fn gun(&self, id: &GunId) -> &GunState {
        self.guns.get(id).unwrap_or(&FRESH_GUN)
    }

    /// Returns true if the battery has an intact gun.
    pub fn stands(&self) -> bool {
        self.card.guns.iter().any(|gun| !self.gun(&gun.id).lost)
    }
}

/// The state of a regiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RegimentState {
    /// The card.
    pub card: RegimentCard,
    /// True if it has fired in this move.
    pub fired: bool,
}

/// The full state of a battle. The step can't end while rolls are due.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct State {
    /// The version of the serialised form.
    pub version: u32,
    /// True once the battle is opened.
    pub opened: bool,
    /// The move, from 1.
    pub turn: u32,
    /// The step of the move.
    pub step: Step,
    /// The number of segments of this half move, set by the umpire (NOD-11).
    pub segments: u8,
    /// The segment, from 0.
    pub segment: u8,
    /// The options in force.
    pub options: NodOptions,
    /// The ships, by id.
    pub ships: Shared<BTreeMap<ShipId, ShipState>>,
    /// Batteries on the banks, by id.
    pub batteries: Shared<BTreeMap<ShipId, BatteryState>>,
    /// Regiments on the banks, by id.
    pub regiments: Shared<BTreeMap<ShipId, RegimentState>>,
    /// Pairs of ships that are alongside each other since a settled contact (NOD-AMB-26), each pair in order.
    #[serde(default)]
    pub alongside: BTreeSet<(ShipId, ShipId)>,
    /// The terrain on the table.
    pub terrain: Shared<Vec<Terrain>>,
    /// The umpire's chart; secret.
    pub hidden: Shared<Vec<HiddenArea>>,
    /// Facts typed for the next ruling that needs them.
    pub typed: Vec<Asked>,
    /// The rolls that are due, in the order of throwing.
    pub rolls: Shared<Vec<PendingRoll>>,
    /// The next free number for fires and rolls.
    pub next_number: u32,
}

impl State {
    /// A pending roll by its id.
    pub fn roll(&self, id: RollId) -> Option<&PendingRoll> {
        self.rolls.iter().find(|roll| roll.request.id == id)
    }

    /// The side of a ship, a battery or a regiment.
    pub fn side(&self, id: &ShipId) -> Option<&SideId> {
        let ship = self.ships.get(id).map(|ship| &ship.card.side);
        let battery = || self.batteries.get(id).map(|battery| &battery.card.side);
        let regiment = || self.regiments.get(id).map(|regiment| &regiment.card.side);
        ship.or_else(battery).or_else(regiment)
    }

    /// The sides that take part, in order.
    pub fn sides(&self) -> Vec<SideId> {
        let ships = self.ships.values().map(|ship| &ship.card.side);
        let batteries = self.batteries.values().map(|battery| &battery.card.side);
        let regiments = self.regiments.values().map(|regiment| &regiment.card.side);
        let sides: BTreeSet<&SideId> = ships.chain(batteries).chain(regiments).collect();
        sides.into_iter().cloned().collect()
    }

    /// Returns true if the ship will sink: the time is thrown, or its die is due (NOD-26). There is only one such die
    /// (NOD-AMB-14).
    pub fn sinks(&self, ship: &ShipState) -> bool {
        let due =
            |roll: &PendingRoll| roll.ship == ship.card.id && matches!(roll.decides, RollUse::SinkDelay);
        ship.sinks_after.is_some() || self.rolls.iter().any(due)
    }

    /// Returns true if two ships are alongside each other after a settled contact.
    pub(crate) fn are_alongside(&self, one: &ShipId, other: &ShipId) -> bool {
        self.alongside.contains(&in_order(one, other))
    }

    /// Marks a ship's contacts as settled.
    pub(crate) fn settle_contact(&mut self, id: &ShipId) {
        let Some(ship) = self.ships.get_mut(id) else { return };
        let settled = std::mem::take(&mut ship.contact);
        self.alongside.extend(settled.iter().map(|other| in_order(id, other)));
    }

    /// Keeps a ship alongside these ships only.
    pub(crate) fn keep_alongside(&mut self, id: &ShipId, touching: &[ShipId]) {
        self.alongside.retain(|(one, other)| {
            (one != id || touching.contains(other)) && (other != id || touching.contains(one))
        });
    }

    /// The rolls to throw when a decision names none: the first, and all with the same audience and thrower.
    pub fn handful(&self) -> Vec<&PendingRoll> {
        let Some(first) = self.rolls.first() else { return Vec::new() };
        self.rolls.iter().filter(|roll| roll.audience == first.audience && roll.by == first.by).collect()
    }

    /// Guns and regiments on shore with their places. Ranges are measured to and from them.
    pub fn guns_ashore(&self) -> Vec<(ShipId, Point)> {
        let batteries = self.batteries.values().filter(|battery| battery.stands());
        let batteries = batteries.map(|it| (it.card.id.clone(), Point::new(it.card.x_in, it.card.y_in)));
        let regiments = self.regiments.values();
        let regiments = regiments.map(|it| (it.card.id.clone(), Point::new(it.card.x_in, it.card.y_in)));
        batteries.chain(regiments).collect()
    }

    /// The name of a piece of terrain for display.
    pub fn area_name<'a>(&'a self, area: &'a TerrainId) -> &'a str {
        let hidden = self.hidden.iter().map(|hidden| &hidden.area);
        let mut all = self.terrain.iter().chain(hidden);
        all.find(|piece| piece.id == *area).map_or(area.0.as_str(), |piece| &piece.name)
    }

    /// The name of an obstacle for display.
    pub fn barrier_name<'a>(&'a self, barrier: &'a Barrier) -> &'a str {
        match barrier {
            Barrier::Ship(ship) => self.name(ship),
            Barrier::Terrain(id) => self.area_name(id),
        }
    }

    /// The name of a ship, battery or regiment for display; the id if there is none.
    pub fn name<'a>(&'a self, id: &'a ShipId) -> &'a str {
        let ship = self.ships.get(id).map(|ship| ship.card.name.as_str());
        let battery = || self.batteries.get(id).map(|battery| battery.card.name.as_str());
        let regiment = || self.regiments.get(id).map(|regiment| regiment.card.name.as_str());
        ship.or_else(battery).or_else(regiment).unwrap_or(id.as_str())
    }
}

fn in_order(one: &ShipId, other: &ShipId) -> (ShipId, ShipId) {
    if one <= other { (one.clone(), other.clone()) } else { (other.clone(), one.clone()) }
}
