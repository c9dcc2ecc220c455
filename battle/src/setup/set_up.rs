//! What a battle is begun with.

use crate::record::events::Player;
use geometry::{HullShape, Pose, ShipId, Terrain};
use rulesets::core::play_out::{ByLot, Staged};
use rulesets::core::{PlacedShip, SideId};
use rulesets::gunboat::{self, OptionValue, Scene, ShipSetup};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A battle to begin, by any book.
#[derive(Debug, Clone, PartialEq)]
pub struct SetUp<D = gunboat::Decision> {
    /// The scenario's name, for the list of battles.
    pub name: String,
    /// Table size, inches east and north.
    pub table_in: (f64, f64),
    /// The plan of each ship's model.
    pub hulls: BTreeMap<ShipId, HullShape>,
    /// The decisions that open the battle, in order: ships, options, secrets.
    pub opening: Vec<D>,
    /// What lies on the table besides ships, where that is known beforehand.
    pub terrain: Vec<Terrain>,
    /// Where models are to be set out, where that is known beforehand: shown as ghosts.
    pub set_out: BTreeMap<ShipId, Pose>,
    /// How new places of models become official.
    pub moves: MovesAre,
    /// What the app's dice follow from: any number, another for each battle.
    pub dice_seed: u64,
    /// An umpire sits at the table.
    pub umpire: bool,
    /// The sides that the app commands.
    pub commanded: BTreeSet<SideId>,
    /// Who plays, where anybody is named.
    pub players: Vec<Player>,
}

impl<D: Clone> SetUp<D> {
    /// A scenario's battle, by any book.
    pub fn of_staged<B: ByLot<Decision = D>>(staged: &Staged<B>, moves: MovesAre, dice_seed: u64) -> Self {
        let place = |model: &PlacedShip| (model.observation.ship.clone(), model.observation.pose);
        Self {
            name: staged.name.clone(),
            table_in: staged.table_in,
            hulls: staged.hulls(),
            opening: staged.opening.clone(),
            terrain: staged.terrain.clone(),
            set_out: staged.models.iter().map(place).collect(),
            moves,
            dice_seed,
            umpire: false,
            commanded: BTreeSet::new(),
            players: Vec::new(),
        }
    }
}

/// How new places of models become official.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MovesAre {
    /// Wherever a model comes to rest, it officially stands: nobody judges.
    #[default]
    AsSeen,
    /// By the book's decision, when a ship may be moved; outside that a shifted model is a nudge.
    Judged,
}

impl MovesAre {
    pub(crate) fn as_seen(&self) -> bool {
        *self == Self::AsSeen
    }
}

/// A Gunboat ship with its card and its model's hull.
#[derive(Debug, Clone, PartialEq)]
pub struct ShipInSetUp {
    /// How it enters the battle.
    pub ship: ShipSetup,
    /// The plan of its model.
    pub hull: HullShape,
}

impl SetUp {
    /// A Gunboat battle of these ships, wherever they stand.
    pub fn of_ships(
        (name, table_in): (String, (f64, f64)),
        ships: Vec<ShipInSetUp>,
        options: Vec<OptionValue>,
        dice_seed: u64,
    ) -> Self {
        let hulls = ships.iter().map(|ship| (ship.ship.card.id.clone(), ship.hull)).collect();
        let open = gunboat::Decision::Open {
            ships: ships.into_iter().map(|ship| ship.ship).collect(),
            forts: Vec::new(),
            options,
            terrain: Vec::new(),
        };
        Self {
            name,
            table_in,
            hulls,
            opening: vec![open],
            terrain: Vec::new(),
            set_out: BTreeMap::new(),
            moves: MovesAre::default(),
            dice_seed,
            umpire: false,
            commanded: Default::default(),
            players: Vec::new(),
        }
    }

    /// A Gunboat battle as a scenario sets it up: ships, forts, terrain, mines.
    pub fn of_scene(scene: &Scene, moves: MovesAre, dice_seed: u64) -> Self {
        let id = |ship: &gunboat::ShipOnScene| ship.setup.card.id.clone();
        let here = |ship: &&gunboat::ShipOnScene| ship.setup.location == gunboat::Location::OnTable;
        Self {
            name: scene.name.clone(),
            table_in: scene.table_in,
            hulls: scene.ships.iter().map(|ship| (id(ship), ship.hull)).collect(),
            opening: scene.decisions(),
            terrain: scene.terrain.clone(),
            set_out: scene.ships.iter().filter(here).map(|ship| (id(ship), ship.pose)).collect(),
            moves,
            dice_seed,
            umpire: false,
            commanded: Default::default(),
            players: Vec::new(),
        }
    }
}

/// A picture of the table, given by the shell.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The picture itself, or why it could not be encoded: then what it belongs to is kept all the same, and the log
    /// says that the picture is missing.
    pub jpeg: Result<Vec<u8>, String>,
    /// The calibration in force: JSON text.
    pub calibration: String,
}
