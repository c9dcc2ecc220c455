//! Stage of the live table: every moving hull is followed from frame to frame, through the partial cover of a hand.

pub mod hulls;
