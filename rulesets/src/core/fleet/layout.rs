//! A scenario independent of any book: the ships, the forts, their places, and the terrain.

use crate::core::fleet::ship_facts::ShipFacts;
use crate::core::fleet::words::{GunKind, Side};
use crate::core::{Edge, PlacedShip};
use geometry::{Arc, Observation, Point, Pose, ShipId, Terrain, TerrainId};

/// A ship with its starting position.
#[derive(Debug, Clone, PartialEq)]
pub struct LaidShip {
    /// The ship's facts, under its id and name in this battle.
    pub facts: ShipFacts,
    /// The starting pose; for a ship that arrives later, the pose at which it enters the table.
    pub pose: Pose,
    /// The speed when the battle begins, knots.
    pub speed_knots: f64,
    /// True if the ship is at anchor.
    pub anchored: bool,
    /// True if the ship is aground.
    pub aground: bool,
    /// The turn in which the ship arrives, and the edge; none for a ship that is there from the beginning.
    pub arrives: Option<(u32, Edge)>,
}

impl LaidShip {
    /// The ship's 1:1200 model at its place.
    pub(crate) fn model(&self) -> PlacedShip {
        let observation = Observation::placed(ShipId::new(&self.facts.id), self.pose);
        PlacedShip::at_rest(observation, self.facts.model_hull(1.0))
    }
}

/// A gun of a fort.
#[derive(Debug, Clone, PartialEq)]
pub struct LaidGun {
    /// The gun's name ("10\" SMOOTHBORE").
    pub gun: String,
    /// Its kind.
    pub kind: GunKind,
    /// The gun's place.
    pub at: Point,
    /// The arcs in which it bears, clockwise from north.
    pub arcs: Vec<Arc>,
    /// Armor boxes of earth, masonry or iron in front of it (three or four for most works).
    pub armor: u8,
}

/// A fort with the places of its guns.
#[derive(Debug, Clone, PartialEq)]
pub struct LaidFort {
    /// The fort's id.
    pub id: String,
    /// The fort's name for display.
    pub name: String,
    /// The fort's side.
    pub side: Side,
    /// The guns that bear on the water, one by one.
    pub guns: Vec<LaidGun>,
}

/// A mined area of the terrain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaidMine {
    /// The piece of terrain that is mined.
    pub area: TerrainId,
    /// True for a real mine, false for a feint.
    pub real: bool,
    /// The side that laid it; only that side knows of it.
    pub laid_by: Option<Side>,
}

/// A scenario independent of any book.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// The id, used on the command line.
    pub id: String,
    /// The name for display.
    pub name: String,
    /// The number of turns.
    pub turns: u32,
    /// The size of the table, inches east and north.
    pub table_in: (f64, f64),
    /// The terrain on the table.
    pub terrain: Vec<Terrain>,
    /// The mined areas of the terrain.
    pub mines: Vec<LaidMine>,
    /// The ships.
    pub ships: Vec<LaidShip>,
    /// The forts.
    pub forts: Vec<LaidFort>,
    /// The direction in which the current flows, degrees clockwise from north; none if it does not matter.
    pub current_toward_deg: Option<f64>,
}
