//! Characters: what a commander likes to do. They leave out manoeuvres; how strong he is follows from his rank.

use crate::plans::Manoeuvre;
use serde::{Deserialize, Serialize};

/// What a commander likes to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Character {
    /// Whatever wins.
    #[default]
    Balanced,
    /// Comes to grips: never keeps off.
    RamMinded,
    /// Fights with the guns, and leaves rams alone.
    Gunner,
    /// Keeps his ships out of contact, and draws off in time.
    Cautious,
    /// Manoeuvres by Mahan's display.
    ByMahan,
}

impl Character {
    /// Returns true if this character may choose the manoeuvre. Running for a scored edge is open to all.
    pub fn may(self, manoeuvre: Manoeuvre) -> bool {
        use Manoeuvre::{ByMahan, Close, CrossBow, Hold, Leave, Ram, StandOff, Withdraw};
        match self {
            Self::Balanced => true,
            Self::RamMinded => !matches!(manoeuvre, StandOff { .. } | Withdraw | Hold),
            Self::Gunner => !matches!(manoeuvre, Ram),
            Self::Cautious => !matches!(manoeuvre, Ram | Close | CrossBow),
            Self::ByMahan => matches!(manoeuvre, ByMahan | Leave { .. }),
        }
    }
}
