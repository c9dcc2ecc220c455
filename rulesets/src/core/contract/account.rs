//! What a chronicle counts: how many hits were to be expected, and how many there were.

use crate::core::contract::book::SideId;
use geometry::ShipId;
use serde::{Deserialize, Serialize};

/// What somebody's fire may do, before its dice are thrown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct HitForecast {
    /// Names the shot within its battle; the [`HitsScored`] of it carry the same.
    pub shot: String,
    /// Whose fire it is.
    pub by: SideId,
    /// At whom.
    pub at: ShipId,
    /// Hits to be expected (the mean).
    pub expected: f64,
    /// Their variance.
    pub variance: f64,
}

/// Hits that an event brought about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HitsScored {
    /// The shot that was forecast, if it was one.
    pub shot: Option<String>,
    /// Who scored them; none for mines, shoals and the like.
    pub by: Option<ShipId>,
    /// Who suffers them.
    pub on: ShipId,
    /// How many.
    pub hits: u32,
}
