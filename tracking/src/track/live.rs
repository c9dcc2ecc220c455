//! The live table: frames come at full rate, and are measured only when the table is still.

use crate::detect::error::TrackError;
use crate::detect::presence::Presence;
use crate::identity::question::Question;
use crate::learn::correction::LearntCorrection;
use crate::learn::fleet::{Fleet, FleetError};
use crate::motion::stillness::{StillWatch, Thumbnail};
use crate::shore::ShoreError;
use crate::track::tracker::{CorrectError, Tracker};
use calibration::TableFile;
use geometry::{FrameId, Observation, Pose, ShipId, Terrain};
use opencv::core::Mat;
use std::time::Instant;

/// What the live table knows after a frame.
#[derive(Debug, Clone, PartialEq)]
pub struct LiveReading {
    /// Something moves: nothing is measured until it rests.
    pub moving: bool,
    /// Something rests over the table and covers part of it, as far as the last measured frame shows.
    pub covered: bool,
    /// Every ship, as last measured.
    pub observations: Vec<Observation>,
    /// Whether each is there, hidden or gone, in the same order.
    pub presence: Vec<Presence>,
    /// What corrections by hand have taught, if the observations are fresh.
    pub lessons: Vec<LearntCorrection>,
    /// What only a player can settle, as of the last measured frame.
    pub questions: Vec<Question>,
    /// The observations were made on this very frame.
    pub fresh: bool,
    /// Milliseconds spent on this frame.
    pub ms: f64,
}

/// A [`Tracker`] behind a [`StillWatch`].
pub struct LiveTracker {
    tracker: Tracker,
    watch: StillWatch,
    /// Frames in a row without motion.
    quiet: u32,
    /// The last measured frame, small.
    measured: Option<Thumbnail>,
    /// The frames since then, small, oldest first.
    since: Vec<Thumbnail>,
    observations: Vec<Observation>,
    presence: Vec<Presence>,
    questions: Vec<Question>,
    covered: bool,
}

/// So many frames without motion make a still moment: one could be a repeated frame.
pub const QUIET_FRAMES: u32 = 2;
/// At most this many small frames are kept between two still pictures; beyond that every other one is dropped.
const MOST_FRAMES: usize = 300;

impl LiveTracker {
    /// Watches a table through a tracker.
    pub fn new(tracker: Tracker) -> Self {
        Self {
            watch: StillWatch::over(tracker.watched().cloned()),
            tracker,
            quiet: QUIET_FRAMES,
            measured: None,
            since: Vec::new(),
            observations: Vec::new(),
            presence: Vec::new(),
            questions: Vec::new(),
            covered: false,
        }
    }

    /// The tracker behind.
    pub fn tracker(&self) -> &Tracker {
        &self.tracker
    }

    /// A player has laid a ship's outline where it really stands ([`Tracker::correct`]): the next still frame is
    /// measured anew from there.
    ///
    /// # Errors
    /// No such ship.
    pub fn correct(&mut self, ship: &ShipId, pose: Pose) -> Result<(), CorrectError> {
        self.tracker.correct(ship, pose)?;
        self.measured = None;
        Ok(())
    }

    /// A player answers or corrects ([`Tracker::exchange`], [`Tracker::is_named`], [`Tracker::turn_about`] and so on):
    /// the next still frame is measured anew with that in mind.
    ///
    /// # Errors
    /// The tracker's own: no such ship.
    pub fn answer(
        &mut self,
        answer: impl FnOnce(&mut Tracker) -> Result<(), CorrectError>,
    ) -> Result<(), CorrectError> {
        answer(&mut self.tracker)?;
        self.measured = None;
        self.since.clear();
        Ok(())
    }

    /// How far each ship can go before it is measured again ([`Tracker::may_go`]): heeded by the next measure.
    ///
    /// # Errors
    /// No such ship.
    pub fn may_go(&mut self, ship: &ShipId, reach_in: Option<f64>) -> Result<(), CorrectError> {
        self.tracker.may_go(ship, reach_in)
    }

    /// These pieces of terrain lie on the table, and no others ([`Tracker::lay_terrain`]): the next still frame is
    /// measured anew with that in mind.
    ///
    /// # Errors
    /// OpenCV's own.
    pub fn lay_terrain(&mut self, pieces: &[Terrain]) -> Result<(), ShoreError> {
        self.tracker.lay_terrain(pieces)?;
        self.measured = None;
        Ok(())
    }

    /// The camera moved ([`Tracker::see_from`]): the next still frame is measured with the corrected table, and what is
    /// known of the ships stays.
    ///
    /// # Errors
    /// A damaged fleet.
    pub fn see_from(&mut self, table: &TableFile, fleet: &Fleet) -> Result<(), FleetError> {
        self.tracker.see_from(table, fleet)?;
        self.watch = StillWatch::over(self.tracker.watched().cloned());
        // Frames of the other view say nothing about who went where.
        self.measured = None;
        self.since.clear();
        Ok(())
    }

    /// Takes the next frame. A still frame that differs from the last measured one is measured; every other frame
    /// repeats the last observations. What moves beside the playing area is not heeded, and a frame that is refused
    /// leaves no trace.
    ///
    /// # Errors
    /// A frame of another size or kind.
    pub fn on_frame(&mut self, frame: &Mat, id: FrameId) -> Result<LiveReading, TrackError> {
        let begin = Instant::now();
        self.tracker.takes(frame)?;
        let (motion, now) = self.watch.next(frame)?;
        self.quiet = if motion.is_some() { 0 } else { self.quiet.saturating_add(1) };
        let moving = self.quiet < QUIET_FRAMES;
        let changed = self.measured.as_ref().is_none_or(|measured| measured.differs(&now));
        let fresh = !moving && changed;
        let mut lessons = Vec::new();
        if fresh {
            let reading = match &self.measured {
                // What an arm covered says nothing about where ships stood.
                Some(before) if !self.covered => {
                    self.tracker.observe_since(frame, id, (before, &self.since, &now))?
                }
                _ => self.tracker.observe(frame, id)?,
            };
            self.since.clear();
            self.observations = reading.observations;
            self.presence = reading.presence;
            lessons = reading.lessons;
            self.questions = reading.questions;
            self.covered = !reading.still;
            self.measured = Some(now);
        } else if self.measured.is_some() && changed {
            if self.since.len() >= MOST_FRAMES {
                let mut keep = false;
                self.since.retain(|_| {
                    keep = !keep;
                    keep
                });
            }
            self.since.push(now);
        }
        Ok(LiveReading {
            moving,
            covered: self.covered,
            observations: self.observations.clone(),
            presence: self.presence.clone(),
            lessons,
            questions: self.questions.clone(),
            fresh,
            ms: begin.elapsed().as_secs_f64() * 1e3,
        })
    }
}
