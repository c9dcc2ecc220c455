//! What a battle is begun with.

use geometry::{HullShape, Terrain};
use rulesets::gunboat::{FortCard, OptionValue, ShipSetup};

/// A battle to begin.
#[derive(Debug, Clone, PartialEq)]
pub struct SetUp {
    /// The scenario's name, for the list of battles.
    pub name: String,
    /// Table size, inches east and north.
    pub table_in: (f64, f64),
    /// The ships.
    pub ships: Vec<ShipInSetUp>,
    /// The forts.
    pub forts: Vec<FortCard>,
    /// What lies on the table besides ships, where that is known beforehand.
    pub terrain: Vec<Terrain>,
    /// Options that differ from the book's defaults.
    pub options: Vec<OptionValue>,
    /// What the app's dice follow from: any number, another for each battle.
    pub dice_seed: u64,
}

/// A ship with its card and its model's hull.
#[derive(Debug, Clone, PartialEq)]
pub struct ShipInSetUp {
    /// How it enters the battle.
    pub ship: ShipSetup,
    /// The plan of its model.
    pub hull: HullShape,
}

/// A picture of the table, given by the shell.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The picture itself.
    pub jpeg: Vec<u8>,
    /// The calibration in force: JSON text.
    pub calibration: String,
}
