//! The usual end of a battle that is played out: judged by the rules, or out of time.

use crate::core::contract::book::SideId;
use crate::core::contract::outcome::Outcome;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The end of a battle that its book decides.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "ended_by", rename_all = "snake_case")]
pub enum JudgedEnd {
    /// Decided by the rules.
    Judged {
        /// The outcome.
        outcome: Outcome,
    },
    /// The turn limit was reached.
    Time,
}

impl JudgedEnd {
    /// The end of a battle with this outcome, or of one whose turn is after the last; none while it goes on.
    pub(crate) fn of(outcome: Option<&Outcome>, turn: u32, last: LastTurn) -> Option<Self> {
        match outcome {
            Some(outcome) => Some(Self::Judged { outcome: outcome.clone() }),
            None => (turn > last.0).then_some(Self::Time),
        }
    }

    /// The winner; none for a draw, or when time was out.
    pub(crate) fn winner(&self) -> Option<SideId> {
        match self {
            Self::Judged { outcome } => outcome.winner().cloned(),
            Self::Time => None,
        }
    }
}

impl fmt::Display for JudgedEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Judged { outcome: Outcome::Won { side } } => write!(f, "{} victory", side.as_str()),
            Self::Judged { outcome: Outcome::Draw } => f.write_str("draw"),
            Self::Time => f.write_str("time"),
        }
    }
}

/// The number of turns after which a battle ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastTurn(pub u32);

/// The scene of a battle with a last turn.
pub trait Limited: Sized {
    /// The scene of a battle without a scenario, until the end of this turn.
    fn until(last_turn: u32) -> Self;

    /// The last turn of the battle.
    fn last_turn(&self) -> u32;
}

impl Limited for LastTurn {
    fn until(last_turn: u32) -> Self {
        Self(last_turn)
    }

    fn last_turn(&self) -> u32 {
        self.0
    }
}
