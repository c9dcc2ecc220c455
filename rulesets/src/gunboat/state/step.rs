//! The six steps of a turn.

use crate::core::worded;
use crate::gunboat::state::card::Side;
use serde::{Deserialize, Serialize};

worded! {
    /// The six steps of a turn (GUN-4).
    #[derive(PartialOrd, Ord, Hash, Default)]
    pub enum Step: key, title {
        /// 1: the Union moves, rams, grapples.
        #[default]
        UnionMove = "union_move", "Union movement";
        /// 2: both sides fire.
        FirstFire = "first_fire", "First fire";
        /// 3: the Confederates move, ram, grapple.
        ConfederateMove = "confederate_move", "Confederate movement";
        /// 4: both sides fire.
        SecondFire = "second_fire", "Second fire";
        /// 5: boarding actions and launch combats.
        Boarding = "boarding", "Boarding and launches";
        /// 6: the turn is marked, ships drift.
        TurnEnd = "turn_end", "End of turn";
    }
}

impl Step {
    /// The number, 1 to 6.
    pub fn number(self) -> u8 {
        self as u8 + 1
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
