//! Content for battles: ships, forts, guns, scenarios and house rules as data files, the book's own and the player's.

mod check;
pub(super) mod convert;
mod library;
mod scenario;
mod scene;
mod victory;

pub use crate::core::fleet::{BatteryFacts, Boxes, FortFacts, Guess, GunFacts, OwnGun, ShipFacts};
pub use library::{Library, layouts};
pub use scenario::{
    Arrival, GunsOfFort, Scenario, ScenarioFort, ScenarioRule, ScenarioShip, ScenarioTerrain, TerrainWord,
};
pub use scene::{Scene, ShipOnScene};
pub use victory::{Deed, Points, PointsNeeded, Score, ScoreLine, Standings, Tally, VictoryCondition};
