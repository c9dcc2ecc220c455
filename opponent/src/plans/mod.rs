//! What a ship is told to do for the turns to come: a manoeuvre and a target, and the helm that steers by it.

mod helmsman;

pub use helmsman::Helmsman;

use geometry::{Pose, ShipId};
use rulesets::core::Edge;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// A manoeuvre: the whole of it is steered anew each turn, by where the enemy then is.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "manoeuvre", rename_all = "snake_case")]
pub enum Manoeuvre {
    /// Straight for the enemy.
    Close,
    /// Broadside on at this range, inches (hexes in a book of hexes).
    StandOff {
        /// The range to keep.
        range_in: f64,
    },
    /// Across the enemy's bow.
    CrossBow,
    /// Under the enemy's stern.
    CrossStern,
    /// Into the enemy's side.
    Ram,
    /// Off the table over this edge.
    Leave {
        /// The edge.
        edge: Edge,
    },
    /// Away from every enemy.
    Withdraw,
    /// Stays where she is.
    Hold,
    /// Straight on.
    Ahead,
    /// By Mahan's display.
    ByMahan,
}

impl fmt::Display for Manoeuvre {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Close => f.write_str("closes"),
            Self::StandOff { range_in } => write!(f, "keeps her broadside on at {range_in:.0}"),
            Self::CrossBow => f.write_str("crosses the bow"),
            Self::CrossStern => f.write_str("passes under the stern"),
            Self::Ram => f.write_str("rams"),
            Self::Leave { edge } => write!(f, "runs for the {edge:?} edge"),
            Self::Withdraw => f.write_str("draws off"),
            Self::Hold => f.write_str("holds her place"),
            Self::Ahead => f.write_str("stands on"),
            Self::ByMahan => f.write_str("manoeuvres by Mahan's display"),
        }
    }
}

/// A ship's plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// What she does.
    pub manoeuvre: Manoeuvre,
    /// The enemy whom she does it to and fires at first; none for the nearest.
    pub target: Option<ShipId>,
    /// The place to which she goes first, if her book moves by places (hexes).
    pub first: Option<Pose>,
}

impl Plan {
    /// A plan against the nearest enemy.
    pub fn of(manoeuvre: Manoeuvre) -> Self {
        Self { manoeuvre, target: None, first: None }
    }

    /// The same plan against this enemy.
    #[must_use]
    pub fn at(self, target: &ShipId) -> Self {
        Self { target: Some(target.clone()), ..self }
    }
}

/// The plans of a side's ships; a ship without one does as [`Plans::usual`] says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Plans {
    /// Each ship's own plan.
    pub ships: BTreeMap<ShipId, Plan>,
    /// What the others do.
    pub usual: Plan,
}

impl Plans {
    /// The same plan for every ship.
    pub fn all(plan: Plan) -> Self {
        Self { ships: BTreeMap::new(), usual: plan }
    }

    /// Returns true if a ship manoeuvres by Mahan's display.
    pub fn uses_mahan(&self) -> bool {
        let by_mahan = |plan: &Plan| plan.manoeuvre == Manoeuvre::ByMahan;
        by_mahan(&self.usual) || self.ships.values().any(by_mahan)
    }

    /// A ship's plan.
    pub fn of(&self, ship: &ShipId) -> &Plan {
        self.ships.get(ship).unwrap_or(&self.usual)
    }

    /// The same plans, with another one for this ship.
    #[must_use]
    pub fn with(&self, ship: &ShipId, plan: Plan) -> Self {
        let mut plans = self.clone();
        plans.ships.insert(ship.clone(), plan);
        plans
    }
}
