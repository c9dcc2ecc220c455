//! The state of tracking: all that one picture hands to the next.

use crate::background::table_background::TableBackground;
use crate::identity::hypotheses::HypothesisTree;
use crate::learn::correction::LearntCorrection;
use crate::motion::stillness::{StillWatch, Thumbnail};
use crate::state::reading::TableReading;
use crate::state::tracked_ship::TrackedShip;
use std::sync::Arc;

/// All that is known of a table after a picture. A picture makes a new one or none; players' answers change it between
/// pictures.
#[derive(Debug, Clone, PartialEq)]
pub struct TrackState {
    /// The background model.
    pub background: Arc<TableBackground>,
    /// Each ship: last pose, beliefs about name and bow, bias, placement by hand.
    pub ships: Vec<TrackedShip>,
    /// Which ship may stand where.
    pub hypotheses: HypothesisTree,
    /// What answers have taught since the last reading.
    pub pending: Vec<LearntCorrection>,
    /// What was seen of the table while it was watched.
    pub watch: WatchState,
}

/// What a live table has shown since it was measured.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WatchState {
    /// The frame before, small.
    pub stillness: StillWatch,
    /// Frames in a row without motion.
    pub quiet: u32,
    /// The last measured frame, small; `None`: the next still frame is measured, whatever it shows.
    pub measured: Option<Thumbnail>,
    /// The frames since then, small, oldest first.
    pub since: Vec<Thumbnail>,
    /// What the last measured frame said.
    pub reading: Option<TableReading>,
}

impl WatchState {
    /// Did something rest over the table on the last measured frame?
    pub fn covered(&self) -> bool {
        self.reading.as_ref().is_some_and(|reading| !reading.still)
    }
}
