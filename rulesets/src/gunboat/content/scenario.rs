//! The schema of a scenario: forces, places, water, arrivals and victory conditions.

use crate::core::Edge;
use crate::core::fleet::Boxes;
use crate::gunboat::content::victory::{Score, VictoryCondition};
use crate::gunboat::state::card::Side;
use geometry::{Point, Terrain, TerrainId, TerrainKind};
use serde::Deserialize;

/// An additional rule of this battle. With an option the book applies it; without one umpire and players carry it out.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioRule {
    /// The rule and its reason, for the players.
    pub text: String,
    /// An option of the book ("gun.current_in").
    #[serde(default)]
    pub option: Option<String>,
    /// The option's value.
    #[serde(default)]
    pub value: Option<serde_json::Value>,
    /// True for a house rule: neither the book nor history gives it.
    #[serde(default)]
    pub house: bool,
}

/// The time and place at which a ship enters the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    /// The turn; the ship enters in the movement step of its side.
    pub turn: u32,
    /// The edge.
    pub edge: Edge,
}

/// A ship of the scenario.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioShip {
    /// The id of the ship facts from which the card is built.
    pub ship: String,
    /// The ship's own id, if it uses another ship's card.
    #[serde(default)]
    pub id: Option<String>,
    /// The ship's own name in that case.
    #[serde(default)]
    pub name: Option<String>,
    /// The position of the stack, inches east and north; for a ship that arrives, the place at which it enters.
    pub at: (f64, f64),
    /// The heading, degrees clockwise from north.
    pub heading_deg: f64,
    /// The speed when the battle begins, knots.
    #[serde(default)]
    pub speed_knots: f64,
    /// True if at anchor.
    #[serde(default)]
    pub anchored: bool,
    /// True if aground.
    #[serde(default)]
    pub aground: bool,
    /// Boarding parties embarked (GUN-76).
    #[serde(default)]
    pub parties: u8,
    /// True for a launch with a spar torpedo (GUN-83).
    #[serde(default)]
    pub spar_torpedo: bool,
    /// Boxes checked off before the battle.
    #[serde(default)]
    pub checked: Boxes,
    /// The later arrival; none for a ship that is there from the beginning.
    #[serde(default)]
    pub arrives: Option<Arrival>,
    /// The ship to which it is lashed, and with which it moves.
    #[serde(default)]
    pub lashed_to: Option<String>,
    /// The ship that tows it.
    #[serde(default)]
    pub towed_by: Option<String>,
}

impl ScenarioShip {
    /// The ship's id in this battle.
    pub fn id(&self) -> &str {
        self.id.as_deref().unwrap_or(&self.ship)
    }
}

/// The kinds of terrain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TerrainWord {
    /// Dry land, which blocks fire and sight.
    Land,
    /// Water too shallow for some ships.
    Shoal,
    /// A fort with guns.
    Fort,
    /// Rocks, piers, wrecks, chains.
    Obstacle,
    /// Water with mines, real or dummy (GUN-56).
    Mined,
}

/// A piece of terrain.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioTerrain {
    /// The id, used in events.
    pub id: String,
    /// Its name for players.
    pub name: String,
    /// The kind of terrain.
    pub is: TerrainWord,
    /// The depth of water over a shoal, feet.
    #[serde(default)]
    pub depth_ft: Option<f64>,
    /// The corners, inches east and north.
    pub outline: Vec<(f64, f64)>,
    /// The height above the table, inches.
    #[serde(default)]
    pub height_in: f64,
    /// Whether it blocks fire and sight; by default land and forts do.
    #[serde(default)]
    pub blocks_sight: Option<bool>,
    /// Whether the mines are real.
    #[serde(default)]
    pub real: Option<bool>,
    /// The side that laid the mines and alone knows; the umpire by default.
    #[serde(default)]
    pub laid_by: Option<Side>,
}

impl ScenarioTerrain {
    /// The terrain on a table whose lengths are multiplied by `length_factor`.
    pub fn piece(&self, length_factor: f64) -> Terrain {
        let kind = match self.is {
            TerrainWord::Land => TerrainKind::Land,
            TerrainWord::Shoal => TerrainKind::Shoal { depth_ft: self.depth_ft.unwrap_or(0.0) },
            TerrainWord::Fort => TerrainKind::Fort,
            TerrainWord::Obstacle => TerrainKind::Obstacle,
            TerrainWord::Mined => TerrainKind::Mined,
        };
        let usual = matches!(self.is, TerrainWord::Land | TerrainWord::Fort);
        Terrain {
            id: TerrainId(self.id.clone()),
            name: self.name.clone(),
            kind,
            outline: self.outline.iter().map(|at| point(*at, length_factor)).collect(),
            outline_sigma_in: 0.0,
            height_in: self.height_in,
            blocks_sight: self.blocks_sight.unwrap_or(usual),
        }
    }
}

/// A point of the layout on a table whose lengths are multiplied by `length_factor`.
pub(super) fn point((x_in, y_in): (f64, f64), length_factor: f64) -> Point {
    Point::new(x_in * length_factor, y_in * length_factor)
}

/// A row of a fort's guns that bear.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunsOfFort {
    /// Their place in the fort's facts ("Water battery").
    pub place: String,
    /// The gun, if there are different ones at that place.
    #[serde(default)]
    pub gun: Option<String>,
    /// The number of guns that bear on the water.
    pub count: u8,
    /// The position of the first gun, inches east and north.
    pub from: (f64, f64),
    /// The position of the last gun.
    pub to: (f64, f64),
    /// The arcs, degrees clockwise from north.
    pub arcs: Vec<(f64, f64)>,
}

/// A fort of the scenario.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFort {
    /// The id of the fort's facts.
    pub fort: String,
    /// The guns that bear, with their positions.
    pub guns: Vec<GunsOfFort>,
}

/// A battle to set up.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The scenario's id.
    pub id: String,
    /// The name for display.
    pub name: String,
    /// Three sentences for the players.
    pub briefing: Vec<String>,
    /// The historical outcome.
    #[serde(default)]
    pub outcome: String,
    /// The sources for forces, places and times.
    #[serde(default)]
    pub sources: Vec<String>,
    /// True if the layout on the table is ours, chosen for play and not measured from a map.
    #[serde(default)]
    pub layout_house: bool,
    /// The size of the table, inches east and north.
    #[serde(default = "usual_table")]
    pub table_in: (f64, f64),
    /// The last turn; the battle is judged after it at the latest.
    pub turns: u32,
    /// Additional rules of this battle.
    #[serde(default)]
    pub rule: Vec<ScenarioRule>,
    /// The terrain on the table.
    #[serde(default)]
    pub terrain: Vec<ScenarioTerrain>,
    /// The ships.
    pub ship: Vec<ScenarioShip>,
    /// The forts.
    #[serde(default)]
    pub fort: Vec<ScenarioFort>,
    /// The ways to score points.
    #[serde(default)]
    pub score: Vec<Score>,
    /// The victory conditions: the first that is met decides; without any the battle is a draw.
    #[serde(default)]
    pub verdict: Vec<VictoryCondition>,
}

fn usual_table() -> (f64, f64) {
    (60.0, 36.0)
}
