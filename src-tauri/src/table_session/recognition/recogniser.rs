//! One frame observed: the cards first, then the ships. What it measures is `tracking`'s work.

use crate::ipc::messages::{LiveView, SourceChoice};
use crate::table_session::calibrate::calibrated_table::fits;
use crate::table_session::calibrate::card_watch::CardWatch;
use crate::table_session::epoch::Epoch;
use crate::table_session::recognition::live_view::{Overlay, OverlayInput, overlay_of};
use crate::table_session::recognition::still_moment::{ArrivalTimes, PlacedMoment};
use crate::table_session::state::table_state::TableState;
use calibration::{TableFile, picture_size};
use geometry::{FrameId, HullShape, ShipId, Terrain};
use std::collections::BTreeMap;
use std::sync::Arc;
use tracking::source::Frame;
use tracking::{LiveReading, LiveTracker};

/// A picture of a folder is one still moment: it is looked at so often that it counts as resting.
const LOOKS_AT_A_PICTURE: usize = 12;

/// Recognises ships on one table, for one epoch of it: the cards watched, the tracker, and what it read last.
pub struct Recogniser {
    /// The table that it observes.
    pub epoch: Epoch,
    /// The frame that it observed last.
    pub last: FrameId,
    pub(super) table: Option<Arc<TableFile>>,
    pub(super) hulls: BTreeMap<ShipId, HullShape>,
    /// The terrain the tracker knows of.
    terrain: Vec<Terrain>,
    pub(super) tracker: Option<LiveTracker>,
    pub(super) cards: Option<CardWatch>,
    /// The cards contradict the table in force: no place is sure.
    pub(super) doubtful: bool,
    /// Table and tracker were made ready, on the first frame that fits.
    set_up: bool,
    pub(super) notices: Vec<String>,
    /// Why the newest frame was left out, if it was: a camera that turned, a file of another size.
    pub(super) odd_frame: Option<String>,
    reading: Option<LiveReading>,
    measured_ms: f64,
    arrivals: ArrivalTimes,
    /// The still moment that is not told yet.
    placed: Option<PlacedMoment>,
    size: (u32, u32),
}

/// What the cards said of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardCheck {
    /// What they said before, or nothing.
    Unchanged,
    /// Something new to tell.
    News,
    /// Places wait until it is clear what moved.
    Waiting,
    /// The table was corrected: the next frame is measured with it.
    Corrected,
}

impl Recogniser {
    /// It has seen nothing of this table yet.
    pub fn new(epoch: Epoch) -> Self {
        Self {
            epoch,
            last: FrameId(0),
            table: None,
            hulls: BTreeMap::new(),
            terrain: Vec::new(),
            tracker: None,
            cards: None,
            doubtful: false,
            set_up: false,
            notices: Vec::new(),
            odd_frame: None,
            reading: None,
            measured_ms: 0.0,
            arrivals: ArrivalTimes::default(),
            placed: None,
            size: (0, 0),
        }
    }

    /// Passes on what players said and what lies on the table; true when there was something.
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
        for correction in &corrections {
            if let Err(error) = tracker.answer(|tracker| correction.tell(tracker)) {
                self.notices = vec![error.to_string()];
            }
        }
        laid || !corrections.is_empty()
    }

    /// Observes a frame; true when there is something new to tell.
    pub fn observe(&mut self, table: &mut TableState, frame: &Frame) -> bool {
        let first = self.last == FrameId(0);
        self.last = frame.id;
        let size = picture_size(&frame.image);
        self.size = (size.width, size.height);
        self.arrivals.count(frame);
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

    fn measure(&mut self, table: &mut TableState, frame: &Frame) -> bool {
        let was_doubtful = self.doubtful;
        // Before the ships: what a knocked camera reads is no place of theirs.
        let cards_changed = match self.watch_cards(table, frame) {
            CardCheck::Waiting => {
                self.mark_unsure(table, frame);
                return true;
            }
            CardCheck::Corrected => return true,
            CardCheck::News => true,
            CardCheck::Unchanged => false,
        };
        let Some(tracker) = &mut self.tracker else { return cards_changed };
        for ship in self.hulls.keys() {
            // Every ship of the tracker is known to it.
            drop(tracker.may_go(ship, table.source.record.reach_in(ship)));
        }
        match tracker.on_frame(&frame.image, frame.id) {
            Ok(mut reading) => {
                let moved = self.reading.as_ref().is_none_or(|before| before.moving != reading.moving);
                if self.doubtful {
                    none_sure(&mut reading);
                }
                reading.fresh |= self.doubtful != was_doubtful;
                let fresh = reading.fresh;
                if fresh {
                    self.measured_ms = reading.ms;
                    self.placed = Some(self.arrivals.placed(frame));
                    self.take(table, &reading);
                }
                self.report(table, &reading, frame);
                self.reading = Some(reading);
                fresh || moved || cards_changed
            }
            Err(error) => {
                self.odd_frame = Some(error.to_string());
                false
            }
        }
    }

    /// The table takes a fresh reading, while it is still the one that was looked at.
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

    /// Places wait for the cards: what was measured last is no longer sure.
    fn mark_unsure(&mut self, table: &TableState, frame: &Frame) {
        let Some(mut reading) = self.reading.take() else { return };
        none_sure(&mut reading);
        reading.fresh = false;
        self.report(table, &reading, frame);
        self.reading = Some(reading);
    }

    /// The still moment that was measured since this was asked last.
    pub fn placed_moment(&mut self) -> Option<PlacedMoment> {
        self.placed.take()
    }

    /// What windows are shown of the table; `shown_fps`: how many pictures a second they fetch.
    pub fn view(&self, table: &TableState, shown_fps: f64) -> LiveView {
        let input = OverlayInput {
            table: self.table.as_deref(),
            hulls: &self.hulls,
            reading: self.reading.as_ref(),
            absences: &table.absences,
            record: table.source.record.as_ref(),
        };
        let Overlay { table_px, ships, ghosts, questions } = overlay_of(&input);
        let record = &table.source.record;
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
            questions,
            drift: self.cards.as_ref().and_then(CardWatch::view),
            notices: self
                .notices
                .iter()
                .chain(&self.odd_frame)
                .cloned()
                .chain(self.cards.as_ref().and_then(CardWatch::notice))
                .chain(record.trouble())
                .collect(),
            battle_news: record.news(),
        }
    }
}

fn none_sure(reading: &mut LiveReading) {
    reading.observations.iter_mut().for_each(|seen| seen.sure = false);
}
