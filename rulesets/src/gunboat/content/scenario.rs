//! The shape of a scenario: who meets where, what the water is like, who comes when, and what counts in the end.

use crate::core::Edge;
use crate::core::fleet::Boxes;
use crate::gunboat::content::victory::{Score, VictoryCondition};
use crate::gunboat::state::card::Side;
use geometry::{Point, Terrain, TerrainId, TerrainKind};
use serde::Deserialize;

/// A rule of this battle beyond the book. With an option the book itself applies it; without one it is an
/// instruction that umpire and players carry out.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioRule {
    /// What holds, and why: for the players.
    pub text: String,
    /// An option of the book ("gun.current_in").
    #[serde(default)]
    pub option: Option<String>,
    /// The option's value.
    #[serde(default)]
    pub value: Option<serde_json::Value>,
    /// Ours: neither the book nor the history gives it.
    #[serde(default)]
    pub house: bool,
}

/// When and where a ship comes on the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arrival {
    /// In this turn's movement step of her side.
    pub turn: u32,
    /// Over this edge.
    pub edge: Edge,
}

/// A ship of the scenario.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioShip {
    /// Whose facts her card is built from.
    pub ship: String,
    /// Her own id, where another ship's card stands in for hers.
    #[serde(default)]
    pub id: Option<String>,
    /// Her own name then.
    #[serde(default)]
    pub name: Option<String>,
    /// Where her stack stands, inches east and north; where she comes on the table, for one that arrives.
    pub at: (f64, f64),
    /// Where her bow points, degrees clockwise from north.
    pub heading_deg: f64,
    /// Her speed when the battle begins.
    #[serde(default)]
    pub speed_knots: f64,
    /// At anchor.
    #[serde(default)]
    pub anchored: bool,
    /// Aground.
    #[serde(default)]
    pub aground: bool,
    /// Boarding parties embarked (GUN-76).
    #[serde(default)]
    pub parties: u8,
    /// A launch with a spar torpedo (GUN-83).
    #[serde(default)]
    pub spar_torpedo: bool,
    /// Boxes checked off before the battle.
    #[serde(default)]
    pub checked: Boxes,
    /// She comes later.
    #[serde(default)]
    pub arrives: Option<Arrival>,
    /// She is lashed to this ship and moves with her.
    #[serde(default)]
    pub lashed_to: Option<String>,
    /// This ship tows her.
    #[serde(default)]
    pub towed_by: Option<String>,
}

impl ScenarioShip {
    /// Her id in this battle.
    pub fn id(&self) -> &str {
        self.id.as_deref().unwrap_or(&self.ship)
    }
}

/// What a piece of terrain is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TerrainWord {
    /// Dry land: it stops fire and sight.
    Land,
    /// Water too shallow for some.
    Shoal,
    /// A work with guns in it.
    Fort,
    /// Rocks, piers, wrecks, chains.
    Obstacle,
    /// Water with mines, real or feigned (GUN-56).
    Mined,
}

/// A piece of terrain.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioTerrain {
    /// Its name in events.
    pub id: String,
    /// Its name for players.
    pub name: String,
    /// What it is to a ship.
    pub is: TerrainWord,
    /// Feet of water over a shoal.
    #[serde(default)]
    pub depth_ft: Option<f64>,
    /// Its corners, inches east and north.
    pub outline: Vec<(f64, f64)>,
    /// How high it stands above the table, inches.
    #[serde(default)]
    pub height_in: f64,
    /// Does it stop fire and sight? Land and forts do if nothing is said.
    #[serde(default)]
    pub blocks_sight: Option<bool>,
    /// Are the mines real?
    #[serde(default)]
    pub real: Option<bool>,
    /// The side that laid them and alone knows; the umpire if nothing is said.
    #[serde(default)]
    pub laid_by: Option<Side>,
}

impl ScenarioTerrain {
    /// As it lies on a table whose lengths are multiplied by `length_factor`.
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

/// Some guns of a fort that bear, in a row.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunsOfFort {
    /// Their place in the fort's facts ("Water battery").
    pub place: String,
    /// The gun, where different ones stand in that place.
    #[serde(default)]
    pub gun: Option<String>,
    /// How many of them bear on the water.
    pub count: u8,
    /// Where the first stands, inches east and north.
    pub from: (f64, f64),
    /// Where the last stands.
    pub to: (f64, f64),
    /// Where they bear, degrees clockwise from north.
    pub arcs: Vec<(f64, f64)>,
}

/// A fort of the scenario.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFort {
    /// Which.
    pub fort: String,
    /// Its guns that bear, and where they stand.
    pub guns: Vec<GunsOfFort>,
}

/// A battle to set up.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The name by which everything knows it.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Three sentences for the players.
    pub briefing: Vec<String>,
    /// What happened in history.
    #[serde(default)]
    pub outcome: String,
    /// Where forces, places and times were looked up.
    #[serde(default)]
    pub sources: Vec<String>,
    /// The layout on the table is ours: chosen to fit it, not measured.
    #[serde(default)]
    pub layout_house: bool,
    /// The table, inches east and north.
    #[serde(default = "usual_table")]
    pub table_in: (f64, f64),
    /// The battle is judged after this turn at the latest.
    pub turns: u32,
    /// Rules of this battle.
    #[serde(default)]
    pub rule: Vec<ScenarioRule>,
    /// What lies on the table besides ships.
    #[serde(default)]
    pub terrain: Vec<ScenarioTerrain>,
    /// The ships.
    pub ship: Vec<ScenarioShip>,
    /// The forts.
    #[serde(default)]
    pub fort: Vec<ScenarioFort>,
    /// What brings points.
    #[serde(default)]
    pub score: Vec<Score>,
    /// Who wins: the first that holds; if none does the battle is drawn.
    #[serde(default)]
    pub verdict: Vec<VictoryCondition>,
}

fn usual_table() -> (f64, f64) {
    (60.0, 36.0)
}
