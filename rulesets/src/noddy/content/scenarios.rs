//! Scenarios of this book, as data: ships by the ids of the shared facts, terrain, and the umpire's chart.

use crate::core::fleet::Fleet;
use crate::core::play_out::LastTurn;
use crate::core::play_out::Staged;
use crate::core::{DataError, DataFile, Fault, OptionValue, PlacedShip, SideId, parse, way};
use crate::noddy::book::Noddy;
use crate::noddy::content::convert::card_from_facts;
use crate::noddy::events::decision::{Decision, ShipSetup};
use crate::noddy::state::battle::{HiddenArea, HiddenKind};
use crate::noddy::state::card::{BatteryCard, Gun, GunClass, GunPosition, HalfKnots, RegimentCard};
use geometry::{Heading, Observation, Point, Pose, ShipId, Terrain, TerrainId, TerrainKind};
use serde::Deserialize;

const FILES: [(&str, &str); 4] = [
    ("memphis.toml", include_str!("../data/scenarios/memphis.toml")),
    ("mobile_bay.toml", include_str!("../data/scenarios/mobile_bay.toml")),
    ("fort_henry.toml", include_str!("../data/scenarios/fort_henry.toml")),
    ("newport_news.toml", include_str!("../data/scenarios/newport_news.toml")),
];

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ShipRow {
    /// The id of a ship in the shared facts.
    ship: String,
    at: (f64, f64),
    heading_deg: f64,
    #[serde(default)]
    speed_knots: f64,
    /// True for early turrets (NOD-33).
    #[serde(default)]
    one_gun_at_a_time: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct GunRow {
    class: GunClass,
    count: u8,
    #[serde(default)]
    rifled: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct BatteryRow {
    id: String,
    name: String,
    side: SideId,
    armour: u8,
    gun: Vec<GunRow>,
    at: (f64, f64),
    facing_deg: f64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RegimentRow {
    id: String,
    name: String,
    side: SideId,
    at: (f64, f64),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaRow {
    id: String,
    name: String,
    outline: Vec<(f64, f64)>,
    #[serde(default)]
    depth_ft: Option<f64>,
    /// The hidden danger, for an area of the umpire's chart.
    #[serde(default)]
    hidden: Option<HiddenKind>,
    #[serde(default)]
    shown_to: Option<SideId>,
}

/// A scenario.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The id, used on the command line.
    pub id: String,
    /// The name for display.
    pub name: String,
    /// The briefing for the players.
    pub briefing: Vec<String>,
    /// The house rules and guesses of the scenario.
    pub house: Vec<String>,
    /// The greatest number of moves.
    pub moves: u32,
    /// The size of the table, inches east and north.
    pub table_in: (f64, f64),
    /// The direction in which the current flows, degrees clockwise from north.
    pub current_toward_deg: f64,
    ship: Vec<ShipRow>,
    #[serde(default)]
    battery: Vec<BatteryRow>,
    #[serde(default)]
    regiment: Vec<RegimentRow>,
    #[serde(default)]
    area: Vec<AreaRow>,
}

/// The compiled-in scenarios.
///
/// # Errors If a compiled-in file contradicts itself (a test ensures that none does).
pub fn scenarios() -> Result<Vec<Scenario>, DataError> {
    let fleet = Fleet::embedded()?;
    FILES
        .iter()
        .map(|(name, text)| {
            let file = DataFile { name: (*name).to_owned(), text: (*text).to_owned() };
            let scenario: Scenario = parse(&file)?;
            scenario.check(&fleet).map_err(|fault| fault.in_file(&file))?;
            Ok(scenario)
        })
        .collect()
}

impl Scenario {
    fn check(&self, fleet: &Fleet) -> Result<(), Fault> {
        for (i, row) in self.ship.iter().enumerate() {
            if fleet.ship(&row.ship).is_none() {
                return Err(Fault::new(way!["ship", i, "ship"], format!("there is no ship “{}”.", row.ship)));
            }
        }
        for (i, area) in self.area.iter().enumerate() {
            if area.outline.len() < 3 {
                return Err(Fault::new(
                    way!["area", i, "outline"],
                    "an outline needs three corners or more.",
                ));
            }
        }
        Ok(())
    }

    /// Sets up the battle.
    ///
    /// # Errors If the shared facts can't be parsed (a test ensures that they can).
    pub fn staged(&self) -> Result<Staged<Noddy>, DataError> {
        let fleet = Fleet::embedded()?;
        let (mut ships, mut models) = (Vec::new(), Vec::new());
        for row in &self.ship {
            let Some(facts) = fleet.ship(&row.ship) else { continue };
            let mut card = card_from_facts(facts, false);
            card.guns.iter_mut().for_each(|gun| gun.one_at_a_time |= row.one_gun_at_a_time);
            let speed = ((row.speed_knots * 2.0).round() as HalfKnots).min(card.top_speed);
            let (x_in, y_in) = row.at;
            let pose = Pose { stack: Point::new(x_in, y_in), heading: Heading::from_deg(row.heading_deg) };
            let observation = Observation::placed(card.id.clone(), pose);
            models.push(PlacedShip::at_rest(observation, facts.model_hull(1.0)));
            ships.push(ShipSetup { card, speed, aground: false });
        }
        let (mut terrain, mut hidden) = (Vec::new(), Vec::new());
        for row in &self.area {
            let area = row.terrain();
            match row.hidden {
                Some(kind) => {
                    hidden.push(HiddenArea { area, kind, shown_to: row.shown_to.clone(), revealed: false });
                }
                None => terrain.push(area),
            }
        }
        let toward =
            OptionValue { name: "nod.current_toward_deg".to_owned(), value: self.current_toward_deg.into() };
        Ok(Staged {
            id: self.id.clone(),
            name: self.name.clone(),
            opening: vec![Decision::Open {
                ships,
                batteries: self.battery.iter().map(BatteryRow::card).collect(),
                regiments: self.regiment.iter().map(RegimentRow::card).collect(),
                options: vec![toward],
                terrain: terrain.clone(),
                hidden,
            }],
            models,
            later: Vec::new(),
            terrain,
            table_in: self.table_in,
            scene: LastTurn(self.moves),
        })
    }
}

impl AreaRow {
    fn terrain(&self) -> Terrain {
        let kind = match (&self.hidden, self.depth_ft) {
            (Some(HiddenKind::Mines { .. }), _) => TerrainKind::Mined,
            (Some(HiddenKind::Shallow { depth_ft }), _) => {
                TerrainKind::Shoal { depth_ft: f64::from(*depth_ft) }
            }
            (None, Some(depth_ft)) => TerrainKind::Shoal { depth_ft },
            (None, None) => TerrainKind::Land,
        };
        Terrain {
            id: TerrainId(self.id.clone()),
            name: self.name.clone(),
            outline: self.outline.iter().map(|(x_in, y_in)| Point::new(*x_in, *y_in)).collect(),
            outline_sigma_in: 0.0,
            height_in: 0.0,
            blocks_sight: kind == TerrainKind::Land,
            kind,
        }
    }
}

impl BatteryRow {
    fn card(&self) -> BatteryCard {
        let mut guns: Vec<Gun> = Vec::new();
        for row in &self.gun {
            let first = u8::try_from(guns.len() + 1).unwrap_or(u8::MAX);
            // Guns ashore point in the direction that the battery faces, whatever their position's name.
            guns.extend(Gun::row(GunPosition::Bow, row.class, row.rifled, row.count, first));
        }
        BatteryCard {
            id: ShipId::new(&self.id),
            name: self.name.clone(),
            side: self.side.clone(),
            armour: self.armour,
            guns,
            x_in: self.at.0,
            y_in: self.at.1,
            facing_deg: self.facing_deg,
        }
    }
}

impl RegimentRow {
    fn card(&self) -> RegimentCard {
        RegimentCard {
            id: ShipId::new(&self.id),
            name: self.name.clone(),
            side: self.side.clone(),
            x_in: self.at.0,
            y_in: self.at.1,
        }
    }
}
