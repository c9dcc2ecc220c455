//! The table as it stands: the source that is open, and all that was calibrated, mustered, measured and said of it.

use crate::files::app_folder::AppFolder;
use crate::ipc::messages::{SourceChoice, Trouble};
use crate::opening::DemoChoice;
use crate::table_session::calibrate::calibrated::Bench;
use crate::table_session::observe::corrections::{Absences, Said};
use crate::table_session::shore::Shore;
use crate::table_session::{FIRST_PICTURE, Shared, lock, spec_of};
use calibration::CardsAtRest;
use geometry::{FrameId, HullShape, Observation, ShipId, Terrain};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard};
use std::time::Instant;
use tracking::LiveReading;
use tracking::source::{Frame, Source};

/// What a result was made for: source, table and fleet as they stood then. Each change of one of them makes a new
/// generation, and a result of an older one is dropped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Generation(pub(super) u64);

/// What is said where a result came too late.
pub fn changed_meanwhile() -> Trouble {
    Trouble::new(
        "The source, the table or its fleet was changed meanwhile, and this was not done: look at the table, and do it again.",
    )
}

/// The source that is open, and all that belongs to it. Held only for a moment, and by nobody who tells the record anything.
pub(crate) struct Table {
    pub(super) generation: Generation,
    pub(super) choice: SourceChoice,
    pub(super) source: Arc<Source>,
    pub(super) bench: Bench,
    pub(super) observations: Vec<Observation>,
    /// What players said by hand, until the tracker is told.
    pub(super) said: Vec<Said>,
    pub(super) absences: Absences,
    pub(super) shore: Shore,
    /// The calibration in force, as JSON: kept with every photograph.
    pub(super) calibration_json: Arc<str>,
    pub(super) cards_rest: (Instant, CardsAtRest),
    /// What went wrong when the source was opened.
    pub(super) troubles: Vec<String>,
}

/// The newest picture, and what it is to be looked at with: all of one generation.
pub(super) struct Glance {
    pub(super) made_for: Generation,
    pub(super) frame: Frame,
    pub(super) bench: Bench,
    pub(super) observations: Vec<Observation>,
}

/// The newest picture of a source, or its first.
///
/// # Errors
/// None came in time: how the source is doing.
pub(super) fn first_picture(source: &Source) -> Result<Frame, Trouble> {
    source
        .newest()
        .or_else(|| source.wait_newer(FrameId(0), FIRST_PICTURE))
        .ok_or_else(|| Trouble::new(format!("There is no picture yet. {}", source.state().sentence())))
}

impl Table {
    /// Opens a source, with what was kept for it from another evening, or is named on the command line.
    ///
    /// # Errors
    /// The source can't be opened, in one sentence.
    pub(super) fn open(
        choice: SourceChoice,
        demo: DemoChoice,
        folder: &AppFolder,
        (table, fleet): (Option<&Path>, Option<&Path>),
        generation: Generation,
    ) -> Result<Self, Trouble> {
        let choice = choice.known_as_now();
        let source = Arc::new(tracking::source::open(spec_of(&choice, demo))?);
        let (bench, mut troubles) = match choice {
            SourceChoice::Demo => (Bench::default(), Vec::new()),
            _ => Bench::kept(folder, (table, fleet), choice.camera_id()),
        };
        let mut opened = Self {
            generation,
            choice,
            source,
            bench,
            observations: Vec::new(),
            said: Vec::new(),
            absences: Absences::new(),
            shore: Shore::default(),
            calibration_json: Arc::from(""),
            cards_rest: (Instant::now(), CardsAtRest::default()),
            troubles: Vec::new(),
        };
        if opened.keep(folder.shore()).is_some() {
            match Shore::kept(folder) {
                Ok(shore) => opened.shore = shore,
                Err(trouble) => troubles.push(trouble),
            }
        }
        opened.troubles = troubles.into_iter().map(|trouble| trouble.sentence).collect();
        Ok(opened)
    }

    /// Where something of this source is kept for another evening; of the demo table nothing is.
    pub(super) fn keep(&self, path: PathBuf) -> Option<PathBuf> {
        (self.choice != SourceChoice::Demo).then_some(path)
    }

    /// Table or fleet are others from now on: what was said of those before is of no use.
    pub(super) fn begin_anew(&mut self, generation: Generation) {
        self.generation = generation;
        self.said.clear();
    }

    /// What a still frame showed: where ships stand, which of them are back, and what a correction by hand taught.
    fn take_reading(&mut self, reading: &LiveReading, folder: &AppFolder) -> Result<(), Trouble> {
        self.observations.clone_from(&reading.observations);
        // Ships that are seen again are no longer gone.
        self.absences
            .retain(|ship, _| reading.observations.iter().any(|seen| seen.ship == *ship && !seen.seen));
        if reading.lessons.is_empty() {
            return Ok(());
        }
        let mut taught = self.bench.clone();
        taught.learn(&reading.lessons);
        if self.choice != SourceChoice::Demo {
            taught.write(&self.bench, folder)?;
        }
        self.bench = taught;
        Ok(())
    }
}

impl Shared {
    /// The table as it stands at this moment.
    pub(super) fn table(&self) -> MutexGuard<'_, Table> {
        lock(&self.table)
    }

    /// The table, for a result that was made for this generation of it.
    ///
    /// # Errors
    /// It is another one by now.
    pub(super) fn table_of(&self, made_for: Generation) -> Result<MutexGuard<'_, Table>, Trouble> {
        let table = self.table();
        if table.generation == made_for { Ok(table) } else { Err(changed_meanwhile()) }
    }

    /// A generation that there was not yet.
    pub(super) fn next_generation(&self) -> Generation {
        Generation(self.generations.fetch_add(1, Ordering::AcqRel) + 1)
    }

    /// The newest picture, and what belongs to it.
    ///
    /// # Errors
    /// There is no picture yet, or another source was opened while it was waited for.
    pub(super) fn glance(&self) -> Result<Glance, Trouble> {
        let (made_for, source) = self.watched();
        let frame = first_picture(&source)?;
        let table = self.table_of(made_for)?;
        Ok(Glance { made_for, frame, bench: table.bench.clone(), observations: table.observations.clone() })
    }

    /// The source that is open, and of which generation.
    pub(super) fn watched(&self) -> (Generation, Arc<Source>) {
        let table = self.table();
        (table.generation, Arc::clone(&table.source))
    }

    /// The source of this choice, while it is the one that is open.
    pub(super) fn source_of(&self, choice: &SourceChoice) -> Option<Arc<Source>> {
        let table = self.table();
        table.choice.is_same(choice).then(|| Arc::clone(&table.source))
    }

    /// Puts another bench in place of the one that was glanced at, and keeps it for another evening; `also` does what must
    /// happen with it. A new generation begins.
    ///
    /// # Errors
    /// The table was changed, corrected or taught meanwhile, or the files can't be written; then nothing was done.
    pub(super) fn replace_bench(
        &self,
        glanced_at: (Generation, &Bench),
        bench: Bench,
        also: impl FnOnce(&mut Table) -> Result<(), Trouble>,
    ) -> Result<Generation, Trouble> {
        let (made_for, before) = glanced_at;
        let mut table = self.table_of(made_for)?;
        if !table.bench.is_still(before) {
            return Err(changed_meanwhile());
        }
        also(&mut table)?;
        if table.choice != SourceChoice::Demo {
            bench.write(before, &self.folder)?;
        }
        table.bench = bench;
        table.begin_anew(self.next_generation());
        Ok(table.generation)
    }

    /// Takes what a still frame showed; what was made for another table is dropped.
    pub(super) fn take_reading(&self, made_for: Generation, reading: &LiveReading) -> Result<(), Trouble> {
        match self.table_of(made_for) {
            Ok(mut table) => table.take_reading(reading, &self.folder),
            Err(_) => Ok(()),
        }
    }
}

/// The models on the table, and the table itself.
pub struct OnTable {
    /// As it stood then.
    pub made_for: Generation,
    /// The plans of the models that were mustered.
    pub hulls: BTreeMap<ShipId, HullShape>,
    /// The table's size; none where none is calibrated.
    pub table_in: Option<(f64, f64)>,
    /// What the players drew of the shore.
    pub terrain: Vec<Terrain>,
    /// What stands where.
    pub observations: Vec<Observation>,
}
