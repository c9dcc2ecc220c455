//! The live table: frames arrive at full rate, and are measured only when the table is still.

use crate::background::frame_signal::FrameLight;
use crate::background::still_picture::{StillPicture, TrackError};
use crate::follow::hulls::FollowedFrame;
use crate::identity::question::Question;
use crate::learn::correction::LearntCorrection;
use crate::learn::fleet::{Fleet, FleetError};
use crate::motion::evidence::{MotionEvidence, NoEvidence, TrackEvidence};
use crate::motion::history::{MotionHistory, cells_around};
use crate::motion::hull_tracks::HullTracks;
use crate::motion::rest::RestTimes;
use crate::motion::stillness::{PartPx, StillWatch, Thumbnail};
use crate::shore::ShoreError;
use crate::state::reading::{Presence, ThingSeen};
use crate::state::track_state::{TrackState, WatchState};
use crate::state::tracked_ship::TrackedShip;
use crate::track::answers::CorrectError;
use crate::track::tracker::Tracker;
use calibration::TableFile;
use geometry::{FrameId, Observation, Pose, ShipId, Terrain};
use opencv::core::{Mat, Size};
use opencv::imgproc;
use std::time::{Duration, Instant};

/// A ship that moves, where it is followed to.
#[derive(Debug, Clone, PartialEq)]
pub struct FollowedShip {
    /// The ship.
    pub ship: ShipId,
    /// Its pose now (below its stack), to about a tenth of an inch.
    pub pose: Pose,
}

/// The result of one frame of a live table.
#[derive(Debug, Clone, PartialEq)]
pub struct LiveReading {
    /// Something moves; nothing is measured until it stops.
    pub moving: bool,
    /// Something (an arm) is over the table and covers part of it, as of the last measured frame.
    pub covered: bool,
    /// It covers too much of the table to be a thing that lies on it.
    pub mostly_covered: bool,
    /// Things that lie on the table, as of the last measured frame.
    pub things: Vec<ThingSeen>,
    /// The observation of every ship, as last measured.
    pub observations: Vec<Observation>,
    /// The presence of each ship, in the same order.
    pub presence: Vec<Presence>,
    /// The ships that have left their measured places since, and were never out of sight.
    pub followed: Vec<FollowedShip>,
    /// Learnt corrections by hand, if the observations are fresh.
    pub lessons: Vec<LearntCorrection>,
    /// Questions that only a player can answer, as of the last measured frame.
    pub questions: Vec<Question>,
    /// True if the observations were made on this frame.
    pub fresh: bool,
    /// True if the table is still and a measurement is due, which this reduced picture does not allow.
    pub wants_full: bool,
    /// Milliseconds spent on this frame.
    pub ms: f64,
}

/// A [`Tracker`] that receives every frame of a live table.
pub struct LiveTracker {
    tracker: Tracker,
}

/// The number of frames without motion that make the table still; a single one could be a repeated frame.
pub const QUIET_FRAMES: u32 = 2;

impl LiveTracker {
    /// Creates a live tracker from a tracker.
    pub fn new(mut tracker: Tracker) -> Self {
        let stillness = StillWatch::over(tracker.watched().cloned());
        tracker.state.watch = WatchState { stillness, quiet: QUIET_FRAMES, ..WatchState::default() };
        Self { tracker }
    }

    /// The tracker for still pictures.
    pub fn tracker(&self) -> &Tracker {
        &self.tracker
    }

    /// Corrects a ship's pose to where the player placed its outline ([`Tracker::correct`]). The next still
    /// frame is measured again from there.
    ///
    /// # Errors
    /// When the fleet has no such ship.
    pub fn correct(&mut self, ship: &ShipId, pose: Pose) -> Result<(), CorrectError> {
        self.tracker.correct(ship, pose)?;
        self.tracker.state.watch.measured = None;
        Ok(())
    }

    /// Applies a player's answer or correction ([`Tracker::exchange`], [`Tracker::is_named`],
    /// [`Tracker::turn_about`] and so on). The next still frame is measured again with it.
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

    /// Sets how far a ship can go before the next measurement ([`Tracker::may_go`]).
    ///
    /// # Errors
    /// When the fleet has no such ship.
    pub fn may_go(&mut self, ship: &ShipId, reach_in: Option<f64>) -> Result<(), CorrectError> {
        self.tracker.may_go(ship, reach_in)
    }

    /// Sets the pieces of terrain on the table ([`Tracker::lay_terrain`]). The next still frame is measured
    /// again with them.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn lay_terrain(&mut self, pieces: &[Terrain]) -> Result<(), ShoreError> {
        self.tracker.lay_terrain(pieces)?;
        self.tracker.state.watch.measured = None;
        Ok(())
    }

    /// Replaces the table and fleet after the camera moved ([`Tracker::see_from`]). The next still frame is
    /// measured with the corrected table; the state of the ships stays.
    ///
    /// # Errors
    /// When the fleet's data are damaged.
    pub fn see_from(&mut self, table: &TableFile, fleet: &Fleet) -> Result<(), FleetError> {
        self.tracker.see_from(table, fleet)?;
        self.watch_anew();
        Ok(())
    }

    /// Leaves a part of the picture out of the playing area ([`Tracker::leave_out`]). The next still frame is measured
    /// without it.
    pub fn leave_out(&mut self, part: Option<PartPx>) {
        self.tracker.leave_out(part);
        self.watch_anew();
    }

    /// Begins to watch for motion: frames of another view or area are no evidence of moves in this one.
    fn watch_anew(&mut self) {
        let area = self.tracker.watched().cloned();
        let watch = &mut self.tracker.state.watch;
        watch.stillness = StillWatch::over(area);
        watch.rest = RestTimes::default();
        watch.measured = None;
        watch.since.clear();
    }

    /// Takes the next frame. A still frame that differs from the last measured one is measured; every other
    /// frame repeats the last observations. Motion beside the playing area is ignored, and a refused frame
    /// changes nothing. `at`: the time since the source began.
    ///
    /// # Errors
    /// When the frame has another size or kind than the camera's.
    pub fn on_frame(&mut self, frame: &Mat, id: FrameId, at: Duration) -> Result<LiveReading, TrackError> {
        let begin = Instant::now();
        let (next, fresh) = self.after(frame, id, at.as_secs_f64())?;
        self.tracker.state = next;
        Ok(self.reading(begin, at, fresh))
    }

    /// Takes a reduced picture of the same view, which comes between full frames. It shows motion and where hulls are
    /// carried, and nothing is measured on it.
    ///
    /// # Errors
    /// When the picture is of another kind than the camera's.
    pub fn on_reduced(&mut self, picture: &Mat, at: Duration) -> Result<LiveReading, TrackError> {
        let (begin, at_s) = (Instant::now(), at.as_secs_f64());
        let mut watch = self.tracker.state.watch.clone();
        let before = watch.stillness.reduced_before().cloned();
        let (motion, now) = watch.stillness.next_reduced(picture)?;
        watch.count(motion.as_ref());
        watch.rest = watch.rest.after(before.as_ref().unwrap_or(&now), &now, at_s);
        if watch.moved || watch.tracks.in_sight() {
            let lens = &self.tracker.state.background.camera.lens;
            let (full_size, mut enlarged) =
                (Size::new(lens.width as i32, lens.height as i32), Mat::default());
            imgproc::resize(picture, &mut enlarged, full_size, 0.0, 0.0, imgproc::INTER_LINEAR)?;
            let enlarged = StillPicture::checked(&enlarged, &self.tracker.state.background)?;
            watch.tracks = self.tracks_after(&watch, enlarged.picture(), &now, at_s)?;
        } else {
            watch.tracks = HullTracks::default();
        }
        let due = watch.moved || watch.measured.is_none() || watch.looks_again(at_s);
        let wants_full = due && watch.quiet >= QUIET_FRAMES;
        if watch.moved {
            watch.keep(now);
        }
        self.tracker.state.watch = watch;
        Ok(LiveReading { wants_full, ..self.reading(begin, at, false) })
    }

    /// What is known after a frame.
    fn reading(&self, begin: Instant, at: Duration, fresh: bool) -> LiveReading {
        let watch = &self.tracker.state.watch;
        let last = watch.reading.as_ref();
        LiveReading {
            moving: watch.quiet < QUIET_FRAMES,
            covered: watch.covered(),
            mostly_covered: last.is_some_and(|last| last.mostly_covered),
            things: last.map(|last| last.things.clone()).unwrap_or_default(),
            observations: last.map(|last| last.observations.clone()).unwrap_or_default(),
            presence: last.map(|last| last.presence.clone()).unwrap_or_default(),
            lessons: last.filter(|_| fresh).map(|last| last.lessons.clone()).unwrap_or_default(),
            questions: last.map(|last| last.questions.clone()).unwrap_or_default(),
            followed: self.followed(at.as_secs_f64()),
            fresh,
            wants_full: false,
            ms: begin.elapsed().as_secs_f64() * 1e3,
        }
    }

    /// The state after a frame, and whether the frame was measured.
    fn after(&self, frame: &Mat, id: FrameId, at_s: f64) -> Result<(TrackState, bool), TrackError> {
        let state = &self.tracker.state;
        let picture = StillPicture::checked(frame, &state.background)?;
        let mut watch = state.watch.clone();
        let before = watch.stillness.before().cloned();
        let (motion, now) = watch.stillness.next(frame)?;
        watch.rest = watch.rest.after(before.as_ref().unwrap_or(&now), &now, at_s);
        watch.count(motion.as_ref());
        let changed = watch.moved || watch.measured.as_ref().is_none_or(|measured| measured.differs(&now));
        watch.tracks = match changed || watch.tracks.in_sight() {
            true => self.tracks_after(&watch, frame, &now, at_s)?,
            false => HullTracks::default(),
        };
        if watch.quiet >= QUIET_FRAMES && (changed || watch.looks_again(at_s)) {
            let background = &state.background;
            let history = match &watch.measured {
                // A frame in which an arm covered the table is no evidence of where ships stood.
                Some(before) if !watch.covered() => {
                    let (bare, since) = (&background.thumbnail, &watch.since);
                    Some(MotionHistory::new(background.camera, before, bare, since, &now))
                }
                _ => None,
            };
            let frames: &dyn MotionEvidence = history.as_ref().map_or(&NoEvidence, |history| history);
            let motion = TrackEvidence { tracks: &watch.tracks, frames };
            let estimate = self.tracker.measured(picture, id, &motion, &watch.rest)?;
            // A ship that a hand still hides may be followed on.
            let hidden = |ship: usize| estimate.reading.presence.get(ship) == Some(&Presence::Hidden);
            let tracks = watch.tracks.only(hidden);
            let (measured, reading) = (Some(now), Some(estimate.reading));
            let watch = WatchState {
                measured,
                reading,
                tracks,
                moved: false,
                since: Vec::new(),
                measured_s: at_s,
                ..watch
            };
            return Ok((TrackState { watch, ..estimate.next }, true));
        }
        if changed {
            watch.keep(now);
        }
        Ok((TrackState { watch, ..state.clone() }, false))
    }

    /// The ships that have left their measured places, and are in sight.
    fn followed(&self, at_s: f64) -> Vec<FollowedShip> {
        let state = &self.tracker.state;
        let followed = |(index, ship): (usize, &TrackedShip)| {
            let track = state.watch.tracks.of(index)?;
            let moved = track.seen_s >= at_s && track.in_sight && !track.pose.is_at(track.from);
            moved
                .then(|| FollowedShip { ship: ship.annotation.id.clone(), pose: ship.stack_pose(track.pose) })
        };
        state.ships.iter().enumerate().filter_map(followed).collect()
    }

    /// The tracks of the moving hulls after a frame, whose small copy is `now`.
    fn tracks_after(
        &self,
        watch: &WatchState,
        frame: &Mat,
        now: &Thumbnail,
        at_s: f64,
    ) -> Result<HullTracks, TrackError> {
        let state = &self.tracker.state;
        let (Some(measured), Some(light_before)) = (&watch.measured, &state.light) else {
            return Ok(HullTracks::default());
        };
        let (scene, light) = (state.things.scene(), measured.light_to(now));
        let disturbed = |ship: &TrackedShip| {
            let around_in = ship.hull.length_in / 2.0 + ship.margin_in();
            cells_around(&scene.camera, ship.last, around_in)
                .is_some_and(|(at, reach)| measured.differs_at(now, at, reach, light))
        };
        let FrameLight { model, noise } = light_before.clone();
        let light = FrameLight { model: model.brightened(measured.brightness_of(now)), noise };
        let frame = FollowedFrame { background: scene, picture: frame, light, at_s, ships: &state.ships };
        Ok(frame.tracks(&watch.tracks, disturbed)?)
    }
}
