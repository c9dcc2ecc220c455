//! Still pictures of one table in sequence. On each, the cards are checked before the ships, so that a camera that
//! was knocked is corrected first.

use crate::background::still_picture::TrackError;
use crate::learn::fleet::{Fleet, FleetError};
use crate::state::reading::TableReading;
use crate::track::tracker::Tracker;
use calibration::{Drift, DriftError, DriftWatch, TableCamera, TableFile};
use geometry::{FrameId, Observation};
use opencv::core::Mat;

/// A picture of a series could not be measured; the text is one sentence for the player.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SeriesError {
    /// The picture itself.
    #[error(transparent)]
    Track(#[from] TrackError),
    /// Its cards.
    #[error(transparent)]
    Drift(#[from] DriftError),
    /// The fleet can't be carried over to a camera that moved.
    #[error(transparent)]
    Fleet(#[from] FleetError),
}

/// Tracks still pictures in the order in which they were taken.
pub struct Series {
    fleet: Fleet,
    /// The camera that saw the annotated picture.
    mustered_by: TableCamera,
    watch: DriftWatch,
    tracker: Tracker,
    /// Where the ships were last measured.
    seen: Vec<Observation>,
}

impl Series {
    /// Begins with a learnt fleet on a calibrated table.
    ///
    /// # Errors
    /// When the fleet was learnt with another picture size, its data are damaged, or OpenCV fails.
    pub fn new(table: &TableFile, fleet: &Fleet) -> Result<Self, SeriesError> {
        Ok(Self {
            tracker: Tracker::on_table(table, fleet)?,
            fleet: fleet.clone(),
            mustered_by: table.camera(),
            watch: DriftWatch::new(table.clone()).map_err(DriftError::from)?,
            seen: Vec::new(),
        })
    }

    /// The table as it is now, all corrections included.
    pub fn table(&self) -> &TableFile {
        self.watch.table()
    }

    /// What the cards say on the next picture, and what stands where. Where the camera moved, the reading is already
    /// that of the corrected table; while the cards contradict the table, nothing in it is sure. A picture that can't be
    /// measured leaves no trace.
    ///
    /// # Errors
    /// When the picture has another size or kind than the camera's.
    pub fn observe(&mut self, picture: &Mat, frame: FrameId) -> Result<(Drift, TableReading), SeriesError> {
        // Judged first, so that a picture of the wrong kind is refused in the tracker's words.
        self.tracker.takes(picture)?;
        let (mut watch, mut tracker) = (self.watch.clone(), self.tracker.clone());
        let drift = watch.on_single_picture(picture)?;
        if let Drift::Moved { table, .. } = &drift {
            let fleet = self.fleet.seen_from(&self.mustered_by, table, &self.seen)?;
            tracker.see_from(table, &fleet)?;
        }
        let mut reading = tracker.observe(picture, frame)?;
        if drift.contradicts_table() {
            reading.observations.iter_mut().for_each(|seen| seen.sure = false);
        }
        (self.watch, self.tracker) = (watch, tracker);
        self.seen.clone_from(&reading.observations);
        Ok((drift, reading))
    }
}
