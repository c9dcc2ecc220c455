//! The state of a battle: its ships and forts, the step of the turn, and the rolls and hits that are due.

use crate::core::{Asked, Audience, RollId, Shared, SharedMap};
use crate::gunboat::state::aim::Aim;
use crate::gunboat::state::bond::Bond;
use crate::gunboat::state::card::Side;
use crate::gunboat::state::declared_salvo::FiringMount;
use crate::gunboat::state::due::{DueId, HitsDue, PendingRoll, RollUse, SalvoId};
use crate::gunboat::state::fort::FortState;
use crate::gunboat::state::options::GunOptions;
use crate::gunboat::state::ship::ShipState;
use crate::gunboat::state::step::Step;
use geometry::{Barrier, Point, ShipId, Terrain, TerrainId};
use serde::{Deserialize, Serialize};

/// The full state of a battle. The step can't end while rolls or hits are due.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct State {
    /// The version of the serialised form.
    pub version: u32,
    /// True once the battle is opened.
    pub opened: bool,
    /// The turn, from 1.
    pub turn: u32,
    /// The step of the turn.
    pub step: Step,
    /// The options in force.
    pub options: GunOptions,
    /// The ships, by id.
    pub ships: SharedMap<ShipId, ShipState>,
    /// The forts, by id.
    #[serde(default)]
    pub forts: SharedMap<ShipId, FortState>,
    /// The bonds between ships.
    #[serde(default)]
    pub bonds: Vec<Bond>,
    /// Boarding parties that are formed but not on a ship yet (GUN-76).
    #[serde(default)]
    pub parties_ashore: u8,
    /// The mortar shots of this step.
    #[serde(default)]
    pub mortar_shots: Vec<SalvoId>,
    /// The terrain on the table.
    #[serde(default)]
    pub terrain: Shared<Vec<Terrain>>,
    /// The mined areas, real and dummy (GUN-56); secret.
    #[serde(default)]
    pub mines: Vec<MineArea>,
    /// Facts typed for the next ruling that needs them.
    #[serde(default)]
    pub typed: Vec<Asked>,
    /// The rolls that are due, in the order of throwing.
    pub rolls: Shared<Vec<PendingRoll>>,
    /// Hits that must be checked off.
    pub hits: Shared<Vec<HitsDue>>,
    /// The salvos of this step.
    pub salvos: Shared<Vec<SalvoBrief>>,
    /// The next free number for salvos, rolls and hits due.
    pub next_number: u32,
}

/// The shooter and target of a salvo of this step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SalvoBrief {
    /// The salvo's id.
    pub id: SalvoId,
    /// The shooter.
    pub shooter: ShipId,
    /// The target.
    pub target: ShipId,
    /// The kind of target.
    #[serde(default)]
    pub aim: Aim,
    /// True if it was fired late, for an earlier step.
    #[serde(default)]
    pub late: bool,
    /// Guns that wait for others at the same target (GUN-AMB-9 per target); empty once the volley is thrown.
    #[serde(default)]
    pub waiting: Vec<FiringMount>,
}

/// The truth about a mined area.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MineArea {
    /// The piece of terrain that marks it.
    pub area: TerrainId,
    /// True for a real mined area, false for a dummy.
    pub real: bool,
    /// The side that laid it, which alone knows of it; none for the umpire.
    #[serde(default)]
    pub laid_by: Option<Side>,
}

impl MineArea {
    /// The viewers who know whether it is real.
    pub fn audience(&self) -> Audience {
        self.laid_by.map_or(Audience::Umpire, |side| Audience::Side(side.id()))
    }
}

impl State {
    /// The truth about a mined area. Without an entry it is real and belongs to the umpire.
    pub fn mine_area(&self, area: &TerrainId) -> MineArea {
        let known = self.mines.iter().find(|mines| mines.area == *area).cloned();
        known.unwrap_or_else(|| MineArea { area: area.clone(), real: true, laid_by: None })
    }

    /// The viewers who may know the result of a roll.
    pub fn roll_audience(&self, roll: &PendingRoll) -> Audience {
        match &roll.decides {
            RollUse::Mine { area } => self.mine_area(area).audience(),
            _ => Audience::Everyone,
        }
    }

    /// The rolls to throw when a decision names none: those that everybody may see, or else those of one audience.
    pub fn handful(&self) -> Vec<&PendingRoll> {
        let first =
            [Audience::Everyone].into_iter().chain(self.rolls.iter().map(|roll| self.roll_audience(roll)));
        let of = |audience: Audience| -> Vec<&PendingRoll> {
            self.rolls.iter().filter(|roll| self.roll_audience(roll) == audience).collect()
        };
        first.map(of).find(|rolls| !rolls.is_empty()).unwrap_or_default()
    }

    /// The name of a piece of terrain for display.
    pub fn area_name<'a>(&'a self, area: &'a TerrainId) -> &'a str {
        self.terrain.iter().find(|piece| piece.id == *area).map_or(area.0.as_str(), |piece| &piece.name)
    }

    /// The guns of forts that are not destroyed, with their places on the table.
    pub fn guns_ashore(&self) -> Vec<(ShipId, Point)> {
        let guns = self.forts.values().flat_map(|fort| fort.card.guns.iter().map(move |gun| (fort, gun)));
        guns.filter(|(fort, gun)| fort.stands(&gun.id))
            .map(|(_, gun)| (gun.id.clone(), Point::new(gun.x_in, gun.y_in)))
            .collect()
    }

    /// Returns true if only mortars have fired in this fire step so far (GUN-6, GUN-59).
    pub fn mortars_only(&self) -> bool {
        self.step.is_fire() && self.salvos.is_empty() && !self.mortar_shots.is_empty()
    }

    /// The ships that move as one with this ship: towed, lashed or grappled, directly or through others. Tugs are not
    /// included, because they move on their own.
    pub fn bonded_with(&self, ship: &ShipId) -> Vec<&ShipId> {
        let mut all: Vec<&ShipId> = Vec::new();
        let mut next = Some(ship);
        let mut seen = 0;
        while let Some(one) = next {
            let fast = self.bonds.iter().filter(|bond| bond.kind.moves_together());
            for other in fast.filter_map(|bond| bond.other(one)) {
                if other != ship && !all.contains(&other) {
                    all.push(other);
                }
            }
            next = all.get(seen).copied();
            seen += 1;
        }
        all
    }

    /// The name of an obstacle for display.
    pub fn barrier_name<'a>(&'a self, barrier: &'a Barrier) -> &'a str {
        match barrier {
            Barrier::Ship(ship) => self.name(ship),
            Barrier::Terrain(id) => self.area_name(id),
        }
    }

    /// A pending roll by its id.
    pub fn roll(&self, id: RollId) -> Option<&PendingRoll> {
        self.rolls.iter().find(|roll| roll.request.id == id)
    }

    /// A group of hits due by its id.
    pub fn due(&self, id: DueId) -> Option<&HitsDue> {
        self.hits.iter().find(|due| due.id == id)
    }

    /// The name of a ship or fort for display; the id if there is none.
    pub fn name<'a>(&'a self, ship: &'a ShipId) -> &'a str {
        let fort = || self.forts.get(ship).map(|fort| fort.card.name.as_str());
        let name = self.ships.get(ship).map(|state| state.card.name.as_str()).or_else(fort);
        name.unwrap_or(ship.as_str())
    }
}
