//! A demo table whose ships are mustered, watched ten times a second.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use crate::at;
use demo::DemoTable;
use geometry::{CalibrationId, FrameId};
use opencv::core::Mat;
use tracking::{FleetAnnotation, LiveReading, LiveTracker, Tracker, learn_fleet};

/// A watched table.
pub struct Watched {
    pub table: DemoTable,
    pub live: LiveTracker,
    /// The number of frames watched so far.
    pub frame: u64,
}

impl Watched {
    /// Musters the ships as they stand, and watches until they have been measured.
    pub fn mustered(mut table: DemoTable) -> Self {
        let (empty, picture) = (table.empty_frame().unwrap(), table.frame().unwrap());
        let words = serde_json::to_string(&table.fleet_annotation()).unwrap();
        let words = FleetAnnotation::from_json(&words).unwrap();
        let id = CalibrationId("demo".into());
        let fleet = learn_fleet(&picture, Some(&empty), &table.camera(), id, &words).unwrap();
        let tracker = Tracker::new(table.camera(), fleet.calibration.clone(), &fleet).unwrap();
        let live = LiveTracker::new(tracker.within(table.setup().sea_in));
        let mut watched = Self { table, live, frame: 0 };
        watched.look(3);
        watched
    }

    /// Watches so many frames.
    pub fn look(&mut self, frames: u32) -> LiveReading {
        let mut last = None;
        for _ in 0..frames {
            let picture = self.table.frame().unwrap();
            last = Some(self.see(&picture));
        }
        last.unwrap()
    }

    /// Watches one frame.
    pub fn see(&mut self, picture: &Mat) -> LiveReading {
        self.frame += 1;
        self.live.on_frame(picture, FrameId(self.frame), at(self.frame)).unwrap()
    }
}
