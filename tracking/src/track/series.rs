//! Still pictures of one table in sequence. On each picture the cards are checked before the ships, so that a
//! camera that was moved is corrected first.

use crate::background::still_picture::TrackError;
use crate::learn::fleet::{Fleet, FleetError};
use crate::state::reading::TableReading;
use crate::track::tracker::Tracker;
use calibration::{Drift, DriftError, DriftWatch, TableCamera, TableFile};
use geometry::{FrameId, Observation};
use opencv::core::Mat;

/// Why a picture of a series could not be measured. The text is one sentence for the player.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SeriesError {
    /// The picture was refused.
    #[error(transparent)]
    Track(#[from] TrackError),
    /// The check of the cards failed.
    #[error(transparent)]
    Drift(#[from] DriftError),
    /// The fleet cannot be converted for the moved camera.
    #[error(transparent)]
    Fleet(#[from] FleetError),
}

/// Tracks still pictures in the order in which they were taken.
pub struct Series {
    fleet: Fleet,
    /// The camera of the annotated picture.
    mustered_by: TableCamera,
    watch: DriftWatch,
    tracker: Tracker,
    /// The last observations of the ships.
    seen: Vec<Observation>,
}

impl Series {
    /// Creates a series from a learnt fleet on a calibrated table.
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

    /// The table with all corrections so far.
    pub fn table(&self) -> &TableFile {
        self.watch.table()
    }

    /// Measures the next picture: the drift of the cards, and the reading. If the camera moved, the reading
    /// already uses the corrected table. While the cards contradict the table, no observation is sure. A
    /// picture that cannot be measured changes nothing.
    ///
    /// # Errors
    /// When the picture has another size or kind than the camera's.
    pub fn observe(&mut self, picture: &Mat, frame: FrameId) -> Result<(Drift, TableReading), SeriesError> {
        // The picture is checked first, so that the tracker's error message is used.
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
