//! What is played with: ships, forts, guns, scenarios and house rules as data files, the book's own and the player's.

mod check;
mod library;
mod scenario;
mod scene;
mod ship_facts;
mod victory;

pub use library::Library;
pub use scenario::{
    Arrival, GunsOfFort, Scenario, ScenarioFort, ScenarioRule, ScenarioShip, ScenarioTerrain, TerrainWord,
};
pub use scene::{Scene, ShipOnScene};
pub use ship_facts::{BatteryFacts, Boxes, FortFacts, Guess, GunFacts, OwnGun, ShipFacts};
pub use victory::{Deed, Points, PointsNeeded, Score, ScoreLine, Standings, Tally, Verdict};
