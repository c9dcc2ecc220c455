//! Drift watch: called for every still frame while a table is in use. It needs no clock.

use crate::detect::markers::MarkerError;
use crate::drift::check::{DriftCheck, DriftError};
use crate::drift::report::{Drift, Unsure};
use crate::table::file::TableFile;
use opencv::core::Mat;

/// Checks the cards on every still frame.
///
/// A new verdict must be seen in two consecutive frames before it is reported (a frame may have been taken while
/// something was still swinging), so a nudge is reported with the second still frame after it. After [`Drift::Moved`]
/// the watch continues with the corrected table.
#[derive(Debug, Clone)]
pub struct DriftWatch {
    check: DriftCheck,
    /// The verdict of the last frame.
    last: Option<Drift>,
}

/// Two readings of one displacement differ by less than this, inches.
const SAME_IN: f64 = 0.04;

impl DriftWatch {
    /// Watches a calibrated table.
    pub fn new(table: TableFile) -> Result<Self, MarkerError> {
        Ok(Self { check: DriftCheck::new(table)?, last: None })
    }

    /// The table as it is now, all corrections included.
    pub fn table(&self) -> &TableFile {
        self.check.table()
    }

    /// Checks a frame of the still table (nothing moves in it; hands may rest over part of it).
    ///
    /// [`Drift::Moved`] is reported once, the other verdicts for as long as they hold.
    pub fn on_still_frame(&mut self, picture: &Mat) -> Result<Drift, DriftError> {
        let verdict = self.check.check(picture)?;
        let borne_out = self.last.as_ref().is_some_and(|last| same(last, &verdict));
        self.last = Some(verdict.clone());
        match verdict {
            Drift::Moved { .. } | Drift::CardMoved(_) if !borne_out => {
                Ok(Drift::Unknown(Unsure::LookingAgain))
            }
            verdict => self.goes_on(verdict),
        }
    }

    /// Checks a single picture of the still table: its verdict is reported at once.
    pub fn on_single_picture(&mut self, picture: &Mat) -> Result<Drift, DriftError> {
        let verdict = self.check.check(picture)?;
        self.goes_on(verdict)
    }

    /// From a corrected table on, the corrected one is watched.
    fn goes_on(&mut self, verdict: Drift) -> Result<Drift, DriftError> {
        if let Drift::Moved { report, table } = &verdict {
            self.check = self.check.after(report, (**table).clone())?;
            self.last = None;
        }
        Ok(verdict)
    }
}

/// Checks one picture of the still table against its calibration.
pub fn check_drift(picture: &Mat, table: &TableFile) -> Result<Drift, DriftError> {
    DriftCheck::new(table.clone())?.check(picture)
}

fn same(one: &Drift, other: &Drift) -> bool {
    match (one, other) {
        (Drift::Moved { report: one, .. }, Drift::Moved { report: other, .. }) => {
            (one.largest_in - other.largest_in).abs() < SAME_IN + 2.0 * one.sigma_in.max(other.sigma_in)
        }
        (Drift::CardMoved(one), Drift::CardMoved(other)) => {
            one.id == other.id && (one.east_in - other.east_in).hypot(one.north_in - other.north_in) < SAME_IN
        }
        _ => false,
    }
}
