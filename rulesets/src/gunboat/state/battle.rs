//! The state of a battle: its ships and forts, the step of the turn, and what is still due.

use crate::core::{Asked, Audience, RollId};
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
use std::collections::BTreeMap;
use std::sync::Arc;

/// Everything the book knows of a battle. Rolls and hits that are due hold the step open.
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
    pub options: GunOptions,
    /// The ships, by name.
    pub ships: BTreeMap<ShipId, ShipState>,
    /// The forts, by name.
    #[serde(default)]
    pub forts: BTreeMap<ShipId, FortState>,
    /// How ships hang together.
    #[serde(default)]
    pub bonds: Vec<Bond>,
    /// Boarding parties formed that no ship has taken on board yet (GUN-76).
    #[serde(default)]
    pub parties_ashore: u8,
    /// Mortar shots of this step.
    #[serde(default)]
    pub mortar_shots: Vec<SalvoId>,
    /// What lies on the table besides ships.
    #[serde(default, with = "crate::core::data::shared")]
    pub terrain: Arc<Vec<Terrain>>,
    /// Where mines are, really or seemingly (GUN-56): secret.
    #[serde(default)]
    pub mines: Vec<MineArea>,
    /// Facts typed for the next ruling that asks for them.
    #[serde(default)]
    pub typed: Vec<Asked>,
    /// Rolls that are due, in the order in which they are thrown.
    pub rolls: Vec<PendingRoll>,
    /// Hits that must be checked off.
    pub hits: Vec<HitsDue>,
    /// Salvos of this step: who fired at whom.
    pub salvos: Vec<SalvoBrief>,
    /// The next free number for salvos, rolls and lots of hits.
    pub next_number: u32,
}

/// Who fired at whom in this step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SalvoBrief {
    /// Names it.
    pub id: SalvoId,
    /// Who fired.
    pub shooter: ShipId,
    /// At whom.
    pub target: ShipId,
    /// At what of hers.
    #[serde(default)]
    pub aim: Aim,
    /// Fired late, for an earlier step.
    #[serde(default)]
    pub late: bool,
    /// Guns that wait for the others at the same target (GUN-AMB-9 per target); empty once they are thrown for.
    #[serde(default)]
    pub waiting: Vec<FiringMount>,
}

/// A mined area as it really is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MineArea {
    /// The piece of terrain that marks it.
    pub area: TerrainId,
    /// Real, or a dummy.
    pub real: bool,
    /// The side that laid it, and alone knows; none for the umpire.
    #[serde(default)]
    pub laid_by: Option<Side>,
}

impl MineArea {
    /// Who knows whether it is real.
    pub fn audience(&self) -> Audience {
        self.laid_by.map_or(Audience::Umpire, |side| Audience::Side(side.id()))
    }
}

impl State {
    /// What is known of a mined area. One of which nobody has said anything is real, and the umpire's.
    pub fn mine_area(&self, area: &TerrainId) -> MineArea {
        let known = self.mines.iter().find(|mines| mines.area == *area).cloned();
        known.unwrap_or_else(|| MineArea { area: area.clone(), real: true, laid_by: None })
    }

    /// Who may know how a roll falls.
    pub fn roll_audience(&self, roll: &PendingRoll) -> Audience {
        match &roll.decides {
            RollUse::Mine { area } => self.mine_area(area).audience(),
            _ => Audience::Everyone,
        }
    }

    /// The rolls that are thrown when nobody names any: all that everybody may see, else those that only one party may.
    pub fn handful(&self) -> Vec<&PendingRoll> {
        let first =
            [Audience::Everyone].into_iter().chain(self.rolls.iter().map(|roll| self.roll_audience(roll)));
        let of = |audience: Audience| -> Vec<&PendingRoll> {
            self.rolls.iter().filter(|roll| self.roll_audience(roll) == audience).collect()
        };
        first.map(of).find(|rolls| !rolls.is_empty()).unwrap_or_default()
    }

    /// A piece of terrain's name for people.
    pub fn area_name<'a>(&'a self, area: &'a TerrainId) -> &'a str {
        self.terrain.iter().find(|piece| piece.id == *area).map_or(area.0.as_str(), |piece| &piece.name)
    }

    /// Every gun of a fort that still stands, with its place on the table.
    pub fn guns_ashore(&self) -> Vec<(ShipId, Point)> {
        let guns = self.forts.values().flat_map(|fort| fort.card.guns.iter().map(move |gun| (fort, gun)));
        guns.filter(|(fort, gun)| fort.stands(&gun.id))
            .map(|(_, gun)| (gun.id.clone(), Point::new(gun.x_in, gun.y_in)))
            .collect()
    }

    /// In this fire step only mortars have fired so far (GUN-6, GUN-59).
    pub fn mortars_only(&self) -> bool {
        self.step.is_fire() && self.salvos.is_empty() && !self.mortar_shots.is_empty()
    }

    /// All ships that move with this one as one: towed, lashed or grappled, by way of others too. A tug goes where she
    /// is needed.
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

    /// What stands in the way, by its name for people.
    pub fn barrier_name<'a>(&'a self, barrier: &'a Barrier) -> &'a str {
        match barrier {
            Barrier::Ship(ship) => self.name(ship),
            Barrier::Terrain(id) => self.area_name(id),
        }
    }

    /// A pending roll by its name.
    pub fn roll(&self, id: RollId) -> Option<&PendingRoll> {
        self.rolls.iter().find(|roll| roll.request.id == id)
    }

    /// A lot of hits by its name.
    pub fn due(&self, id: DueId) -> Option<&HitsDue> {
        self.hits.iter().find(|due| due.id == id)
    }

    /// A ship's name for people; the bare id when there is no such ship.
    pub fn name<'a>(&'a self, ship: &'a ShipId) -> &'a str {
        let fort = || self.forts.get(ship).map(|fort| fort.card.name.as_str());
        let name = self.ships.get(ship).map(|state| state.card.name.as_str()).or_else(fort);
        name.unwrap_or(ship.as_str())
    }
}
