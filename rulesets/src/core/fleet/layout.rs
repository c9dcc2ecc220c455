//! A scenario in no book's terms: who meets whom, where everybody stands, and what lies between.

use crate::core::fleet::ship_facts::ShipFacts;
use crate::core::fleet::words::{GunKind, Side};
use crate::core::{Edge, PlacedShip};
use geometry::{Arc, Observation, Point, Pose, ShipId, Terrain, TerrainId};

/// A ship where she is put.
#[derive(Debug, Clone, PartialEq)]
pub struct LaidShip {
    /// What is known of her, under the id and the name that she has in this battle.
    pub facts: ShipFacts,
    /// Where she stands; where she comes on the table, for one that arrives.
    pub pose: Pose,
    /// Her speed when the battle begins, knots.
    pub speed_knots: f64,
    /// At anchor.
    pub anchored: bool,
    /// Aground.
    pub aground: bool,
    /// She comes in this turn, over this edge.
    pub arrives: Option<(u32, Edge)>,
}

impl LaidShip {
    /// Her model, a book's of 1:1200.
    pub(crate) fn model(&self) -> PlacedShip {
        let observation = Observation::placed(ShipId::new(&self.facts.id), self.pose);
        PlacedShip::at_rest(observation, self.facts.model_hull(1.0))
    }
}

/// A gun of a fort.
#[derive(Debug, Clone, PartialEq)]
pub struct LaidGun {
    /// The gun by its name ("10\" SMOOTHBORE").
    pub gun: String,
    /// Its kind.
    pub kind: GunKind,
    /// Where it stands.
    pub at: Point,
    /// Where it bears, clockwise from north.
    pub arcs: Vec<Arc>,
    /// Boxes of earth, masonry or iron before it (three or four for most works).
    pub armor: u8,
}

/// A fort where its guns stand.
#[derive(Debug, Clone, PartialEq)]
pub struct LaidFort {
    /// The name by which everything knows it.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its guns that bear on the water, one by one.
    pub guns: Vec<LaidGun>,
}

/// A mined area of the terrain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaidMine {
    /// Which piece of the terrain.
    pub area: TerrainId,
    /// Real, or a feint.
    pub real: bool,
    /// The side that laid it and alone knows.
    pub laid_by: Option<Side>,
}

/// A scenario in no book's terms.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// The name by which the command line knows it.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// So many turns are played.
    pub turns: u32,
    /// The table, inches east and north.
    pub table_in: (f64, f64),
    /// What lies on the table.
    pub terrain: Vec<Terrain>,
    /// Which of it is mined.
    pub mines: Vec<LaidMine>,
    /// The ships.
    pub ships: Vec<LaidShip>,
    /// The forts.
    pub forts: Vec<LaidFort>,
    /// Where the current sets, degrees clockwise from north, where it matters.
    pub current_toward_deg: Option<f64>,
}
