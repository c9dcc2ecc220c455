//! The state of a battle: ships, batteries, regiments, the umpire's chart, and what is still due.

use crate::core::{Asked, Audience, RollId, SideId};
use crate::noddy::state::card::{BatteryCard, GunId, RegimentCard};
use crate::noddy::state::due::{PendingRoll, RollUse};
use crate::noddy::state::options::NodOptions;
use crate::noddy::state::ship::{GunState, ShipState};
use crate::noddy::state::step::Step;
use geometry::{Barrier, Point, ShipId, Terrain, TerrainId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What a hidden danger is (NOD-30), with the umpire's own odds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum HiddenKind {
    /// A mine goes off on this D6 or more; 7 for mines that never do (NOD-AMB-21: no odds are given).
    Mines {
        /// The face from which one goes off.
        hit_on_d6: u8,
        /// What it does then: the seed tells only of one that sank her ship at once.
        effect: MineEffect,
    },
    /// So many feet of water.
    Shallow {
        /// Decimetres are not of the time: whole feet.
        depth_ft: u8,
    },
}

/// What a mine does (the umpire's to set).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MineEffect {
    /// She sinks at once, as Tecumseh did.
    #[default]
    Sinks,
    /// A special effect.
    Special,
}

/// An area of the umpire's chart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HiddenArea {
    /// Where it is.
    pub area: Terrain,
    /// What is there.
    pub kind: HiddenKind,
    /// The side that was shown it; none for the umpire alone.
    #[serde(default)]
    pub shown_to: Option<SideId>,
    /// Everybody knows of it by now.
    #[serde(default)]
    pub revealed: bool,
}

impl HiddenArea {
    /// Who knows of it.
    pub fn audience(&self) -> Audience {
        match (&self.shown_to, self.revealed) {
            (_, true) => Audience::Everyone,
            (Some(side), false) => Audience::Side(side.clone()),
            (None, false) => Audience::Umpire,
        }
    }
}

/// A battery in battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BatteryState {
    /// Its card.
    pub card: BatteryCard,
    /// Guns that differ from the card.
    pub guns: BTreeMap<GunId, GunState>,
    /// The step of this move in which it fired.
    pub fired_in: Option<Step>,
    /// Whom it fired at last.
    pub last_target: Option<ShipId>,
}

impl BatteryState {
    /// What is left of a gun.
    pub fn gun(&self, id: &GunId) -> GunState {
        self.guns.get(id).cloned().unwrap_or_default()
    }

    /// Does a gun of it still stand?
    pub fn stands(&self) -> bool {
        self.card.guns.iter().any(|gun| !self.gun(&gun.id).lost)
    }
}

/// A regiment in battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RegimentState {
    /// Its card.
    pub card: RegimentCard,
    /// It has fired in this move.
    pub fired: bool,
}

/// Everything the book knows of a battle. Rolls that are due hold the step open.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct State {
    /// The version of this body.
    pub version: u32,
    /// A battle is running.
    pub opened: bool,
    /// Moves are counted from 1.
    pub turn: u32,
    /// The step of the move.
    pub step: Step,
    /// In how many segments the umpire has this half move made (NOD-11).
    pub segments: u8,
    /// The segment, from 0.
    pub segment: u8,
    /// How the holes in the rules are filled.
    pub options: NodOptions,
    /// The ships, by name.
    pub ships: BTreeMap<ShipId, ShipState>,
    /// Batteries on the banks.
    pub batteries: BTreeMap<ShipId, BatteryState>,
    /// Regiments on the banks.
    pub regiments: BTreeMap<ShipId, RegimentState>,
    /// Pairs of ships that lie against each other since a contact that was settled (NOD-AMB-26), each in order.
    #[serde(default)]
    pub alongside: BTreeSet<(ShipId, ShipId)>,
    /// What lies on the table besides ships.
    pub terrain: Vec<Terrain>,
    /// The umpire's chart: secret.
    pub hidden: Vec<HiddenArea>,
    /// Facts typed for the next ruling that asks for them.
    pub typed: Vec<Asked>,
    /// Rolls that are due, in the order in which they are thrown.
    pub rolls: Vec<PendingRoll>,
    /// The next free number for fires and rolls.
    pub next_number: u32,
}

impl State {
    /// A pending roll by its name.
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

    /// Every side that takes part, in order.
    pub fn sides(&self) -> Vec<SideId> {
        let mut sides: Vec<SideId> = self.ships.values().map(|ship| ship.card.side.clone()).collect();
        sides.extend(self.batteries.values().map(|battery| battery.card.side.clone()));
        sides.extend(self.regiments.values().map(|regiment| regiment.card.side.clone()));
        sides.sort();
        sides.dedup();
        sides
    }

    /// She will sink: how soon is thrown, or the die for it is due (NOD-26). There is only one (NOD-AMB-14).
    pub fn sinks(&self, ship: &ShipState) -> bool {
        let due =
            |roll: &PendingRoll| roll.ship == ship.card.id && matches!(roll.decides, RollUse::SinkDelay);
        ship.sinks_after.is_some() || self.rolls.iter().any(due)
    }

    /// Do two ships lie against each other, with all said about it?
    pub(crate) fn lie_alongside(&self, one: &ShipId, other: &ShipId) -> bool {
        self.alongside.contains(&in_order(one, other))
    }

    /// What came of a ship's contact is settled.
    pub(crate) fn settle_contact(&mut self, id: &ShipId) {
        let Some(ship) = self.ships.get_mut(id) else { return };
        let settled = std::mem::take(&mut ship.contact);
        self.alongside.extend(settled.iter().map(|other| in_order(id, other)));
    }

    /// A ship lies alongside these only.
    pub(crate) fn part(&mut self, id: &ShipId, touching: &[ShipId]) {
        self.alongside.retain(|(one, other)| {
            (one != id || touching.contains(other)) && (other != id || touching.contains(one))
        });
    }

    /// The rolls that are thrown when nobody names any: the first, and all that the same people may see.
    pub fn handful(&self) -> Vec<&PendingRoll> {
        let Some(first) = self.rolls.first() else { return Vec::new() };
        self.rolls.iter().filter(|roll| roll.audience == first.audience && roll.by == first.by).collect()
    }

    /// Guns and regiments on shore that are measured to and from.
    pub fn guns_ashore(&self) -> Vec<(ShipId, Point)> {
        let batteries = self.batteries.values().filter(|battery| battery.stands());
        let batteries = batteries.map(|it| (it.card.id.clone(), Point::new(it.card.x_in, it.card.y_in)));
        let regiments = self.regiments.values();
        let regiments = regiments.map(|it| (it.card.id.clone(), Point::new(it.card.x_in, it.card.y_in)));
        batteries.chain(regiments).collect()
    }

    /// A piece of terrain's name for people.
    pub fn area_name<'a>(&'a self, area: &'a TerrainId) -> &'a str {
        let hidden = self.hidden.iter().map(|hidden| &hidden.area);
        let mut all = self.terrain.iter().chain(hidden);
        all.find(|piece| piece.id == *area).map_or(area.0.as_str(), |piece| &piece.name)
    }

    /// What stands in the way, by its name for people.
    pub fn barrier_name<'a>(&'a self, barrier: &'a Barrier) -> &'a str {
        match barrier {
            Barrier::Ship(ship) => self.name(ship),
            Barrier::Terrain(id) => self.area_name(id),
        }
    }

    /// The name of a ship, battery or regiment for people; the bare id when there is none.
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
