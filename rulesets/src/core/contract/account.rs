//! Hit statistics of a campaign: hits expected and hits scored.

use crate::core::contract::book::SideId;
use geometry::ShipId;
use serde::{Deserialize, Serialize};

/// The forecast of one shot or salvo, made before its dice are thrown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HitForecast {
    /// The id of the shot within its battle; its [`HitsScored`] carry the same id.
    pub shot: String,
    /// The firer.
    pub by: SideId,
    /// The target.
    pub at: ShipId,
    /// Expected hits (the mean).
    pub expected: f64,
    /// Variance of the hits.
    pub variance: f64,
}

/// The hits that one event scored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HitsScored {
    /// The shot that was forecast; none without a forecast.
    pub shot: Option<String>,
    /// The ship that scored them; none for mines, shoals and the like.
    pub by: Option<ShipId>,
    /// The ship that was hit.
    pub on: ShipId,
    /// The number of hits.
    pub hits: u32,
}
