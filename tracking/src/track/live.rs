//! The live table: frames come at full rate, and are measured only when the table is still.

use crate::background::still_picture::{StillPicture, TrackError};
use crate::identity::question::Question;
use crate::learn::correction::LearntCorrection;
use crate::learn::fleet::{Fleet, FleetError};
use crate::motion::evidence::NoEvidence;
use crate::motion::history::MotionHistory;
use crate::motion::stillness::StillWatch;
use crate::shore::ShoreError;
use crate::state::reading::Presence;
use crate::state::track_state::{TrackState, WatchState};
use crate::track::answers::CorrectError;
use crate::track::tracker::Tracker;
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

/// A [`Tracker`] that is shown every frame of a live table.
pub struct LiveTracker {
    tracker: Tracker,
}

/// So many frames without motion make a still moment: one could be a repeated frame.
pub const QUIET_FRAMES: u32 = 2;
/// At most this many small frames are kept between two still pictures; beyond that every other one is dropped.
const MOST_FRAMES: usize = 300;

impl LiveTracker {
    /// Watches a table through a tracker.
    pub fn new(mut tracker: Tracker) -> Self {
        let stillness = StillWatch::over(tracker.watched().cloned());
        tracker.state.watch = WatchState { stillness, quiet: QUIET_FRAMES, ..WatchState::default() };
        Self { tracker }
    }

    /// The tracker behind.
    pub fn tracker(&self) -> &Tracker {
        &self.tracker
    }

    /// A player has laid a ship's outline where it really stands ([`Tracker::correct`]): the next still frame is
    /// measured anew from there.
    ///
    /// # Errors
    /// When the fleet has no such ship.
    pub fn correct(&mut self, ship: &ShipId, pose: Pose) -> Result<(), CorrectError> {
        self.tracker.correct(ship, pose)?;
        self.tracker.state.watch.measured = None;
        Ok(())
    }

    /// A player answers or corrects ([`Tracker::exchange`], [`Tracker::is_named`], [`Tracker::turn_about`] and so on):
    /// the next still frame is measured anew with that in mind.
    ///
    /// # Errors
    /// When the fleet has no such ship.
    pub fn answer(
        &mut self,
        answer: impl FnOnce(&mut Tracker) -> Result<(), CorrectError>,
    ) -> Result<(), CorrectError> {
        answer(&mut self.tracker)?;
        self.tracker.state.watch.measured = None;
        self.tracker.state.watch.since.clear();
        Ok(())
    }

    /// How far each ship can go before it is measured again ([`Tracker::may_go`]): heeded by the next measure.
    ///
    /// # Errors
    /// When the fleet has no such ship.
    pub fn may_go(&mut self, ship: &ShipId, reach_in: Option<f64>) -> Result<(), CorrectError> {
        self.tracker.may_go(ship, reach_in)
    }

    /// These pieces of terrain lie on the table, and no others ([`Tracker::lay_terrain`]): the next still frame is
    /// measured anew with that in mind.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn lay_terrain(&mut self, pieces: &[Terrain]) -> Result<(), ShoreError> {
        self.tracker.lay_terrain(pieces)?;
        self.tracker.state.watch.measured = None;
        Ok(())
    }

    /// The camera moved ([`Tracker::see_from`]): the next still frame is measured with the corrected table, and what is
    /// known of the ships stays.
    ///
    /// # Errors
    /// When the fleet's data are damaged.
    pub fn see_from(&mut self, table: &TableFile, fleet: &Fleet) -> Result<(), FleetError> {
        self.tracker.see_from(table, fleet)?;
        let area = self.tracker.watched().cloned();
        // Frames of the other view say nothing about who went where.
        let watch = &mut self.tracker.state.watch;
        watch.stillness = StillWatch::over(area);
        watch.measured = None;
        watch.since.clear();
        Ok(())
    }

    /// Takes the next frame. A still frame that differs from the last measured one is measured; every other frame
    /// repeats the last observations. What moves beside the playing area is not heeded, and a frame that is refused
    /// leaves no trace.
    ///
    /// # Errors
    /// When the frame has another size or kind than the camera's.
    pub fn on_frame(&mut self, frame: &Mat, id: FrameId) -> Result<LiveReading, TrackError> {
        let begin = Instant::now();
        let (next, fresh) = self.after(frame, id)?;
        self.tracker.state = next;
        let watch = &self.tracker.state.watch;
        let last = watch.reading.as_ref();
        Ok(LiveReading {
            moving: watch.quiet < QUIET_FRAMES,
            covered: watch.covered(),
            observations: last.map(|last| last.observations.clone()).unwrap_or_default(),
            presence: last.map(|last| last.presence.clone()).unwrap_or_default(),
            lessons: last.filter(|_| fresh).map(|last| last.lessons.clone()).unwrap_or_default(),
            questions: last.map(|last| last.questions.clone()).unwrap_or_default(),
            fresh,
            ms: begin.elapsed().as_secs_f64() * 1e3,
        })
    }

    /// The state after a frame, and whether the frame was measured.
    fn after(&self, frame: &Mat, id: FrameId) -> Result<(TrackState, bool), TrackError> {
        let state = &self.tracker.state;
        let picture = StillPicture::checked(frame, &state.background)?;
        let mut watch = state.watch.clone();
        let (motion, now) = watch.stillness.next(frame)?;
        watch.quiet = if motion.is_some() { 0 } else { watch.quiet.saturating_add(1) };
        let changed = watch.measured.as_ref().is_none_or(|measured| measured.differs(&now));
        if watch.quiet >= QUIET_FRAMES && changed {
            let estimate = match &watch.measured {
                // What an arm covered says nothing about where ships stood.
                Some(before) if !watch.covered() => {
                    let background = &state.background;
                    let (bare, since) = (&background.thumbnail, &watch.since);
                    let history = MotionHistory::new(background.camera, before, bare, since, &now);
                    self.tracker.measured(picture, id, &history)?
                }
                _ => self.tracker.measured(picture, id, &NoEvidence)?,
            };
            let (measured, reading) = (Some(now), Some(estimate.reading));
            let watch = WatchState { measured, reading, since: Vec::new(), ..watch };
            return Ok((TrackState { watch, ..estimate.next }, true));
        }
        if watch.measured.is_some() && changed {
            if watch.since.len() >= MOST_FRAMES {
                let mut keep = false;
                watch.since.retain(|_| {
                    keep = !keep;
                    keep
                });
            }
            watch.since.push(now);
        }
        Ok((TrackState { watch, ..state.clone() }, false))
    }
}
