//! Checks for a moved camera or table on the cards before ships are measured; corrects and logs it.

use crate::ipc::messages::Trouble;
use crate::table_session::calibrate::calibrated_table::CalibratedTable;
use crate::table_session::calibrate::card_watch::{CalibrationValidity, CardWatch};
use crate::table_session::recognition::recogniser::{CardCheck, Recogniser};
use crate::table_session::state::table_state::TableState;
use calibration::TableFile;
use std::sync::Arc;
use tracking::Fleet;
use tracking::source::Frame;

impl Recogniser {
    /// Checks with the cards that camera and table have not moved; corrects and logs what moved.
    pub(super) fn watch_cards(&mut self, table: &mut TableState, frame: &Frame) -> CardCheck {
        let Some(cards) = &mut self.cards else { return CardCheck::Unchanged };
        let before = cards.view();
        let looked = match cards.moves(&frame.image) {
            Ok(true) => return CardCheck::Unchanged,
            Ok(false) => cards.on_still_frame(&frame.image),
            Err(trouble) => Err(trouble),
        };
        let unchanged = cards.view() == before;
        let taken = looked.map(|(verdict, news)| {
            let told = if unchanged { CardCheck::Unchanged } else { CardCheck::News };
            self.doubtful = matches!(verdict, CalibrationValidity::Unclear | CalibrationValidity::Doubtful);
            let told = match verdict {
                CalibrationValidity::Valid | CalibrationValidity::Doubtful => told,
                CalibrationValidity::Unclear => CardCheck::Waiting,
                CalibrationValidity::Corrected(corrected) => match self.correct(table, *corrected) {
                    Ok(()) => CardCheck::Corrected,
                    Err(trouble) => {
                        self.odd_frame = Some(trouble.sentence);
                        return CardCheck::Waiting;
                    }
                },
            };
            if let Some(news) = news {
                table.publish();
                table.source.record.hears(self.epoch, news, frame, &table.now.calibration_json);
            }
            told
        });
        taken.unwrap_or_else(|trouble| {
            self.odd_frame = Some(trouble.sentence);
            CardCheck::Unchanged
        })
    }

    /// Puts a corrected table in use.
    fn correct(&mut self, table: &mut TableState, corrected: TableFile) -> Result<(), Trouble> {
        let Some(before) = self.table.clone() else { return Ok(()) };
        let corrected = Arc::new(corrected);
        let fleet = match self.carry_over(table, &corrected) {
            Ok(fleet) => fleet,
            Err(trouble) => {
                // The cards report it again on the next still frame.
                table.accepts(self.epoch)?;
                self.cards = Some(CardWatch::new(&before, table.now.calibrated.fleet.as_ref())?);
                return Err(trouble);
            }
        };
        let calibration_json = Arc::from(serde_json::to_string(corrected.as_ref())?);
        table.accepts(self.epoch)?;
        let uncorrected = Arc::clone(&table.now.calibrated);
        let mut calibrated = CalibratedTable::clone(&uncorrected);
        let in_force = calibrated.correct(&before, &corrected, fleet.as_ref());
        let kept = if in_force { table.keep_calibrated(&uncorrected, &calibrated) } else { Ok(()) };
        table.set_calibrated(calibrated);
        table.now.calibration_json = calibration_json;
        self.table = Some(corrected);
        if let Err(trouble) = kept {
            self.notices = vec![trouble.sentence];
        }
        Ok(())
    }

    /// Converts fleet and tracker to a corrected table.
    fn carry_over(
        &mut self,
        table: &TableState,
        corrected: &TableFile,
    ) -> Result<Option<Arc<Fleet>>, Trouble> {
        let Some(cards) = &self.cards else { return Ok(None) };
        table.accepts(self.epoch)?;
        let fleet = cards.fleet_on(corrected, &table.now.observations)?;
        if let (Some(tracker), Some(fleet)) = (&mut self.tracker, &fleet) {
            tracker.see_from(corrected, fleet)?;
        }
        Ok(fleet)
    }
}
