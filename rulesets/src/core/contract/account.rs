//! What a campaign counts: hits expected and hits scored.

use crate::core::contract::book::SideId;
use geometry::ShipId;
use serde::{Deserialize, Serialize};

/// A forecast of one shot or salvo, before its dice are thrown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HitForecast {
    /// Identifies the shot within its battle; its [`HitsScored`] carry the same id.
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

/// Hits that an event scored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HitsScored {
    /// The shot that was forecast, if there was a forecast.
    pub shot: Option<String>,
    /// Who scored them; none for mines, shoals and the like.
    pub by: Option<ShipId>,
    /// Who suffers them.
    pub on: ShipId,
    /// How many.
    pub hits: u32,
}
