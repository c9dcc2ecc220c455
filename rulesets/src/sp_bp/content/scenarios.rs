//! Scenarios of the book: ships, places and options.

use crate::core::play_out::LastTurn;
use crate::core::play_out::Staged;
use crate::core::{DataError, DataFile, OptionValue, PlacedShip, content, parse};
use crate::sp_bp::book::SpBp;
use crate::sp_bp::content::convert::{Converted, Sketch, convert};
use crate::sp_bp::events::decision::{Decision, ShipSetup};
use crate::sp_bp::state::ship::Location;
use geometry::{Heading, HullShape, Observation, Point, Pose, ShipId};
use serde::Deserialize;

const SHIPS: (&str, &str) = ("ships.toml", include_str!("../data/ships.toml"));
const SCENARIOS: [(&str, &str); 2] = [
    ("hampton_roads.toml", include_str!("../data/scenarios/hampton_roads.toml")),
    ("lissa.toml", include_str!("../data/scenarios/lissa.toml")),
];
/// Length in inches of a 1:1200 model per foot of the ship (house: the sheet names no scale).
const MODEL_IN_PER_FT: f64 = 12.0 / 1200.0;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipsFile {
    ship: Vec<Sketch>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    scenario: Scenario,
}

/// An option of a scenario, and the reason for its value.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioOption {
    /// The option's name.
    pub name: String,
    /// Its value.
    pub value: serde_json::Value,
    /// The reason.
    pub why: String,
}

/// A ship of a scenario.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioShip {
    /// The ship from whose facts the card is made.
    pub ship: String,
    /// The ship's own id, where it uses another ship's card.
    #[serde(default)]
    pub id: Option<String>,
    /// The ship's own name in that case.
    #[serde(default)]
    pub name: Option<String>,
    /// The place of the ship's smokestack, inches east and north.
    pub at: (f64, f64),
    /// The heading of the bow, degrees clockwise from north.
    pub heading_deg: f64,
    /// Speed, knots.
    #[serde(default)]
    pub speed_knots: u8,
    /// At anchor.
    #[serde(default)]
    pub anchored: bool,
    /// Aground.
    #[serde(default)]
    pub aground: bool,
}

/// A scenario of the book.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The unique id.
    pub id: String,
    /// The name to show.
    pub name: String,
    /// The briefing for the players.
    pub briefing: Vec<String>,
    /// The historical outcome.
    pub outcome: String,
    /// The sources of the outcome.
    pub sources: Vec<String>,
    /// True where the places are a house estimate.
    pub layout_house: bool,
    /// The number of turns after which the battle ends.
    pub turns: u32,
    /// The size of the table, inches east and north.
    pub table_in: (f64, f64),
    /// Options that differ from their defaults.
    #[serde(default)]
    pub option: Vec<ScenarioOption>,
    /// The ships that take part.
    pub ship: Vec<ScenarioShip>,
}

/// Returns every ship of the book with the conversion of its card.
///
/// # Errors
/// When the compiled data can't be read (a test shows that it can).
pub fn ships() -> Result<Vec<(Sketch, Converted)>, DataError> {
    let (name, text) = SHIPS;
    let file: ShipsFile = parse(&DataFile { name: name.to_owned(), text: text.to_owned() })?;
    Ok(file.ship.into_iter().map(|sketch| (sketch.clone(), convert(&sketch))).collect())
}

/// Returns every scenario of the book.
///
/// # Errors
/// When the compiled data can't be read (a test shows that it can).
pub fn scenarios() -> Result<Vec<Scenario>, DataError> {
    let read = |(name, text): (&str, &str)| {
        let file: ScenarioFile = parse(&DataFile { name: name.to_owned(), text: text.to_owned() })?;
        Ok(file.scenario)
    };
    SCENARIOS.into_iter().map(read).collect()
}

impl Scenario {
    /// Returns the battle set up for play.
    ///
    /// # Errors
    /// When it names a ship that the book does not have.
    pub fn staged(&self) -> Result<Staged<SpBp>, DataError> {
        let known = ships()?;
        let (mut setups, mut models) = (Vec::new(), Vec::new());
        for ship in &self.ship {
            let Some((sketch, converted)) = known.iter().find(|(sketch, _)| sketch.id == ship.ship) else {
                return Err(content(&self.id, format!("no ship is called “{}”.", ship.ship)));
            };
            let mut card = converted.card.clone();
            card.id = ShipId::new(ship.id.as_ref().unwrap_or(&ship.ship).clone());
            card.name = ship.name.as_ref().unwrap_or(&card.name).clone();
            let (x_in, y_in) = ship.at;
            let pose = Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(ship.heading_deg) };
            let hull = HullShape {
                length_in: sketch.length_ft * MODEL_IN_PER_FT,
                beam_in: sketch.beam_ft * MODEL_IN_PER_FT,
                stack_ahead_in: 0.0,
            };
            models.push(PlacedShip::at_rest(Observation::placed(card.id.clone(), pose), hull));
            setups.push(ShipSetup {
                card,
                speed: ship.speed_knots,
                anchored: ship.anchored,
                aground: ship.aground,
                location: Location::OnTable,
            });
        }
        let option =
            |option: &ScenarioOption| OptionValue { name: option.name.clone(), value: option.value.clone() };
        let options = self.option.iter().map(option).collect();
        Ok(Staged {
            id: self.id.clone(),
            name: self.name.clone(),
            opening: vec![Decision::Open { ships: setups, options, terrain: Vec::new() }],
            models,
            later: Vec::new(),
            terrain: Vec::new(),
            table_in: self.table_in,
            scene: LastTurn(self.turns),
        })
    }
}
