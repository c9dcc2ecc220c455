//! The state of tracking: all data that one picture passes to the next.

use crate::background::frame_signal::FrameLight;
use crate::background::table_background::TableBackground;
use crate::identity::hypotheses::HypothesisTree;
use crate::learn::correction::LearntCorrection;
use crate::motion::hull_tracks::HullTracks;
use crate::motion::rest::RestTimes;
use crate::motion::stillness::{Motion, StillWatch, Thumbnail};
use crate::state::reading::TableReading;
use crate::state::tracked_ship::TrackedShip;
use crate::things::scene::Things;
use std::sync::Arc;

/// A table with something that may become a thing is measured again after so many seconds.
const LOOKS_AGAIN_S: f64 = 0.75;
/// The same while the game waits for it.
const COVERED_LOOKS_AGAIN_S: f64 = 0.25;

/// Limit for the number of small frames stored between two still pictures; beyond it every other one is
/// dropped.
const MOST_FRAMES: usize = 300;

/// All knowledge of a table after a picture. A picture makes a new state or none; players' answers change it
/// between pictures.
#[derive(Debug, Clone, PartialEq)]
pub struct TrackState {
    /// The background model of the table itself.
    pub background: Arc<TableBackground>,
    /// The things that lie on it.
    pub things: Things,
    /// Each ship: last pose, beliefs about name and bow, bias, placement by hand.
    pub ships: Vec<TrackedShip>,
    /// The hypotheses of which ship stands where.
    pub hypotheses: HypothesisTree,
    /// Corrections learnt from answers since the last reading.
    pub pending: Vec<LearntCorrection>,
    /// The light of the last measured picture; `None`: none was measured.
    pub light: Option<FrameLight>,
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
    /// How long each place has looked the same.
    pub rest: RestTimes,
    /// When the last frame was measured, seconds since the source began.
    pub measured_s: f64,
    /// Small copy of the last measured frame; `None`: the next still frame is measured in any case.
    pub measured: Option<Thumbnail>,
    /// True if anything has moved since then.
    pub moved: bool,
    /// Small copies of the frames since then, oldest first.
    pub since: Vec<Thumbnail>,
    /// The hulls that have moved since then.
    pub tracks: HullTracks,
    /// The reading of the last measured frame.
    pub reading: Option<TableReading>,
}

impl WatchState {
    /// Counts a frame with this motion since the one before.
    pub fn count(&mut self, motion: Option<&Motion>) {
        self.quiet = if motion.is_some() { 0 } else { self.quiet.saturating_add(1) };
        // A boat of few pixels hardly changes the small copies, so whatever moved is looked at again.
        self.moved |= motion.is_some();
    }

    /// Keeps the small copy of a frame that differs from the last measured one.
    pub fn keep(&mut self, frame: Thumbnail) {
        if self.measured.is_none() {
            return;
        }
        if self.since.len() >= MOST_FRAMES {
            let mut keep = false;
            self.since.retain(|_| {
                keep = !keep;
                keep
            });
        }
        self.since.push(frame);
    }

    /// True if the table must be measured again though nothing moves, because what lies there may have become a thing
    /// since. `now_s`: seconds since the source began.
    pub fn looks_again(&self, now_s: f64) -> bool {
        let after_s = match &self.reading {
            Some(reading) if !reading.still => COVERED_LOOKS_AGAIN_S,
            Some(reading) if reading.unsettled => LOOKS_AGAIN_S,
            _ => return false,
        };
        now_s - self.measured_s >= after_s
    }

    /// True if something covered part of the table in the last measured frame.
    pub fn covered(&self) -> bool {
        self.reading.as_ref().is_some_and(|reading| !reading.still)
    }
}
