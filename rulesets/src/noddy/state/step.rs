//! The six steps of a move (NOD-7).

use serde::{Deserialize, Serialize};

/// A step of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// 1: orders are written.
    #[default]
    Orders,
    /// 2: half the move is made.
    FirstHalf,
    /// 3: turns are made.
    Turn,
    /// 4: vessels that don't turn may fire.
    FirstFire,
    /// 5: the move is completed.
    SecondHalf,
    /// 6: vessels that have not fired may fire.
    SecondFire,
}

impl Step {
    /// The steps in order.
    pub const ALL: [Self; 6] =
        [Self::Orders, Self::FirstHalf, Self::Turn, Self::FirstFire, Self::SecondHalf, Self::SecondFire];

    /// The number, 1 to 6.
    pub fn number(self) -> u8 {
        match self {
            Self::Orders => 1,
            Self::FirstHalf => 2,
            Self::Turn => 3,
            Self::FirstFire => 4,
            Self::SecondHalf => 5,
            Self::SecondFire => 6,
        }
    }

    /// The next step; none after the last.
    pub fn next(self) -> Option<Self> {
        Self::ALL.get(usize::from(self.number())).copied()
    }

    /// The title for the screen.
    pub fn title(self) -> &'static str {
        match self {
            Self::Orders => "Orders",
            Self::FirstHalf => "First half of the move",
            Self::Turn => "Turns",
            Self::FirstFire => "Fire of vessels that don't turn",
            Self::SecondHalf => "Second half of the move",
            Self::SecondFire => "Fire of the others",
        }
    }

    /// The key, as the journal stores it.
    pub fn key(self) -> &'static str {
        match self {
            Self::Orders => "orders",
            Self::FirstHalf => "first_half",
            Self::Turn => "turn",
            Self::FirstFire => "first_fire",
            Self::SecondHalf => "second_half",
            Self::SecondFire => "second_fire",
        }
    }

    /// Returns true if guns fire in this step.
    pub fn is_fire(self) -> bool {
        matches!(self, Self::FirstFire | Self::SecondFire)
    }

    /// Returns true if ships go ahead or astern in this step.
    pub fn is_half(self) -> bool {
        matches!(self, Self::FirstHalf | Self::SecondHalf)
    }
}
