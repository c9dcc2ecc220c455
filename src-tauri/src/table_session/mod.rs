//! The live table: one source at a time, watched by a vision thread and shown to the page that asks.

mod shore;
mod table;

pub use crate::table_session::calibrate::calibrated::Bench;
use crate::table_session::calibrate::calibrated::another_camera;
pub use crate::table_session::calibrate::table::table_words;
pub use crate::table_session::observe::vision_thread::LiveSink;
pub use table::{Generation, OnTable, changed_meanwhile};

use crate::files::app_folder::AppFolder;
use crate::ipc::messages::{CardFoundView, LiveView, SourceChoice, SourceView, Trouble};
use crate::ipc::table::{CardsView, CareView};
use crate::opening::{DemoChoice, Opening};
use crate::table_session::calibrate::lens_wizard::LensDesk;
use crate::table_session::source::frame_rate::Rate;
use crate::table_session::source::gallery::Gallery;
use battle::view::ShipGhostView;
use battle::{Picture, TableNews};
use calibration::{CardsState, FoundCard, ImageQuality, LensFile, TableCorner, find_cards};
use geometry::{Pose, ShipId, Terrain};
use opencv::core::Mat;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use table::Table;
use tracking::source::{DemoHandle, Frame, Source, SourceSpec};
use tracking::{FleetAnnotation, LiveReading};

/// Somebody who wants to know what stands where whenever the table rests. Whoever tells them anything holds nothing of
/// the table meanwhile: they may be at work already, and wait for its picture.
pub trait Audience: Send + Sync {
    /// What a frame showed, of which table, with the calibration in force as JSON.
    fn sees(&self, made_for: Generation, reading: &LiveReading, frame: &Frame, calibration: &str);
    /// What became of camera, table and cards.
    fn hears(&self, made_for: Generation, news: TableNews, frame: &Frame, calibration: &str);
    /// From now on only what was made for this table counts.
    fn follow(&self, generation: Generation);
    /// Where the battle in play left its ships.
    fn places(&self) -> Vec<(ShipId, Pose)>;
    /// A ship's name and its side's key: of the battle in play, else as printed.
    fn name_and_side(&self, ship: &ShipId) -> (String, String);
    /// Why it could not keep what the table showed, if it couldn't: players must know at once.
    fn trouble(&self) -> Option<String> {
        None
    }
    /// How far a ship may be taken before it is measured again, inches, where somebody knows.
    fn reach_in(&self, ship: &ShipId) -> Option<f64> {
        let _ = ship;
        None
    }
    /// Is she known to be sunk or taken? Then her model may be gone.
    fn is_lost(&self, ship: &ShipId) -> bool {
        let _ = ship;
        false
    }
    /// Another number whenever the battle in play has news.
    fn news(&self) -> u64 {
        0
    }
    /// Where models should stand and don't, by the battle in play.
    fn ghosts(&self) -> Vec<ShipGhostView> {
        Vec::new()
    }
}

/// What the threads share.
pub(crate) struct Shared {
    folder: AppFolder,
    demo: DemoChoice,
    table: Mutex<Table>,
    /// How many generations of the table there were.
    generations: AtomicU64,
    /// Held by whoever opens another source: one at a time.
    opening: Mutex<()>,
    view: Mutex<Option<LiveView>>,
    /// Windows that watch, by their labels.
    live: Mutex<BTreeMap<&'static str, LiveSink>>,
    /// Pictures that the page fetched.
    shown: Mutex<Rate>,
    lens_desk: Mutex<LensDesk>,
    gallery: Mutex<Gallery>,
    audience: Arc<dyn Audience>,
}

/// A frame as it is kept in the log: a JPEG with the calibration in force, or why it can't be encoded.
pub fn photo_of(frame: &Frame, calibration: &str) -> Option<Picture> {
    let jpeg = crate::table_session::source::frame_delivery::jpeg(
        &frame.image,
        crate::table_session::source::frame_delivery::PHOTO_QUALITY,
    )
    .map_err(|trouble| trouble.sentence);
    Some(Picture { jpeg, calibration: calibration.to_owned() })
}

/// The live table.
#[derive(Clone)]
pub struct LiveTable(Arc<Shared>);

/// A panicked thread must not take the table with it: what it held is still whole enough to read.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A source gives its first picture within this time, or says why not.
const FIRST_PICTURE: Duration = Duration::from_secs(5);
/// Threads that wait for a frame look up so often.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

impl LiveTable {
    /// Opens the source that was asked for and starts the threads.
    ///
    /// # Errors
    /// The source can't be opened, or the machine gives no threads, in one sentence.
    pub fn open(opening: &Opening, folder: AppFolder, audience: Arc<dyn Audience>) -> Result<Self, Trouble> {
        let shared = Arc::new(Shared::open(opening, folder, audience)?);
        shared.audience.follow(shared.watched().0);
        crate::table_session::observe::vision_thread::start(&shared)?;
        crate::table_session::calibrate::lens_wizard::start(&shared)?;
        Ok(Self(shared))
    }

    /// Changes the source. The one in use goes on if the new one can't be opened, or if whoever keeps the record refuses:
    /// `record` is given the new table's generation, and what puts it in place of the old one.
    pub fn change_source(
        &self,
        choice: SourceChoice,
        record: impl FnOnce(Generation, &mut dyn FnMut()) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let _one_at_a_time = lock(&self.0.opening);
        // One program at a time has a webcam: its small picture gives way.
        self.close_gallery();
        let generation = self.0.next_generation();
        let mut table = Table::open(choice.clone(), self.0.demo, &self.0.folder, (None, None), generation)?;
        // The old source is closed only when nobody waits for the table any more.
        record(generation, &mut || std::mem::swap(&mut *self.0.table(), &mut table))?;
        lock(&self.0.view).take();
        self.0.remember(&choice)
    }

    /// How the source is doing.
    pub fn source(&self) -> SourceView {
        self.0.source_view()
    }

    /// The hand over the demo table, while it is open.
    fn demo(&self) -> Option<DemoHandle> {
        self.0.source().demo()
    }

    /// Shows another picture of a folder.
    pub fn step_picture(&self, by: i32) -> Result<(), Trouble> {
        Ok(self.0.source().step(by)?)
    }

    /// Plays a video from its beginning.
    pub fn restart_video(&self) -> Result<(), Trouble> {
        Ok(self.0.source().restart()?)
    }

    /// Sends live views to a window's page from now on, the newest at once.
    pub fn watch_live(&self, window: &'static str, sink: LiveSink) {
        let known = lock(&self.0.view).clone();
        if known.is_none_or(&sink) {
            lock(&self.0.live).insert(window, sink);
        }
    }

    /// All of the table that a battle begins with.
    pub fn on_table(&self) -> OnTable {
        let table = self.0.table();
        OnTable {
            made_for: table.generation,
            hulls: table.bench.hulls(),
            table_in: table.bench.table.as_ref().map(|table| table.size_in),
            terrain: table.shore.terrain(),
            observations: table.observations.clone(),
        }
    }

    /// The pieces that lie on the table.
    pub fn terrain(&self) -> Vec<Terrain> {
        self.0.table().shore.terrain()
    }

    /// The newest picture with its calibration, for the log; none where there is no picture. It never waits for one: a
    /// camera that is off must not hold up a decision.
    pub fn photo(&self) -> Option<Picture> {
        let (source, calibration) = {
            let table = self.0.table();
            (Arc::clone(&table.source), Arc::clone(&table.calibration_json))
        };
        photo_of(&source.newest()?, &calibration)
    }

    /// The corner cards in the newest picture, and whether they lie where they will stay.
    pub fn cards(&self) -> Result<CardsView, Trouble> {
        let (made_for, source) = self.0.watched();
        let found = find_cards(&table::first_picture(&source)?.image)?;
        let laid = {
            let mut table = self.0.table_of(made_for)?;
            let (began, rest) = &mut table.cards_rest;
            rest.look(&found, began.elapsed())
        };
        Ok(CardsView {
            cards: TableCorner::ALL.into_iter().map(|corner| card_view(corner, &found)).collect(),
            sentence: laid.sentence(),
            settled: match &laid {
                CardsState::AtRest => 1.0,
                CardsState::Settling(share) => *share,
                CardsState::Missing(_) | CardsState::Twice(_) => 0.0,
            },
            at_rest: laid == CardsState::AtRest,
        })
    }

    /// Whether the newest picture is fit to measure in.
    pub fn care(&self) -> Result<CareView, Trouble> {
        let care = ImageQuality::of(&self.0.newest()?.image)?;
        Ok(CareView {
            sharp: care.is_sharp(),
            glare: care.glare.is_some(),
            well_lit: care.is_well_lit(),
            even: care.is_even(),
            advice: care.advice(),
        })
    }

    /// Works on what has been calibrated, with the newest picture, while nobody waits; afterwards vision begins anew.
    ///
    /// # Errors
    /// The work's own, and where the table was changed meanwhile.
    #[cfg(test)]
    pub fn with_bench<T>(
        &self,
        work: impl FnOnce(&mut Bench, &Mat) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        self.with_bench_and_table(work, |_| Ok(()))
    }

    /// Takes a lens that players chose for the camera that is open.
    ///
    /// # Errors
    /// It was measured with another camera.
    pub fn take_chosen_lens(&self, lens: LensFile) -> Result<(), Trouble> {
        let chosen = lens.clone();
        self.with_bench_and_table(
            |bench, _| {
                bench.take_lens(chosen);
                Ok(())
            },
            |table| another_camera(&lens, table.choice.camera_id(), ("lens", false)).map_or(Ok(()), Err),
        )
    }

    fn with_bench_and_table<T>(
        &self,
        work: impl FnOnce(&mut Bench, &Mat) -> Result<T, Trouble>,
        also: impl FnOnce(&mut Table) -> Result<(), Trouble>,
    ) -> Result<T, Trouble> {
        let glance = self.0.glance()?;
        let mut bench = glance.bench.clone();
        let done = work(&mut bench, &glance.frame.image)?;
        let generation = self.0.replace_bench((glance.made_for, &glance.bench), bench, also)?;
        self.0.audience.follow(generation);
        Ok(done)
    }

    /// Musters the ships on the newest picture, as they are clicked on the table or as a file tells of them.
    ///
    /// # Errors
    /// The muster's own sentence.
    pub fn muster(
        &self,
        words: impl FnOnce(&Bench) -> Result<FleetAnnotation, Trouble>,
    ) -> Result<(), Trouble> {
        let work = |bench: &mut Bench, picture: &Mat| {
            let words = words(bench)?;
            bench.muster(picture, None, &words)?;
            bench.keep_models();
            bench.note_look_alikes(picture, &|ship| self.0.audience.name_and_side(ship).0)
        };
        // Where she was mustered counts for more than wherever a ship was seen before.
        self.with_bench_and_table(work, |table| {
            table.observations.clear();
            Ok(())
        })
    }

    /// Reads what has been calibrated; `read` asks nobody else meanwhile.
    pub fn bench<T>(&self, read: impl FnOnce(&Bench) -> T) -> T {
        read(&self.0.table().bench)
    }

    /// The app's own folder.
    pub fn folder(&self) -> &AppFolder {
        &self.0.folder
    }

    /// What went wrong when the source was opened.
    pub fn troubles(&self) -> Vec<String> {
        self.0.table().troubles.clone()
    }
}

impl Shared {
    fn open(opening: &Opening, folder: AppFolder, audience: Arc<dyn Audience>) -> Result<Self, Trouble> {
        let named = (opening.table.as_deref(), opening.fleet.as_deref());
        let first = Generation(1);
        let table = Table::open(opening.source.choice()?, opening.demo, &folder, named, first)?;
        Ok(Self {
            folder,
            demo: opening.demo,
            table: Mutex::new(table),
            generations: AtomicU64::new(first.0),
            opening: Mutex::default(),
            view: Mutex::default(),
            live: Mutex::default(),
            shown: Mutex::default(),
            lens_desk: Mutex::default(),
            gallery: Mutex::default(),
            audience,
        })
    }

    /// The calibration in force, as JSON.
    fn calibration_json(&self) -> Arc<str> {
        Arc::clone(&self.table().calibration_json)
    }

    fn source(&self) -> Arc<Source> {
        Arc::clone(&self.table().source)
    }

    fn source_view(&self) -> SourceView {
        let (choice, source) = {
            let table = self.table();
            (table.choice.clone(), Arc::clone(&table.source))
        };
        let state = source.state();
        let picture = source.newest().and_then(|frame| frame.name);
        SourceView { choice, state: state.key().to_owned(), sentence: state.sentence(), picture }
    }

    fn newest(&self) -> Result<Frame, Trouble> {
        table::first_picture(&self.source())
    }
}

fn spec_of(choice: &SourceChoice, demo: DemoChoice) -> SourceSpec {
    match choice {
        SourceChoice::Demo => SourceSpec::Demo(Box::new(demo.setup())),
        SourceChoice::Camera { index, id } => SourceSpec::Camera { index: *index, id: id.clone() },
        SourceChoice::Url { url } => SourceSpec::Url(url.clone()),
        SourceChoice::Video { path } => SourceSpec::Video(Path::new(path).to_owned()),
        SourceChoice::Pictures { path } => SourceSpec::Pictures(Path::new(path).to_owned()),
    }
}

fn card_view(corner: TableCorner, found: &[FoundCard]) -> CardFoundView {
    let card = found.iter().find(|card| card.corner == corner);
    CardFoundView {
        id: corner.id(),
        corner: corner.name().to_owned(),
        corners_px: card
            .map(|card| card.corners_px.iter().map(|pixel| (pixel.x_px, pixel.y_px)).collect())
            .unwrap_or_default(),
        found: card.is_some(),
    }
}

pub(crate) mod calibrate;
#[cfg(test)]
mod change_tests;
#[cfg(test)]
mod evening_tests;
pub(crate) mod observe;
pub(crate) mod source;
#[cfg(test)]
mod table_tests;
#[cfg(test)]
mod tests {
    use super::*;
    use calibration::{Lens, TableCamera};

    /// Nobody listens, and every ship is called by its id.
    pub struct Nobody;

    impl Audience for Nobody {
        fn sees(&self, _: Generation, _: &LiveReading, _: &Frame, _: &str) {}
        fn hears(&self, _: Generation, _: TableNews, _: &Frame, _: &str) {}
        fn follow(&self, _: Generation) {}
        fn places(&self) -> Vec<(ShipId, Pose)> {
            Vec::new()
        }
        fn name_and_side(&self, ship: &ShipId) -> (String, String) {
            (ship.to_string(), String::new())
        }
    }

    /// A camera over the middle of a table of 60 x 36 in, looking straight down.
    pub fn camera() -> TableCamera {
        let lens =
            Lens { fx: 1500.0, fy: 1500.0, cx: 959.5, cy: 539.5, dist: [0.0; 5], width: 1920, height: 1080 };
        TableCamera {
            lens,
            camera_from_table: [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]].into(),
            position_in: [30.0, 18.0, 50.0].into(),
        }
    }
}
