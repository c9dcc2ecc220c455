//! Set-ups of Gunboat battles from given ships or a scenario.

use crate::record::events::MovesAre;
use crate::setup::set_up::SetUp;
use geometry::HullShape;
use rulesets::gunboat::{self, OptionValue, Scene, ShipSetup};

/// A Gunboat ship with its card and its model's hull.
#[derive(Debug, Clone, PartialEq)]
pub struct ShipInSetUp {
    /// How it enters the battle.
    pub ship: ShipSetup,
    /// The hull outline of its model.
    pub hull: HullShape,
}

impl SetUp<gunboat::Decision> {
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
        Self { moves: MovesAre::default(), ..Self::of(name, table_in, hulls, vec![open], dice_seed) }
    }

    /// A Gunboat battle as a scenario sets it up: ships, forts, terrain, mines.
    pub fn of_scene(scene: &Scene, moves: MovesAre, dice_seed: u64) -> Self {
        let id = |ship: &gunboat::ShipOnScene| ship.setup.card.id.clone();
        let here = |ship: &&gunboat::ShipOnScene| ship.setup.location == gunboat::Location::OnTable;
        let hulls = scene.ships.iter().map(|ship| (id(ship), ship.hull)).collect();
        Self {
            terrain: scene.terrain.clone(),
            set_out: scene.ships.iter().filter(here).map(|ship| (id(ship), ship.pose)).collect(),
            arriving: scene
                .ships
                .iter()
                .filter(|ship| !here(ship))
                .map(|ship| (id(ship), ship.pose))
                .collect(),
            moves,
            ..Self::of(scene.name.as_str(), scene.table_in, hulls, scene.decisions(), dice_seed)
        }
    }
}
