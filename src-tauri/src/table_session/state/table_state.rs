//! The table as its owner knows it: the source that is open, and all that was calibrated, mustered, measured and said of
//! it.

use crate::files::app_folder::AppFolder;
use crate::ipc::messages::{SourceChoice, SourceView, Trouble};
use crate::table_session::battle_record::BattleRecord;
use crate::table_session::calibrate::calibrated_table::CalibratedTable;
use crate::table_session::epoch::{Epoch, changed_meanwhile};
use crate::table_session::latest::Latest;
use crate::table_session::shore::pieces::Shore;
use crate::table_session::state::hand_words::{Absence, Absences, Correction};
use crate::table_session::state::snapshot::Snapshot;
use calibration::{CardsAtRest, CardsState, FoundCard, FrameChange, LensFile, TableFile};
use geometry::ShipId;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tracking::LiveReading;
use tracking::source::Source;

/// A source that was opened, and what goes with it wherever it is known. None of it changes while it is open.
pub struct OpenSource {
    /// What was chosen.
    pub choice: SourceChoice,
    /// The source itself: its newest frame is always at hand.
    pub frames: Source,
    /// The app's own folder.
    pub folder: AppFolder,
    /// The battle in play.
    pub record: Arc<dyn BattleRecord>,
    /// Another source was opened since: nothing that was made for this one counts any more.
    over: AtomicBool,
}

impl OpenSource {
    /// A source that was just opened.
    pub fn new(
        choice: SourceChoice,
        frames: Source,
        folder: AppFolder,
        record: Arc<dyn BattleRecord>,
    ) -> Self {
        Self { choice, frames, folder, record, over: AtomicBool::new(false) }
    }

    /// From now on nothing that was made for it counts.
    pub fn end(&self) {
        self.over.store(true, Ordering::Release);
    }

    /// Was another source opened since?
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }

    /// Where something of this source is kept for another evening; of the demo table nothing is.
    pub fn kept(&self, path: PathBuf) -> Option<PathBuf> {
        (self.choice != SourceChoice::Demo).then_some(path)
    }

    /// What was kept of it on another evening, or is named on the command line; also gives what can't be used.
    pub fn recall(&self, named: (Option<&Path>, Option<&Path>)) -> (CalibratedTable, Shore, Vec<String>) {
        let (calibrated, mut troubles) = match self.choice {
            SourceChoice::Demo => (CalibratedTable::default(), Vec::new()),
            _ => CalibratedTable::kept(&self.folder, named, self.choice.camera_id()),
        };
        let mut shore = Shore::default();
        if self.kept(self.folder.shore()).is_some() {
            match Shore::kept(&self.folder) {
                Ok(kept) => shore = kept,
                Err(trouble) => troubles.push(trouble),
            }
        }
        (calibrated, shore, troubles.into_iter().map(|trouble| trouble.sentence).collect())
    }

    /// How the source is doing.
    pub fn view(&self) -> SourceView {
        let state = self.frames.state();
        let picture = self.frames.newest().and_then(|frame| frame.name);
        SourceView {
            choice: self.choice.clone(),
            state: state.key().to_owned(),
            sentence: state.sentence(),
            picture,
        }
    }
}

/// The table as its owner knows it.
pub struct TableState {
    /// The source that is open.
    pub source: Arc<OpenSource>,
    /// What is known now; others read it once it is published.
    pub now: Snapshot,
    /// What players said by hand, until the tracker is told.
    pub corrections: Vec<Correction>,
    /// What they said of ships that are gone.
    pub absences: Absences,
    cards_rest: (Instant, CardsAtRest),
    published: Arc<Latest<Snapshot>>,
}

impl TableState {
    /// Begins with what is known at first.
    pub fn new(source: Arc<OpenSource>, published: Arc<Latest<Snapshot>>) -> Self {
        Self {
            source,
            now: Snapshot::clone(&published.get()),
            corrections: Vec::new(),
            absences: Absences::new(),
            cards_rest: (Instant::now(), CardsAtRest::default()),
            published,
        }
    }

    /// Lets everybody read what is known now. The battle is told of nothing that can't be read yet.
    pub fn publish(&self) {
        drop(self.published.replace(Arc::new(self.now.clone())));
    }

    /// Does a result still count that was made for this table? Everything that is worked out for a table passes here before
    /// the table, a file or the record takes it.
    ///
    /// # Errors
    /// Source, table or fleet are others by now.
    pub fn accepts(&self, made_for: Epoch) -> Result<(), Trouble> {
        if self.source.is_over() || self.now.epoch != made_for { Err(changed_meanwhile()) } else { Ok(()) }
    }

    /// Table or fleet are others from now on: what was said of those before is of no use.
    fn begin_epoch(&mut self) -> Epoch {
        self.now.epoch = self.now.epoch.next();
        self.corrections.clear();
        self.now.epoch
    }

    /// Takes what was calibrated or mustered in place of what there was when that was begun, and keeps it for another
    /// evening. A new epoch begins.
    ///
    /// # Errors
    /// The table was corrected or taught meanwhile, or the files can't be written; then nothing was done.
    pub fn replace_calibrated(
        &mut self,
        before: &CalibratedTable,
        calibrated: CalibratedTable,
        also: impl FnOnce(&mut Self) -> Result<(), Trouble>,
    ) -> Result<Epoch, Trouble> {
        if !self.now.calibrated.is_still(before) {
            return Err(changed_meanwhile());
        }
        also(self)?;
        self.keep_calibrated(before, &calibrated)?;
        self.now.calibrated = Arc::new(calibrated);
        Ok(self.begin_epoch())
    }

    /// Takes the lens that was worked out for this source, and keeps it for another evening. A new epoch begins.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn take_lens(&mut self, lens: LensFile) -> Result<Epoch, Trouble> {
        if let Some(path) = self.source.kept(self.source.folder.lens()) {
            lens.write(&path)?;
        }
        Arc::make_mut(&mut self.now.calibrated).take_lens(lens);
        Ok(self.begin_epoch())
    }

    /// Writes what is another than before into the app's folder; of the demo table nothing is kept.
    ///
    /// # Errors
    /// A file can't be written.
    pub fn keep_calibrated(
        &self,
        before: &CalibratedTable,
        calibrated: &CalibratedTable,
    ) -> Result<(), Trouble> {
        if self.source.choice == SourceChoice::Demo {
            return Ok(());
        }
        calibrated.write(before, &self.source.folder)
    }

    /// Takes what a still frame showed: where ships stand, which of them are back, and what a correction by hand taught.
    ///
    /// # Errors
    /// What was taught can't be kept.
    pub fn take_reading(&mut self, reading: &LiveReading) -> Result<(), Trouble> {
        self.now.observations = Arc::new(reading.observations.clone());
        // Ships that are seen again are no longer gone.
        self.absences
            .retain(|ship, _| reading.observations.iter().any(|seen| seen.ship == *ship && !seen.seen));
        if reading.lessons.is_empty() {
            return Ok(());
        }
        let mut taught = CalibratedTable::clone(&self.now.calibrated);
        taught.learn(&reading.lessons);
        self.keep_calibrated(&self.now.calibrated, &taught)?;
        self.now.calibrated = Arc::new(taught);
        Ok(())
    }

    /// Takes a player's word.
    pub fn take_word(&mut self, correction: Option<Correction>, absence: Option<(ShipId, Absence)>) {
        self.corrections.extend(correction);
        self.absences.extend(absence);
    }

    /// Takes another shore, and keeps it for another evening.
    ///
    /// # Errors
    /// The file can't be written; then nothing was done.
    pub fn take_shore(&mut self, shore: Shore) -> Result<(), Trouble> {
        if let Some(path) = self.source.kept(self.source.folder.shore()) {
            shore.write(&path)?;
        }
        self.now.shore = Arc::new(shore);
        Ok(())
    }

    /// What is known of places, in the frame of a playing area drawn anew.
    ///
    /// # Errors
    /// The shore can't be drawn or kept so.
    pub fn redraw(&mut self, change: &FrameChange, after: &TableFile) -> Result<(), Trouble> {
        let mut shore = Shore::clone(&self.now.shore);
        shore.redraw(change, after.size_in)?;
        self.take_shore(shore)?;
        for seen in Arc::make_mut(&mut self.now.observations) {
            (seen.pose, seen.calibration) = (change.pose(seen.pose), after.id());
        }
        Ok(())
    }

    /// Where the ships were seen last is of no use any more.
    pub fn forget_places(&mut self) {
        self.now.observations = Arc::default();
    }

    /// Whether the corner cards lie where they will stay, by how they lay before.
    pub fn look_at_cards(&mut self, found: &[FoundCard]) -> CardsState {
        let (began, rest) = &mut self.cards_rest;
        rest.look(found, began.elapsed())
    }
}
