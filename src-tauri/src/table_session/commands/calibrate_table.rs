//! Commands that calibrate the table from the newest picture, change its lens, or read the expected accuracy.

use crate::ipc::messages::Trouble;
use crate::ipc::table::{AccuracyView, TableReportView};
use crate::table_session::calibrate::calibrated_table::{CalibratedTable, another_camera};
use crate::table_session::calibrate::table_report::{accuracy_view, area_redrawn};
use crate::table_session::epoch::Epoch;
use crate::table_session::session::table_session::{Glance, TableSession};
use crate::table_session::state::table_state::TableState;
use battle::AreaRedrawn;
use calibration::{FrameChange, LensFile, TableInput};
use opencv::core::Mat;

impl TableSession {
    /// Calibrates the table from the newest picture. If that redraws the playing area, ships and shore are converted to
    /// the new frame; the change and its epoch are returned for others that store positions.
    ///
    /// # Errors
    /// When there is no lens, the calibration fails, or the table was changed meanwhile.
    pub fn calibrate_table(
        &self,
        words: &TableInput,
        guess_lens: bool,
    ) -> Result<(TableReportView, Option<(AreaRedrawn, Epoch)>), Trouble> {
        let Glance { frame, table: glanced_at } = self.glance()?;
        let mut calibrated = CalibratedTable::clone(&glanced_at.calibrated);
        let before = calibrated.table.clone().or_else(|| calibrated.last_table.clone());
        let report = calibrated.calibrate_table(&frame.image, words, guess_lens)?;
        calibrated.calibrated_with(self.source.choice.camera_id().as_deref());
        let frames = before.zip(calibrated.table.clone());
        let change = frames.as_ref().and_then(|(before, after)| FrameChange::between(before, after));
        let area = match &frames {
            Some((before, after)) => area_redrawn(change.as_ref(), before.size_in, after.size_in)?,
            None => None,
        };
        let redrawn = change.zip(frames);
        if let Some((change, (before, after))) = &redrawn {
            calibrated.redraw(change, (before, after), &glanced_at.observations)?;
        }
        let follows = area.is_none();
        let epoch = self.take(glanced_at.epoch, move |table| {
            let redraw = |table: &mut TableState| match &redrawn {
                Some((change, (_, after))) => table.redraw(change, after),
                None => Ok(()),
            };
            let epoch = table.replace_calibrated(&glanced_at.calibrated, calibrated, redraw)?;
            if follows {
                table.source.record.follow(epoch);
            }
            Ok(epoch)
        })?;
        Ok((report, area.map(|area| (area, epoch))))
    }

    /// Takes a lens that players chose for the open camera.
    ///
    /// # Errors
    /// When the lens was measured with another camera.
    pub fn take_chosen_lens(&self, lens: LensFile) -> Result<(), Trouble> {
        let strange = another_camera(&lens, self.source.choice.camera_id().as_deref(), ("lens", false));
        strange.map_or(Ok(()), Err)?;
        self.work_on_calibrated(
            |calibrated, _| {
                calibrated.take_lens(lens);
                Ok(())
            },
            |_| {},
        )
    }

    /// Runs `work` on a copy of the calibration with the newest picture, on the caller's thread; then the owner takes
    /// the result, runs `also`, and begins a new epoch.
    ///
    /// # Errors
    /// When `work` fails, or the table was changed meanwhile.
    pub fn work_on_calibrated<T>(
        &self,
        work: impl FnOnce(&mut CalibratedTable, &Mat) -> Result<T, Trouble>,
        also: impl FnOnce(&mut TableState) + Send + 'static,
    ) -> Result<T, Trouble> {
        let Glance { frame, table: glanced_at } = self.glance()?;
        let mut calibrated = CalibratedTable::clone(&glanced_at.calibrated);
        let done = work(&mut calibrated, &frame.image)?;
        self.take(glanced_at.epoch, move |table| {
            let also = |table: &mut TableState| {
                also(table);
                Ok(())
            };
            let epoch = table.replace_calibrated(&glanced_at.calibrated, calibrated, also)?;
            table.source.record.follow(epoch);
            Ok(())
        })?;
        Ok(done)
    }

    /// The expected accuracy of the current table; `None` before calibration.
    pub fn accuracy(&self) -> Option<AccuracyView> {
        self.calibrated().table.as_deref().map(accuracy_view)
    }
}
