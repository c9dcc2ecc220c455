//! Ranks: how long and how deep a commander thinks.

use serde::{Deserialize, Serialize};

/// A rank, from the lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rank {
    /// Looks a turn ahead at a few plans.
    Midshipman,
    /// Looks further.
    Lieutenant,
    /// Sees a plan through.
    Captain,
    /// The same with more patience.
    Admiral,
}

impl Rank {
    /// Every rank, lowest first.
    pub const ALL: [Self; 4] = [Self::Midshipman, Self::Lieutenant, Self::Captain, Self::Admiral];

    /// The simulations for each of the side's ships in a turn.
    pub fn simulations_per_ship(self) -> u32 {
        match self {
            Self::Midshipman => 4,
            Self::Lieutenant => 15,
            Self::Captain => 30,
            Self::Admiral => 60,
        }
    }

    /// How deep a playout goes, as a share of the turns that show what a plan is worth in a book.
    pub fn depth(self) -> f64 {
        match self {
            Self::Midshipman => 0.34,
            Self::Lieutenant => 0.67,
            Self::Captain | Self::Admiral => 1.0,
        }
    }

    /// The rank's name.
    pub fn title(self) -> &'static str {
        match self {
            Self::Midshipman => "Midshipman",
            Self::Lieutenant => "Lieutenant",
            Self::Captain => "Captain",
            Self::Admiral => "Admiral",
        }
    }
}
