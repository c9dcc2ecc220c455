//! Observes one frame: first the cards, then the ships. The measuring itself is in `tracking`.

use crate::ipc::dice::DiceView;
use crate::ipc::messages::{LiveView, SourceChoice, Trouble};
use crate::table_session::calibrate::calibrated_table::fits;
use crate::table_session::calibrate::card_watch::CardWatch;
use crate::table_session::epoch::Epoch;
use crate::table_session::recognition::live_view::{Overlay, OverlayInput, overlay_of};
use crate::table_session::recognition::still_moment::{ArrivalTimes, PlacedMoment, SourceClock};
use crate::table_session::recognition::still_moments::StillMoments;
use crate::table_session::state::table_state::TableState;
use crate::table_session::state::tray::Tray;
use calibration::{TableFile, picture_size};
use geometry::{FrameId, HullShape, ShipId, Terrain};
use opencv::core::Mat;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tracking::source::Frame;
use tracking::{LiveReading, LiveTracker};

/// How often a picture of a folder is observed, so that it counts as a still moment.
const LOOKS_AT_A_PICTURE: usize = 12;

/// How often a source that sends full pictures on request only is asked for one while nothing moves: cards, light and
/// the place of the camera may have changed unseen.
const FULL_EVERY: Duration = Duration::from_secs(3);

/// The notice while too much of the table is covered.
const MOSTLY_COVERED: &str = "Something covers a large part of the table, so nothing is measured: take it away, and play goes on by itself.";

/// Recognises ships for one epoch of a table: watches the cards, runs the tracker, keeps the last reading.
pub struct Recogniser {
    /// The epoch of the table that it observes.
    pub epoch: Epoch,
    /// The last frame that it observed.
    pub last: FrameId,
    pub(super) table: Option<Arc<TableFile>>,
    pub(super) hulls: BTreeMap<ShipId, HullShape>,
    /// The terrain that the tracker has been given.
    terrain: Vec<Terrain>,
    /// The tray that the tracker leaves out.
    tray: Option<Tray>,
    pub(super) tracker: Option<LiveTracker>,
    pub(super) cards: Option<CardWatch>,
    /// Whether the cards contradict the calibration; then every position is unsure.
    pub(super) doubtful: bool,
    /// Whether table and tracker have been prepared, on the first frame that fits.
    set_up: bool,
    pub(super) notices: Vec<String>,
    /// Why the newest frame was skipped, if it was: the camera turned, or the picture has another size.
    pub(super) odd_frame: Option<String>,
    reading: Option<LiveReading>,
    /// The picture that the newest reading was made on.
    pub read_picture: Option<Arc<Mat>>,
    measured_ms: f64,
    arrivals: ArrivalTimes,
    clock: SourceClock,
    moments: StillMoments,
    /// The newest still moment that has not been reported.
    placed: Option<PlacedMoment>,
    size: (u32, u32),
    /// When the last full frame was observed, and whether the next should come at once.
    full_at: Option<Instant>,
    wants_full: bool,
}

/// The result of checking the cards in a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardCheck {
    /// Nothing new.
    Unchanged,
    /// Something new to report.
    News,
    /// Positions wait until it is clear what moved.
    Waiting,
    /// The table was corrected and will be used for the next frame.
    Corrected,
}

impl Recogniser {
    /// Starts with no knowledge of this table.
    pub fn new(epoch: Epoch) -> Self {
        Self {
            epoch,
            last: FrameId(0),
            table: None,
            hulls: BTreeMap::new(),
            terrain: Vec::new(),
            tray: None,
            tracker: None,
            cards: None,
            doubtful: false,
            set_up: false,
            notices: Vec::new(),
            odd_frame: None,
            reading: None,
            read_picture: None,
            measured_ms: 0.0,
            arrivals: ArrivalTimes::default(),
            clock: SourceClock::default(),
            moments: StillMoments::default(),
            placed: None,
            size: (0, 0),
            full_at: None,
            wants_full: false,
        }
    }

    /// Gives players' corrections and the terrain to the tracker; returns whether there were any.
    pub fn apply_corrections(&mut self, table: &mut TableState) -> bool {
        let Some(tracker) = &mut self.tracker else { return false };
        if table.accepts(self.epoch).is_err() {
            return false;
        }
        let (terrain, corrections) = (table.now.shore.terrain(), std::mem::take(&mut table.corrections));
        let laid = terrain != self.terrain;
        if laid {
            if let Err(error) = tracker.lay_terrain(&terrain) {
                self.notices = vec![error.to_string()];
            }
            self.terrain = terrain;
        }
        let tray = *table.source.tray.get();
        if tray != self.tray {
            tracker.leave_out(tray.map(|tray| tray.part()));
            self.tray = tray;
        }
        for correction in &corrections {
            self.moments.said(correction);
            if let Err(error) = tracker.answer(|tracker| correction.tell(tracker)) {
                self.notices = vec![error.to_string()];
            }
        }
        laid || !corrections.is_empty()
    }

    /// Observes a frame; returns whether there is something new to report.
    pub fn observe(&mut self, table: &mut TableState, frame: &Frame) -> bool {
        let first = self.last == FrameId(0);
        self.last = frame.id;
        self.arrivals.count(frame);
        if frame.reduced {
            return self.observe_reduced(table, frame) || first;
        }
        (self.full_at, self.wants_full) = (Some(Instant::now()), false);
        let size = picture_size(&frame.image);
        self.size = (size.width, size.height);
        let odd_before = self.odd_frame.take();
        let in_force = if self.set_up { self.table.clone() } else { table.now.calibrated.table.clone() };
        if let Some(Err(trouble)) = in_force.map(|in_force| fits(&in_force, &frame.image)) {
            self.odd_frame = Some(trouble.sentence);
            return first || self.odd_frame != odd_before;
        }
        if !self.set_up {
            self.set_up = true;
            if let Err(trouble) = self.set_up(table, frame) {
                self.notices.push(trouble.sentence);
            }
        }
        let of_pictures = matches!(table.source.choice, SourceChoice::Pictures { .. });
        let looks = if of_pictures { LOOKS_AT_A_PICTURE } else { 1 };
        let mut news = first;
        for _ in 0..looks {
            news |= self.measure(table, frame);
        }
        news || self.odd_frame != odd_before
    }

    /// Looks for motion in a reduced picture.
    fn observe_reduced(&mut self, table: &mut TableState, frame: &Frame) -> bool {
        let watched = self.cards.as_mut().map_or(Ok(true), |cards| cards.moves_in_reduced(&frame.image));
        let at = self.clock.at(frame);
        let Some(tracker) = &mut self.tracker else { return false };
        let reading = tracker.on_reduced(&frame.image, at).map_err(Trouble::from);
        match watched.and(reading) {
            Ok(reading) => {
                self.wants_full |= reading.wants_full;
                self.take_and_report(table, frame, reading, false)
            }
            Err(trouble) => {
                self.odd_frame = Some(trouble.sentence);
                true
            }
        }
    }

    /// Whether a full picture is due, from a source that sends them on request only.
    pub fn wants_full(&self) -> bool {
        let moving = self.reading.as_ref().is_some_and(|reading| reading.moving);
        let due = self.full_at.is_none_or(|at| at.elapsed() > FULL_EVERY);
        self.wants_full || (due && !moving)
    }

    fn measure(&mut self, table: &mut TableState, frame: &Frame) -> bool {
        let was_doubtful = self.doubtful;
        // Cards first: after a bump of the camera, positions of ships would be wrong.
        let cards_changed = match self.watch_cards(table, frame) {
            CardCheck::Waiting => {
                self.wants_full = true;
                self.mark_unsure(table, frame);
                return true;
            }
            CardCheck::Corrected => {
                self.wants_full = true;
                return true;
            }
            CardCheck::News => true,
            CardCheck::Unchanged => false,
        };
        let at = self.clock.at(frame);
        let Some(tracker) = &mut self.tracker else { return cards_changed };
        for ship in self.hulls.keys() {
            // The tracker knows every ship, so this can't fail.
            drop(tracker.may_go(ship, table.source.record.reach_in(ship)));
        }
        match tracker.on_frame(&frame.image, frame.id, at) {
            Ok(reading) => {
                let doubt_changed = self.doubtful != was_doubtful;
                self.take_and_report(table, frame, reading, doubt_changed) || cards_changed
            }
            Err(error) => {
                self.odd_frame = Some(error.to_string());
                false
            }
        }
    }

    /// Takes and reports a reading; returns whether there is something new. `doubt_changed`: since the reading before,
    /// the cards began or ceased to contradict the calibration.
    fn take_and_report(
        &mut self,
        table: &mut TableState,
        frame: &Frame,
        mut reading: LiveReading,
        doubt_changed: bool,
    ) -> bool {
        let moved = self
            .reading
            .as_ref()
            .is_none_or(|before| before.moving != reading.moving || before.followed != reading.followed);
        if self.doubtful {
            none_sure(&mut reading);
        }
        self.moments.take(frame, &reading);
        reading.fresh |= doubt_changed;
        let fresh = reading.fresh;
        if fresh {
            self.measured_ms = reading.ms;
            self.read_picture = Some(Arc::clone(&frame.image));
            self.placed = Some(self.arrivals.placed(frame));
            self.take(table, &reading);
        }
        // Photographs for the log are full ones.
        let full = if frame.reduced { table.source.frames.newest_full() } else { None };
        self.report(table, &reading, full.as_ref().unwrap_or(frame));
        self.reading = Some(reading);
        fresh || moved
    }

    /// Stores a fresh reading in the table, if the epoch is still the same.
    fn take(&mut self, table: &mut TableState, reading: &LiveReading) {
        if table.accepts(self.epoch).is_ok()
            && let Err(trouble) = table.take_reading(reading)
        {
            self.notices = vec![trouble.sentence];
        }
    }

    fn report(&self, table: &TableState, reading: &LiveReading, frame: &Frame) {
        table.publish();
        table.source.record.sees(self.epoch, reading, frame, &table.now.calibration_json);
    }

    /// Marks the last positions as unsure while the cards are checked.
    fn mark_unsure(&mut self, table: &TableState, frame: &Frame) {
        let Some(mut reading) = self.reading.take() else { return };
        none_sure(&mut reading);
        reading.fresh = false;
        self.report(table, &reading, frame);
        self.reading = Some(reading);
    }

    /// Whether the newest frame was read and nothing moves in it.
    pub fn sees_stillness(&self) -> bool {
        let still = |reading: &LiveReading| !reading.moving && !reading.covered;
        self.odd_frame.is_none() && self.reading.as_ref().is_some_and(still)
    }

    /// The last two still moments, for a case.
    pub fn moments(&self) -> &StillMoments {
        &self.moments
    }

    /// Takes the newest still moment that has not been reported.
    pub fn placed_moment(&mut self) -> Option<PlacedMoment> {
        self.placed.take()
    }

    /// The view of the table for windows; `shown_fps`: pictures per second that they fetch.
    pub fn view(&self, table: &TableState, shown_fps: f64) -> LiveView {
        let input = OverlayInput {
            table: self.table.as_deref(),
            hulls: &self.hulls,
            reading: self.reading.as_ref(),
            absences: &table.absences,
            thing_words: &table.thing_words,
            record: table.source.record.as_ref(),
        };
        let Overlay { table_px, ships, ghosts, things, questions } = overlay_of(&input);
        let record = &table.source.record;
        let mostly_covered = self.reading.as_ref().is_some_and(|reading| reading.mostly_covered);
        LiveView {
            frame: self.last.0,
            width_px: self.size.0,
            height_px: self.size.1,
            source: table.source.view(),
            shown_fps,
            vision_ms: self.measured_ms,
            still: None,
            moving: self.reading.as_ref().is_some_and(|reading| reading.moving || reading.covered),
            calibrated: self.table.is_some(),
            table_px,
            ships,
            ghosts,
            things,
            // The windows have the newest of the dice.
            dice: DiceView::default(),
            questions,
            drift: self.cards.as_ref().and_then(CardWatch::view),
            notices: self
                .notices
                .iter()
                .chain(&self.odd_frame)
                .cloned()
                .chain(mostly_covered.then(|| MOSTLY_COVERED.to_owned()))
                .chain(self.cards.as_ref().and_then(CardWatch::notice))
                .chain(record.trouble())
                .chain(table.source.frames.notices())
                .collect(),
            calibration_news: table.calibration_news(),
            battle_news: record.news(),
        }
    }
}

fn none_sure(reading: &mut LiveReading) {
    reading.observations.iter_mut().for_each(|seen| seen.sure = false);
}
