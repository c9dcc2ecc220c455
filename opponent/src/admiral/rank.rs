//! Ranks: how long and how deep a commander thinks.

use serde::{Deserialize, Serialize};

/// The simulations of a Midshipman for each ship in a turn: few enough that he often overlooks the best plan.
const MIDSHIPMANS_SIMULATIONS: u32 = 4;

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

    /// The simulations for each of the side's ships in a turn. Where they cost little, those that a rank does beyond a
    /// Midshipman's are `cheap` times more: he would not use the time.
    pub fn simulations_per_ship(self, cheap: u32) -> u32 {
        let beyond = match self {
            Self::Midshipman => 0,
            Self::Lieutenant => 11,
            Self::Captain => 26,
            Self::Admiral => 56,
        };
        MIDSHIPMANS_SIMULATIONS + beyond * cheap
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
