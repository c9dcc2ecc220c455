//! A change of the frame of reference: the playing area was redrawn, and all places are given in inches of the new one.
//! No ship has moved.
//!
//! The change stays in force when the battle goes back, because the table is measured in the new frame. So an earlier
//! moment is folded with all later changes of the frame (`timeline.rs`).

use geometry::Similarity;
use serde::{Deserialize, Serialize};

/// Table sides that differ by less than this are the same, inches.
const SAME_SIDE_IN: f64 = 0.1;

/// A new frame of reference, in force from now on.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct FrameChanged {
    /// The transform from the previous frame to the new one.
    pub change: Similarity,
    /// The table's new size, inches east and north.
    pub table_in: (f64, f64),
}

/// A redrawn playing area.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AreaRedrawn {
    /// The transform from the previous area to the new one.
    pub change: Similarity,
    /// The size of the previous area, inches east and north.
    pub before_in: (f64, f64),
    /// The size of the new area, inches east and north.
    pub after_in: (f64, f64),
}

impl AreaRedrawn {
    /// The size of a battle's table in the new frame: that of the new area if the battle used the whole previous area;
    /// otherwise its own, with sides swapped to the nearest quarter turn.
    pub(crate) fn table_in(&self, battle_in: (f64, f64)) -> (f64, f64) {
        let (east_in, north_in) = battle_in;
        let same = |one: f64, other: f64| (one - other).abs() <= SAME_SIDE_IN;
        if same(east_in, self.before_in.0) && same(north_in, self.before_in.1) {
            return self.after_in;
        }
        if self.change.quarter_turns() % 2 == 1 { (north_in, east_in) } else { battle_in }
    }
}
