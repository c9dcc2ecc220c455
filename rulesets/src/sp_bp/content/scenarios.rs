//! The book's own scenarios: ships from facts, places, options.

use crate::core::play_out::Staged;
use crate::core::{DataError, DataFile, OptionValue, PlacedShip, content, parse};
use crate::sp_bp::book::SpBp;
use crate::sp_bp::content::convert::{Converted, Sketch, convert};
use crate::sp_bp::content::layout::LastTurn;
use crate::sp_bp::events::decision::{Decision, ShipSetup};
use crate::sp_bp::state::ship::Location;
use geometry::{Heading, HullShape, Observation, Point, Pose, ShipId};
use serde::Deserialize;

const SHIPS: (&str, &str) = ("ships.toml", include_str!("../data/ships.toml"));
const SCENARIOS: [(&str, &str); 2] = [
    ("hampton_roads.toml", include_str!("../data/scenarios/hampton_roads.toml")),
    ("lissa.toml", include_str!("../data/scenarios/lissa.toml")),
];
/// Inches of a 1:1200 model for a foot of the ship (house: the sheet names no scale).
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

/// An option of a scenario, and why it is set.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioOption {
    /// The option's name.
    pub name: String,
    /// Its value.
    pub value: serde_json::Value,
    /// Why.
    pub why: String,
}

/// A ship of a scenario.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioShip {
    /// Whose facts her card is made from.
    pub ship: String,
    /// Her own id, where another's card stands in for hers.
    #[serde(default)]
    pub id: Option<String>,
    /// Her own name then.
    #[serde(default)]
    pub name: Option<String>,
    /// Where her stack stands, inches east and north.
    pub at: (f64, f64),
    /// Where her bow points, degrees clockwise from north.
    pub heading_deg: f64,
    /// Knots she makes.
    #[serde(default)]
    pub speed_knots: u8,
    /// At anchor.
    #[serde(default)]
    pub anchored: bool,
    /// Aground.
    #[serde(default)]
    pub aground: bool,
}

/// A battle of the book's own.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// Names it.
    pub id: String,
    /// For people.
    pub name: String,
    /// What the players are told.
    pub briefing: Vec<String>,
    /// What happened.
    pub outcome: String,
    /// Where that was looked up.
    pub sources: Vec<String>,
    /// The places are ours.
    pub layout_house: bool,
    /// So many turns are played.
    pub turns: u32,
    /// The table, inches east and north.
    pub table_in: (f64, f64),
    /// Options that differ from their defaults.
    #[serde(default)]
    pub option: Vec<ScenarioOption>,
    /// Who meets whom.
    pub ship: Vec<ScenarioShip>,
}

/// Every ship of the book's own, with how her card comes about.
///
/// # Errors
/// When the data compiled in can't be read (a test holds that it can).
pub fn ships() -> Result<Vec<(Sketch, Converted)>, DataError> {
    let (name, text) = SHIPS;
    let file: ShipsFile = parse(&DataFile { name: name.to_owned(), text: text.to_owned() })?;
    Ok(file.ship.into_iter().map(|sketch| (sketch.clone(), convert(&sketch))).collect())
}

/// Every scenario of the book's own.
///
/// # Errors
/// When the data compiled in can't be read (a test holds that it can).
pub fn scenarios() -> Result<Vec<Scenario>, DataError> {
    let read = |(name, text): (&str, &str)| {
        let file: ScenarioFile = parse(&DataFile { name: name.to_owned(), text: text.to_owned() })?;
        Ok(file.scenario)
    };
    SCENARIOS.into_iter().map(read).collect()
}

impl Scenario {
    /// The battle as it is set up.
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
