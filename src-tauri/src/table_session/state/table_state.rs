//! The state of the table, held by its owner: the open source, and all that was calibrated, mustered, measured and
//! corrected.

use crate::files::app_folder::AppFolder;
use crate::ipc::messages::{SourceChoice, SourceView, ThingWord, Trouble};
use crate::table_session::battle_record::BattleRecord;
use crate::table_session::calibrate::calibrated_table::CalibratedTable;
use crate::table_session::epoch::{Epoch, changed_meanwhile};
use crate::table_session::latest::Latest;
use crate::table_session::shore::pieces::Shore;
use crate::table_session::source::choices::SourceOpener;
use crate::table_session::source::picture_rate::PictureRate;
use crate::table_session::state::hand_words::{Absence, Absences, Correction, ThingWords};
use crate::table_session::state::snapshot::Snapshot;
use crate::table_session::state::tray::Tray;
use calibration::{CardsAtRest, CardsState, FoundCard, FrameChange, LensFile, TableFile};
use geometry::ShipId;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use tracking::LiveReading;
use tracking::source::Source;

/// The longest name of a marker: it is drawn on the picture.
const MARKER_LETTERS: usize = 40;

/// An open source and its context. None of it changes while it is open, except that it ends.
pub struct OpenSource {
    /// The source as it was chosen.
    pub choice: SourceChoice,
    /// The source itself, which keeps its newest frame.
    pub frames: Source,
    /// The app's own folder.
    pub folder: AppFolder,
    /// The battle in play.
    pub record: Arc<dyn BattleRecord>,
    /// Opens other sources beside it: a camera that sees only the tray.
    pub opener: SourceOpener,
    /// How often pages get a picture.
    pub picture_rate: PictureRate,
    /// The tray for dice, if there is one.
    pub tray: Latest<Option<Tray>>,
    /// Set when another source was opened; then results for this one are dropped.
    over: AtomicBool,
}

impl OpenSource {
    /// Makes the state of a source that was just opened.
    pub fn new(
        choice: SourceChoice,
        frames: Source,
        folder: AppFolder,
        (record, opener): (Arc<dyn BattleRecord>, SourceOpener),
    ) -> Self {
        let (picture_rate, over) = (PictureRate::default(), AtomicBool::new(false));
        let tray = Latest::new(Arc::default());
        Self { choice, frames, folder, record, opener, picture_rate, tray, over }
    }

    /// Marks the source as closed: results for it are dropped from now on.
    pub fn end(&self) {
        self.over.store(true, Ordering::Release);
    }

    /// Returns whether another source was opened since.
    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }

    /// The path where data of this source is saved; `None` for the demo table, of which nothing is saved.
    pub fn kept(&self, path: PathBuf) -> Option<PathBuf> {
        (self.choice != SourceChoice::Demo).then_some(path)
    }

    /// Reads the saved calibration and shore, or those named on the command line; also returns the errors.
    pub fn recall(&self, named: (Option<&Path>, Option<&Path>)) -> (CalibratedTable, Shore, Vec<Trouble>) {
        let (calibrated, mut troubles) = match self.choice {
            SourceChoice::Demo => (CalibratedTable::default(), Vec::new()),
            _ => CalibratedTable::kept(&self.folder, named, self.choice.camera_id().as_deref()),
        };
        let mut shore = Shore::default();
        if self.kept(self.folder.shore()).is_some() {
            match Shore::kept(&self.folder) {
                Ok(kept) => shore = kept,
                Err(trouble) => troubles.push(trouble),
            }
        }
        (calibrated, shore, troubles)
    }

    /// Uses the tray that was kept for this camera.
    ///
    /// # Errors
    /// When its file can't be read.
    pub fn recall_tray(&self) -> Result<(), Trouble> {
        if let Some(path) = self.kept(self.folder.tray()) {
            let tray = Tray::read(&path, self.choice.camera_id().as_deref())?;
            self.tray.replace(Arc::new(tray));
        }
        Ok(())
    }

    /// Uses this tray from now on, and keeps it.
    ///
    /// # Errors
    /// When its file can't be written.
    pub fn take_tray(&self, tray: Option<Tray>) -> Result<(), Trouble> {
        if let Some(path) = self.kept(self.folder.tray()) {
            Tray::keep(tray, &path, self.choice.camera_id())?;
        }
        self.tray.replace(Arc::new(tray));
        Ok(())
    }

    /// The current state of the source.
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

/// The state of the table, held by its owner.
pub struct TableState {
    /// The open source.
    pub source: Arc<OpenSource>,
    /// The current state; others can read it once it is published.
    pub now: Snapshot,
    /// Corrections that the tracker has not been given yet.
    pub corrections: Vec<Correction>,
    /// What players said of missing ships.
    pub absences: Absences,
    /// What players said of things.
    pub thing_words: ThingWords,
    cards_rest: (Instant, CardsAtRest),
    published: Arc<Latest<Snapshot>>,
    /// How often lens, table or fleet were replaced in this session.
    replacements: u64,
}

impl TableState {
    /// Starts with the published snapshot.
    pub fn new(source: Arc<OpenSource>, published: Arc<Latest<Snapshot>>) -> Self {
        Self {
            source,
            now: Snapshot::clone(&published.get()),
            corrections: Vec::new(),
            absences: Absences::new(),
            thing_words: ThingWords::new(),
            cards_rest: (Instant::now(), CardsAtRest::default()),
            published,
            replacements: 0,
        }
    }

    /// Publishes the current state as a snapshot. This must come before the battle is told of it.
    pub fn publish(&self) {
        drop(self.published.replace(Arc::new(self.now.clone())));
    }

    /// A number that differs for every lens, table and fleet of every session, so that windows know when to read them
    /// again.
    pub fn calibration_news(&self) -> u64 {
        (self.now.epoch.session() << 32) + self.replacements
    }

    /// Replaces lens, table and fleet.
    pub fn set_calibrated(&mut self, calibrated: CalibratedTable) {
        self.now.calibrated = Arc::new(calibrated);
        self.replacements += 1;
    }

    /// Checks that a result was made for the current epoch. Every result passes this check before the table, a file or
    /// the battle takes it.
    ///
    /// # Errors
    /// When source, table or fleet were changed meanwhile.
    pub fn accepts(&self, made_for: Epoch) -> Result<(), Trouble> {
        if self.source.is_over() || self.now.epoch != made_for { Err(changed_meanwhile()) } else { Ok(()) }
    }

    /// Begins a new epoch of table or fleet; corrections made for the old one are dropped.
    fn begin_epoch(&mut self) -> Epoch {
        self.now.epoch = self.now.epoch.next();
        self.corrections.clear();
        self.now.epoch
    }

    /// Replaces the calibration or fleet that was current when the work began, and saves the new one. A new epoch
    /// begins.
    ///
    /// # Errors
    /// When the table was corrected or learned from a correction meanwhile, or a file can't be written; then nothing is
    /// changed in memory.
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
        self.set_calibrated(calibrated);
        Ok(self.begin_epoch())
    }

    /// Takes the lens computed for this source and saves it. A new epoch begins.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn take_lens(&mut self, lens: LensFile) -> Result<Epoch, Trouble> {
        if let Some(path) = self.source.kept(self.source.folder.lens()) {
            lens.write(&path)?;
        }
        let mut calibrated = CalibratedTable::clone(&self.now.calibrated);
        calibrated.take_lens(lens);
        self.set_calibrated(calibrated);
        Ok(self.begin_epoch())
    }

    /// Saves what differs from `before` to the app's folder; nothing for the demo table.
    ///
    /// # Errors
    /// When a file can't be written.
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

    /// Stores the reading of a still frame: positions, ships that are seen again, things that have gone, and what was
    /// learned from corrections.
    ///
    /// # Errors
    /// When what was learned can't be saved.
    pub fn take_reading(&mut self, reading: &LiveReading) -> Result<(), Trouble> {
        self.now.observations = Arc::new(reading.observations.clone());
        // Ships that are seen again are no longer missing.
        self.absences
            .retain(|ship, _| reading.observations.iter().any(|seen| seen.ship == *ship && !seen.seen));
        self.thing_words.retain(|number, _| reading.things.iter().any(|thing| thing.number == *number));
        if reading.lessons.is_empty() {
            return Ok(());
        }
        let mut taught = CalibratedTable::clone(&self.now.calibrated);
        taught.learn(&reading.lessons);
        self.keep_calibrated(&self.now.calibrated, &taught)?;
        self.set_calibrated(taught);
        Ok(())
    }

    /// Stores a player's correction.
    pub fn take_word(&mut self, correction: Option<Correction>, absence: Option<(ShipId, Absence)>) {
        self.corrections.extend(correction);
        self.absences.extend(absence);
    }

    /// Stores what a player says of a thing.
    ///
    /// # Errors
    /// When a marker has no name, or a very long one.
    pub fn take_thing_word(&mut self, thing: u32, word: ThingWord) -> Result<(), Trouble> {
        if let ThingWord::Marker { name } = &word
            && (name.trim().is_empty() || name.chars().count() > MARKER_LETTERS)
        {
            return Err(Trouble::new(format!(
                "A marker needs a name of at most {MARKER_LETTERS} letters: type one."
            )));
        }
        self.thing_words.insert(thing, word);
        Ok(())
    }

    /// Replaces the shore and saves it.
    ///
    /// # Errors
    /// When the file can't be written; then nothing is changed.
    pub fn take_shore(&mut self, shore: Shore) -> Result<(), Trouble> {
        if let Some(path) = self.source.kept(self.source.folder.shore()) {
            shore.write(&path)?;
        }
        self.now.shore = Arc::new(shore);
        Ok(())
    }

    /// Converts all positions to the frame of a redrawn playing area.
    ///
    /// # Errors
    /// When the shore can't be converted or saved.
    pub fn redraw(&mut self, change: &FrameChange, after: &TableFile) -> Result<(), Trouble> {
        let mut shore = Shore::clone(&self.now.shore);
        shore.redraw(change, after.size_in)?;
        self.take_shore(shore)?;
        for seen in Arc::make_mut(&mut self.now.observations) {
            (seen.pose, seen.calibration) = (change.pose(seen.pose), after.id());
        }
        Ok(())
    }

    /// Forgets where the ships were last seen.
    pub fn forget_places(&mut self) {
        self.now.observations = Arc::default();
    }

    /// Returns whether the corner cards lie still, compared with earlier pictures.
    pub fn look_at_cards(&mut self, found: &[FoundCard]) -> CardsState {
        let (began, rest) = &mut self.cards_rest;
        rest.look(found, began.elapsed())
    }
}
