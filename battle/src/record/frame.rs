//! A change of the frame of reference: the playing area was drawn anew, and all places are given in inches of
//! the new one. No ship has moved.
//!
//! It is an event of its own, and in force from then on: going back in the battle does not take it back, for the table is
//! measured in the new frame. So an earlier moment is folded with every change that was recorded since (`timeline.rs`).

use geometry::Similarity;
use serde::{Deserialize, Serialize};

/// Sides of tables that agree within this are the same, inches.
const SAME_SIDE_IN: f64 = 0.1;

/// The table is measured in another frame of reference from now on.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FrameChanged {
    /// The transform from the frame before to the new one.
    pub change: Similarity,
    /// The table's size from now on, inches east and north.
    pub table_in: (f64, f64),
}

/// A playing area that was drawn anew.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AreaRedrawn {
    /// The transform from the area before to the new one.
    pub change: Similarity,
    /// The size of the area before, inches east and north.
    pub before_in: (f64, f64),
    /// The size of the new one.
    pub after_in: (f64, f64),
}

impl AreaRedrawn {
    /// The size of a battle's table in the new frame: that of the new area, where the battle had all of the area before;
    /// else its own, with its sides to the nearest quarter turn.
    pub(crate) fn table_in(&self, battle_in: (f64, f64)) -> (f64, f64) {
        let (east_in, north_in) = battle_in;
        let same = |one: f64, other: f64| (one - other).abs() <= SAME_SIDE_IN;
        if same(east_in, self.before_in.0) && same(north_in, self.before_in.1) {
            return self.after_in;
        }
        if self.change.quarter_turns() % 2 == 1 { (north_in, east_in) } else { battle_in }
    }
}
