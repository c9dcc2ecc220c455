//! The facts of ships and forts that come with the program.

use crate::core::fleet::ship_facts::{FortFacts, ShipFacts};
use crate::core::{DataError, DataFile, parse};
use serde::Deserialize;

macro_rules! own_files {
    ($($name:literal),* $(,)?) => { [$((concat!("ships/", $name), include_str!(concat!("data/", $name)))),*] };
}

/// The compiled-in files.
pub(crate) const FILES: [(&str, &str); 9] = own_files![
    "hampton_roads.toml",
    "union_monitors.toml",
    "union_river.toml",
    "union_sea.toml",
    "confederate_ironclads.toml",
    "confederate_river.toml",
    "confederate_sea.toml",
    "general_knowledge.toml",
    "batteries.toml",
];

/// The six ships of the demo battle, as a file that a player may copy and change.
pub const HAMPTON_ROADS: &str = include_str!("data/hampton_roads.toml");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FleetFile {
    #[serde(default)]
    ship: Vec<ShipFacts>,
    #[serde(default)]
    fort: Vec<FortFacts>,
}

/// Ships and forts by their facts.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Fleet {
    /// Every ship.
    pub ships: Vec<ShipFacts>,
    /// Every fort.
    pub forts: Vec<FortFacts>,
}

impl Fleet {
    /// All ships and forts that come with the program.
    ///
    /// # Errors If a compiled-in file can't be parsed (a test ensures that all can).
    pub fn embedded() -> Result<Self, DataError> {
        let mut fleet = Self::default();
        for (name, text) in FILES {
            let file = DataFile { name: name.to_owned(), text: text.to_owned() };
            let FleetFile { ship, fort } = parse(&file)?;
            fleet.ships.extend(ship);
            fleet.forts.extend(fort);
        }
        Ok(fleet)
    }

    /// A ship by its id.
    pub fn ship(&self, id: &str) -> Option<&ShipFacts> {
        self.ships.iter().find(|ship| ship.id == id)
    }
}
