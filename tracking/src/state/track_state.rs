//! The state of tracking: all data that one picture passes to the next.

use crate::background::table_background::TableBackground;
use crate::identity::hypotheses::HypothesisTree;
use crate::learn::correction::LearntCorrection;
use crate::motion::stillness::{StillWatch, Thumbnail};
use crate::state::reading::TableReading;
use crate::state::tracked_ship::TrackedShip;
use std::sync::Arc;

/// All knowledge of a table after a picture. A picture makes a new state or none; players' answers change it
/// between pictures.
#[derive(Debug, Clone, PartialEq)]
pub struct TrackState {
    /// The background model.
    pub background: Arc<TableBackground>,
    /// Each ship: last pose, beliefs about name and bow, bias, placement by hand.
    pub ships: Vec<TrackedShip>,
    /// The hypotheses of which ship stands where.
    pub hypotheses: HypothesisTree,
    /// Corrections learnt from answers since the last reading.
    pub pending: Vec<LearntCorrection>,
    /// The observation of the live table between measurements.
    pub watch: WatchState,
}

/// The observation of a live table since the last measurement.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WatchState {
    /// Motion detection, with a small copy of the frame before.
    pub stillness: StillWatch,
    /// Number of frames without motion in a row.
    pub quiet: u32,
    /// Small copy of the last measured frame; `None`: the next still frame is measured in any case.
    pub measured: Option<Thumbnail>,
    /// Small copies of the frames since then, oldest first.
    pub since: Vec<Thumbnail>,
    /// The reading of the last measured frame.
    pub reading: Option<TableReading>,
}

impl WatchState {
    /// True if something covered part of the table in the last measured frame.
    pub fn covered(&self) -> bool {
        self.reading.as_ref().is_some_and(|reading| !reading.still)
    }
}
