//! The outcome of a battle that its book decides.

use crate::core::contract::book::SideId;
use serde::{Deserialize, Serialize};

/// The outcome of a battle, as its book decides it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    /// A side has won.
    Won {
        /// The side.
        side: SideId,
    },
    /// Nobody has won.
    Draw,
}

impl Outcome {
    /// The side that has won; none for a draw.
    pub fn winner(&self) -> Option<&SideId> {
        match self {
            Self::Won { side } => Some(side),
            Self::Draw => None,
        }
    }
}
