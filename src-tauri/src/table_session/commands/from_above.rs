//! The camera's picture as from straight above.

use crate::ipc::messages::Trouble;
use crate::table_session::calibrate::calibrated_table::fits;
use crate::table_session::session::table_session::TableSession;
use calibration::{Rectification, TableFile};
use opencv::core::{Mat, Size};
use opencv::imgproc;
use std::sync::Arc;
use tracking::source::Frame;

impl TableSession {
    /// The map from the picture to the table plane.
    ///
    /// # Errors
    /// When the table is not calibrated.
    pub fn rectification(&self) -> Result<Arc<Rectification>, Trouble> {
        self.from_above.of(&self.calibrated_table()?)
    }

    /// A picture as from straight above.
    pub(super) fn rectified(&self, frame: &Frame) -> Result<Mat, Trouble> {
        let table = self.calibrated_table()?;
        let mut enlarged = Mat::default();
        let picture = if frame.reduced {
            let size = table.picture_size();
            let size = Size::new(size.width.cast_signed(), size.height.cast_signed());
            imgproc::resize(frame.image.as_ref(), &mut enlarged, size, 0.0, 0.0, imgproc::INTER_LINEAR)?;
            &enlarged
        } else {
            frame.image.as_ref()
        };
        fits(&table, picture)?;
        Ok(self.from_above.of(&table)?.rectified(picture)?)
    }

    fn calibrated_table(&self) -> Result<Arc<TableFile>, Trouble> {
        self.now().calibrated.table.clone().ok_or_else(|| {
            Trouble::new(
                "The table is not calibrated yet, so it can't be shown from above: calibrate it first.",
            )
        })
    }
}
