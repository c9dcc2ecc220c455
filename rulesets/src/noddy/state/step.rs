//! The six steps of a move (NOD-7).

use crate::core::worded;

worded! {
    /// A step of a move.
    #[derive(PartialOrd, Ord, Hash, Default)]
    pub enum Step: key, title {
        /// 1: orders are written.
        #[default]
        Orders = "orders", "Orders";
        /// 2: half the move is made.
        FirstHalf = "first_half", "First half of the move";
        /// 3: turns are made.
        Turn = "turn", "Turns";
        /// 4: vessels that don't turn may fire.
        FirstFire = "first_fire", "Fire of vessels that don't turn";
        /// 5: the move is completed.
        SecondHalf = "second_half", "Second half of the move";
        /// 6: vessels that have not fired may fire.
        SecondFire = "second_fire", "Fire of the others";
    }
}

impl Step {
    /// The number, 1 to 6.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The next step; none after the last.
    pub fn next(self) -> Option<Self> {
        Self::ALL.get(usize::from(self.number())).copied()
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
