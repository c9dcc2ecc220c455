//! Prepares table and tracker on the first frame that fits.

use crate::ipc::messages::Trouble;
use crate::table_session::calibrate::calibrated_table::CalibratedTable;
use crate::table_session::calibrate::card_watch::CardWatch;
use crate::table_session::recognition::demo_start;
use crate::table_session::recognition::recogniser::Recogniser;
use crate::table_session::source::choices::FIRST_PICTURE;
use crate::table_session::state::table_state::TableState;
use geometry::{Confidence, FrameId, Observation};
use std::collections::BTreeMap;
use std::sync::Arc;
use tracking::source::{DemoHandle, Frame};
use tracking::{LastPlace, LiveTracker, Tracker};

impl Recogniser {
    /// Prepares table and tracker on the first frame of a source that fits the table.
    pub(super) fn set_up(&mut self, table: &mut TableState, frame: &Frame) -> Result<(), Trouble> {
        if let Some(hand) = table.source.frames.demo() {
            self.set_up_demo(table, &hand, frame)?;
        }
        let places = last_places(table);
        let Some(in_force) = table.now.calibrated.table.clone() else { return Ok(()) };
        table.now.calibration_json = Arc::from(serde_json::to_string(in_force.as_ref())?);
        self.table = Some(Arc::clone(&in_force));
        let fleet = table.now.calibrated.fleet.clone();
        self.cards = Some(CardWatch::new(&in_force, fleet.as_ref())?);
        if let Some(fleet) = &fleet {
            let mut tracker = Tracker::on_table(&in_force, fleet)?;
            tracker.start_from(&places);
            self.hulls = tracker.hulls().map(|(ship, hull)| (ship.clone(), hull)).collect();
            self.tracker = Some(LiveTracker::new(tracker));
        }
        Ok(())
    }

    /// Puts the demo table's ships where they were left, calibrates and musters, unless a player has begun to.
    fn set_up_demo(
        &mut self,
        table: &mut TableState,
        hand: &DemoHandle,
        frame: &Frame,
    ) -> Result<(), Trouble> {
        let source = Arc::clone(&table.source);
        let mut frame = frame.clone();
        let mut calibrated = CalibratedTable::clone(&table.now.calibrated);
        // Only when the table is opened: a later calibration must not undo a player's moves.
        let opened_now = calibrated.fleet.is_none();
        let mut places: BTreeMap<_, _> = source.record.places().into_iter().collect();
        let left = demo_start::left(&source.folder.demo_table());
        if opened_now {
            demo_start::bring(hand, left.keys())?;
        }
        places.extend(left);
        if opened_now && demo_start::set_out(hand, places) {
            // The next frame may have been started before the ships were placed; the one after it was not.
            frame = source.frames.wait_newer(FrameId(frame.id.0 + 1), FIRST_PICTURE).unwrap_or(frame);
            self.last = frame.id;
        }
        demo_start::set_up(&mut calibrated, hand, &frame.image)?;
        table.accepts(self.epoch)?;
        table.set_calibrated(calibrated);
        Ok(())
    }
}

/// Last known positions that are newer than the fleet file's: as seen since this source was opened, otherwise where the
/// battle in play left them.
fn last_places(table: &TableState) -> Vec<LastPlace> {
    let seen = &table.now.observations;
    if !seen.is_empty() || table.now.calibrated.mustered_here {
        let place = |seen: &Observation| LastPlace {
            ship: seen.ship.clone(),
            pose: seen.pose,
            confidence: seen.confidence,
        };
        return seen.iter().map(place).collect();
    }
    // Only certain readings became positions of the battle.
    let sure = Confidence { name: 1.0, bow: 1.0 };
    let places = table.source.record.places().into_iter();
    places.map(|(ship, pose)| LastPlace { ship, pose, confidence: sure }).collect()
}
