//! The six steps of a turn.

use crate::gunboat::state::card::Side;
use serde::{Deserialize, Serialize};

/// The six steps of a turn (GUN-4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// 1: the Union moves, rams, grapples.
    #[default]
    UnionMove,
    /// 2: both sides fire.
    FirstFire,
    /// 3: the Confederates move, ram, grapple.
    ConfederateMove,
    /// 4: both sides fire.
    SecondFire,
    /// 5: boarding actions and launch combats.
    Boarding,
    /// 6: the turn is marked, ships drift.
    TurnEnd,
}

impl Step {
    /// The steps in order.
    pub const ALL: [Self; 6] = [
        Self::UnionMove,
        Self::FirstFire,
        Self::ConfederateMove,
        Self::SecondFire,
        Self::Boarding,
        Self::TurnEnd,
    ];

    /// The number, 1 to 6.
    pub fn number(self) -> u8 {
        match self {
            Self::UnionMove => 1,
            Self::FirstFire => 2,
            Self::ConfederateMove => 3,
            Self::SecondFire => 4,
            Self::Boarding => 5,
            Self::TurnEnd => 6,
        }
    }

    /// The key, as serialised.
    pub fn key(self) -> &'static str {
        match self {
            Self::UnionMove => "union_move",
            Self::FirstFire => "first_fire",
            Self::ConfederateMove => "confederate_move",
            Self::SecondFire => "second_fire",
            Self::Boarding => "boarding",
            Self::TurnEnd => "turn_end",
        }
    }

    /// The title for the screen.
    pub fn title(self) -> &'static str {
        match self {
            Self::UnionMove => "Union movement",
            Self::FirstFire => "First fire",
            Self::ConfederateMove => "Confederate movement",
            Self::SecondFire => "Second fire",
            Self::Boarding => "Boarding and launches",
            Self::TurnEnd => "End of turn",
        }
    }

    /// Returns true if guns fire in this step.
    pub fn is_fire(self) -> bool {
        matches!(self, Self::FirstFire | Self::SecondFire)
    }

    /// The side whose ships move in this step.
    pub fn moving_side(self) -> Option<Side> {
        match self {
            Self::UnionMove => Some(Side::Union),
            Self::ConfederateMove => Some(Side::Confederate),
            Self::FirstFire | Self::SecondFire | Self::Boarding | Self::TurnEnd => None,
        }
    }
}

/// The time when checked boxes take effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TakesHold {
    /// Immediately.
    Now,
    /// Together with everything else, when the step ends (GUN-AMB-11).
    StepEnd,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_match_serde() {
        for step in Step::ALL {
            assert_eq!(serde_json::to_value(step).unwrap(), serde_json::Value::from(step.key()));
        }
    }
}
