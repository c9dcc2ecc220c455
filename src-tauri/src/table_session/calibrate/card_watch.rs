//! Checks with the cards, on every still frame, that camera and table have not moved, before positions are used.

use crate::ipc::messages::Trouble;
use crate::ipc::table::{DriftState, DriftView};
use battle::{CardMoved, TableMoved, TableNews};
use calibration::{CardShift, Drift, DriftReport, DriftWatch, TableCamera, TableFile};
use geometry::{Observation, TOO_CLOSE_SIGMAS};
use opencv::core::Mat;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tracking::{Fleet, QUIET_FRAMES, StillWatch, WatchedArea};

/// Number of still frames (a second or two) for which positions wait while the cards contradict the calibration. After
/// that, ships are measured but marked unsure, and the notice stays.
const PATIENCE: u32 = 40;
/// How long the notice of a corrected table is shown.
const TOLD_FOR: Duration = Duration::from_secs(20);
/// A card that lies this close to its last logged position has not moved again, inches.
const SAME_IN: f64 = 0.05;

/// What one still frame says about the calibration.
pub enum CalibrationValidity {
    /// Nothing moved: positions are valid.
    Valid,
    /// Something moved and it is not clear yet what: positions wait.
    Unclear,
    /// Something moved and the cards do not show what: every position is unsure.
    Doubtful,
    /// Camera or table moved: this corrected table is valid from now on.
    Corrected(Box<TableFile>),
}

/// Watches the cards of a calibrated table.
pub struct CardWatch {
    watch: DriftWatch,
    still: StillWatch,
    quiet: u32,
    waiting: u32,
    last: Option<Drift>,
    corrected: Option<(Instant, String)>,
    /// The card that was last logged as moved.
    told: Option<CardShift>,
    /// The fleet as mustered, and the camera that saw it: the source of the picture of the bare table.
    mustered: Option<(Arc<Fleet>, TableCamera)>,
}

impl CardWatch {
    pub fn new(table: &TableFile, fleet: Option<&Arc<Fleet>>) -> Result<Self, Trouble> {
        Ok(Self {
            watch: DriftWatch::new(table.clone())?,
            still: StillWatch::over(WatchedArea::new(&table.camera(), table.size_in, None)),
            // Starts as quiet, like the ships' tracker, so that the first frame is checked at once.
            quiet: QUIET_FRAMES,
            waiting: 0,
            last: None,
            corrected: None,
            told: None,
            mustered: fleet.map(|fleet| (Arc::clone(fleet), table.camera())),
        })
    }

    /// Returns whether anything moves. The cards have a motion detector of their own because they are checked before
    /// the ships.
    pub fn moves(&mut self, picture: &Mat) -> Result<bool, Trouble> {
        let (motion, _) = self.still.next(picture)?;
        Ok(self.count(motion.is_some()))
    }

    /// The same for a reduced picture.
    pub fn moves_in_reduced(&mut self, picture: &Mat) -> Result<bool, Trouble> {
        let (motion, _) = self.still.next_reduced(picture)?;
        Ok(self.count(motion.is_some()))
    }

    fn count(&mut self, motion: bool) -> bool {
        self.quiet = if motion { 0 } else { self.quiet.saturating_add(1) };
        self.quiet < QUIET_FRAMES
    }

    /// Checks a still frame; also returns news for the log.
    pub fn on_still_frame(
        &mut self,
        picture: &Mat,
    ) -> Result<(CalibrationValidity, Option<TableNews>), Trouble> {
        let drift = self.watch.on_still_frame(picture)?;
        let mut news = None;
        let verdict = match &drift {
            Drift::Moved { report, table } => {
                self.corrected = Some((Instant::now(), report.sentence()));
                news = Some(TableNews::Moved(moved(report)));
                CalibrationValidity::Corrected(table.clone())
            }
            Drift::CardMoved(shift) => {
                let again = self.told.as_ref().is_some_and(|told| same(told, shift));
                news = (!again).then(|| TableNews::Card(card(shift)));
                self.told = Some(shift.clone());
                CalibrationValidity::Valid
            }
            Drift::Steady { .. } => {
                self.told = None;
                CalibrationValidity::Valid
            }
            drift if drift.contradicts_table() => {
                if self.waiting < PATIENCE {
                    CalibrationValidity::Unclear
                } else {
                    CalibrationValidity::Doubtful
                }
            }
            Drift::Unknown(_) => CalibrationValidity::Valid,
        };
        self.waiting = if drift.contradicts_table() { self.waiting.saturating_add(1) } else { 0 };
        self.last = Some(drift);
        Ok((verdict, news))
    }

    /// The fleet as seen by the corrected table's camera, with the ships at their last positions.
    pub fn fleet_on(&self, table: &TableFile, seen: &[Observation]) -> Result<Option<Arc<Fleet>>, Trouble> {
        let Some((fleet, camera)) = &self.mustered else { return Ok(None) };
        Ok(Some(Arc::new(fleet.seen_from(camera, table, seen)?)))
    }

    /// The state of the cards for players; `None` before the first still frame.
    pub fn view(&self) -> Option<DriftView> {
        let view = |state, sentence: String| Some(DriftView { state, sentence });
        match self.last.as_ref()? {
            Drift::CardMoved(shift) => view(DriftState::CardMoved, shift.sentence()),
            Drift::Unknown(unsure) => view(DriftState::Unsure, unsure.sentence()),
            Drift::Moved { .. } | Drift::Steady { .. } => {
                let fresh = self.corrected.as_ref().filter(|(at, _)| at.elapsed() < TOLD_FOR);
                match (fresh, &self.last) {
                    (Some((_, sentence)), _) => view(DriftState::Corrected, sentence.clone()),
                    (None, Some(Drift::Steady { cards_seen, cards })) => {
                        view(DriftState::Steady, format!("Camera steady by {cards_seen} of {cards} cards"))
                    }
                    _ => view(DriftState::Steady, "Camera steady".to_owned()),
                }
            }
        }
    }

    /// The notice for all screens, if measurements are affected.
    pub fn notice(&self) -> Option<String> {
        let view = self.view()?;
        match view.state {
            DriftState::Steady => None,
            DriftState::Corrected => Some(view.sentence),
            DriftState::CardMoved | DriftState::Unsure => self.last.as_ref()?.notice(),
        }
    }
}

fn same(one: &CardShift, other: &CardShift) -> bool {
    one.id == other.id && (one.east_in - other.east_in).hypot(one.north_in - other.north_in) < SAME_IN
}

fn card(shift: &CardShift) -> CardMoved {
    CardMoved { card: shift.name.clone(), moved_in: shift.moved_in, turned_deg: shift.turned_deg }
}

fn moved(report: &DriftReport) -> TableMoved {
    TableMoved {
        largest_in: report.largest_in,
        mean_in: report.mean_in,
        plus_minus_in: TOO_CLOSE_SIGMAS * report.sigma_in,
        cards: report.cards_used.clone(),
        left_out: report.left_out.as_ref().map(card),
        from: report.from.0.clone(),
        to: report.to.0.clone(),
    }
}
