//! The live table: one source at a time, watched by a vision thread and shown to the page that asks.

mod bench;
mod by_hand;
mod check_stick;
mod demo_board;
mod demo_start;
mod drift;
mod gallery;
mod hand;
mod lens_views;
mod lens_wizard;
mod measure;
mod pictures;
mod questions;
mod rate;
mod recognise;
mod shore;
mod table_bench;
mod vision;

pub use bench::Bench;
use bench::Mustered;
pub use table_bench::table_words;
pub use vision::LiveSink;

use crate::cli::{DemoChoice, Opening};
use crate::folder::AppFolder;
use crate::table_wire::{CardsView, CareView};
use crate::wire::{CardFoundView, LiveView, SourceChoice, SourceView, Trouble};
use battle::view::ShipGhostView;
use battle::{Picture, TableNews};
use by_hand::{Absences, Said};
use calibration::{CardsRest, FoundCard, Laid, PictureCare, TableCorner, find_cards};
use gallery::Gallery;
use geometry::{Confidence, FrameId, Observation, Pose, ShipId};
use lens_wizard::LensDesk;
use opencv::core::Mat;
use rate::Rate;
use shore::Shore;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tracking::source::{DemoHandle, Frame, Source, SourceSpec};
use tracking::{LastPlace, LiveReading};

/// Somebody who wants to know what stands where whenever the table rests. Whoever tells them anything holds nothing of
/// the table meanwhile: they may be at work already, and wait for its picture.
pub trait Audience: Send + Sync {
    /// What a frame showed, with the calibration in force as JSON.
    fn sees(&self, reading: &LiveReading, frame: &Frame, calibration: &str);
    /// What became of camera, table and cards.
    fn hears(&self, news: TableNews, frame: &Frame, calibration: &str);
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
    opened: Mutex<Opened>,
    bench: Mutex<Bench>,
    /// Counts up whenever source, table or fleet have changed: the vision thread then begins anew.
    generation: AtomicU64,
    observations: Mutex<Vec<Observation>>,
    /// What players said by hand, until the tracker is told.
    said: Mutex<Vec<Said>>,
    absences: Mutex<Absences>,
    shore: Mutex<Shore>,
    /// The calibration in force, as JSON: kept with every photograph.
    calibration_json: Mutex<Arc<str>>,
    view: Mutex<Option<LiveView>>,
    /// Windows that watch, by their labels.
    live: Mutex<BTreeMap<&'static str, LiveSink>>,
    /// Pictures that the page fetched.
    shown: Mutex<Rate>,
    lens_desk: Mutex<LensDesk>,
    gallery: Mutex<Gallery>,
    cards_rest: Mutex<(Instant, CardsRest)>,
    audience: Arc<dyn Audience>,
    troubles: Mutex<Vec<String>>,
}

/// A frame as it is kept in the log: a JPEG with the calibration in force, or why it can't be encoded.
pub fn photo_of(frame: &Frame, calibration: &str) -> Option<Picture> {
    let jpeg = pictures::jpeg(&frame.image, pictures::PHOTO_QUALITY).map_err(|trouble| trouble.sentence);
    Some(Picture { jpeg, calibration: calibration.to_owned() })
}

/// The source in use.
struct Opened {
    choice: SourceChoice,
    source: Arc<Source>,
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
    /// The source can't be opened, in one sentence.
    pub fn open(opening: &Opening, folder: AppFolder, audience: Arc<dyn Audience>) -> Result<Self, Trouble> {
        let shared = Arc::new(Shared::open(opening, folder, audience)?);
        vision::start(Arc::clone(&shared));
        lens_wizard::start(Arc::clone(&shared));
        Ok(Self(shared))
    }

    /// Changes the source. The one in use goes on if the new one can't be opened.
    pub fn change_source(&self, choice: SourceChoice) -> Result<(), Trouble> {
        // One program at a time has a webcam: its small picture gives way.
        self.close_gallery();
        let source = Arc::new(tracking::source::open(spec_of(&choice, self.0.demo))?);
        let chosen = choice.clone();
        let (bench, troubles) = match choice {
            SourceChoice::Demo => (Bench::default(), Vec::new()),
            _ => Bench::kept(&self.0.folder, None, None),
        };
        *lock(&self.0.bench) = bench;
        *lock(&self.0.opened) = Opened { choice, source };
        lock(&self.0.observations).clear();
        lock(&self.0.said).clear();
        lock(&self.0.absences).clear();
        *lock(&self.0.troubles) = troubles.into_iter().map(|trouble| trouble.sentence).collect();
        self.0.recall_shore();
        self.0.begin_anew();
        self.0.remember(&chosen)
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

    /// What stands where, as last measured.
    pub fn observations(&self) -> Vec<Observation> {
        lock(&self.0.observations).clone()
    }

    /// The newest picture with its calibration, for the log; none where there is no picture.
    pub fn photo(&self) -> Option<Picture> {
        photo_of(&self.0.newest().ok()?, &self.0.calibration_json())
    }

    /// The corner cards in the newest picture, and whether they lie where they will stay.
    pub fn cards(&self) -> Result<CardsView, Trouble> {
        let found = find_cards(&self.0.newest()?.image)?;
        let laid = {
            let (began, rest) = &mut *lock(&self.0.cards_rest);
            let now = began.elapsed();
            rest.look(&found, now)
        };
        Ok(CardsView {
            cards: TableCorner::ALL.into_iter().map(|corner| card_view(corner, &found)).collect(),
            sentence: laid.sentence(),
            settled: match &laid {
                Laid::AtRest => 1.0,
                Laid::Settling(share) => *share,
                Laid::Missing(_) | Laid::Twice(_) => 0.0,
            },
            at_rest: laid == Laid::AtRest,
        })
    }

    /// Whether the newest picture is fit to measure in.
    pub fn care(&self) -> Result<CareView, Trouble> {
        let care = PictureCare::of(&self.0.newest()?.image)?;
        Ok(CareView {
            sharp: care.is_sharp(),
            glare: care.glare.is_some(),
            well_lit: care.is_well_lit(),
            even: care.is_even(),
            advice: care.advice(),
        })
    }

    /// Works on what has been calibrated, with the newest picture; afterwards vision begins anew.
    pub fn with_bench<T>(
        &self,
        work: impl FnOnce(&mut Bench, &Mat) -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let frame = self.0.newest()?;
        let done = work(&mut lock(&self.0.bench), &frame.image)?;
        self.0.begin_anew();
        Ok(done)
    }

    /// Reads what has been calibrated.
    pub fn bench<T>(&self, read: impl FnOnce(&Bench) -> T) -> T {
        read(&lock(&self.0.bench))
    }

    /// Where a calibration of this source is kept for another evening; the demo table's is not.
    pub fn keep(&self, path: PathBuf) -> Option<PathBuf> {
        self.0.keep(path)
    }

    /// The app's own folder.
    pub fn folder(&self) -> &AppFolder {
        &self.0.folder
    }

    /// What went wrong when the source was opened.
    pub fn troubles(&self) -> Vec<String> {
        lock(&self.0.troubles).clone()
    }
}

impl Shared {
    fn open(opening: &Opening, folder: AppFolder, audience: Arc<dyn Audience>) -> Result<Self, Trouble> {
        let choice = opening.source.choice();
        let source = Arc::new(tracking::source::open(spec_of(&choice, opening.demo))?);
        let (bench, troubles) = match choice {
            SourceChoice::Demo => (Bench::default(), Vec::new()),
            _ => Bench::kept(&folder, opening.table.as_deref(), opening.fleet.as_deref()),
        };
        let shared = Self {
            folder,
            demo: opening.demo,
            opened: Mutex::new(Opened { choice, source }),
            bench: Mutex::new(bench),
            generation: AtomicU64::new(1),
            observations: Mutex::default(),
            said: Mutex::default(),
            absences: Mutex::default(),
            shore: Mutex::default(),
            calibration_json: Mutex::new(Arc::from("")),
            view: Mutex::default(),
            live: Mutex::default(),
            shown: Mutex::default(),
            lens_desk: Mutex::default(),
            gallery: Mutex::default(),
            cards_rest: Mutex::new((Instant::now(), CardsRest::default())),
            audience,
            troubles: Mutex::new(troubles.into_iter().map(|trouble| trouble.sentence).collect()),
        };
        shared.recall_shore();
        Ok(shared)
    }

    fn keep(&self, path: PathBuf) -> Option<PathBuf> {
        (lock(&self.opened).choice != SourceChoice::Demo).then_some(path)
    }

    /// The calibration in force, as JSON.
    fn calibration_json(&self) -> Arc<str> {
        Arc::clone(&lock(&self.calibration_json))
    }

    fn source(&self) -> Arc<Source> {
        Arc::clone(&lock(&self.opened).source)
    }

    fn source_view(&self) -> SourceView {
        let (choice, source) = {
            let opened = lock(&self.opened);
            (opened.choice.clone(), Arc::clone(&opened.source))
        };
        let state = source.state();
        let picture = source.newest().and_then(|frame| frame.name);
        SourceView { choice, state: state.key().to_owned(), sentence: state.sentence(), picture }
    }

    fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    fn begin_anew(&self) {
        self.generation.fetch_add(1, Ordering::AcqRel);
    }

    /// Where the ships of the fleet were last, as far as is known better than by its file: as seen since this source was
    /// opened, else where the battle in play left them.
    fn last_places(&self) -> Vec<LastPlace> {
        let mustered = {
            let mut bench = lock(&self.bench);
            let mustered = bench.mustered;
            if mustered == Mustered::Now {
                bench.mustered = Mustered::Here;
            }
            mustered
        };
        if mustered == Mustered::Now {
            lock(&self.observations).clear();
        }
        let seen: Vec<LastPlace> = lock(&self.observations)
            .iter()
            .map(|seen| LastPlace { ship: seen.ship.clone(), pose: seen.pose, confidence: seen.confidence })
            .collect();
        if !seen.is_empty() || mustered != Mustered::Before {
            return seen;
        }
        // Only what was sure has become a place of the battle.
        let sure = Confidence { name: 1.0, bow: 1.0 };
        let places = self.audience.places().into_iter();
        places.map(|(ship, pose)| LastPlace { ship, pose, confidence: sure }).collect()
    }

    fn newest(&self) -> Result<Frame, Trouble> {
        let source = self.source();
        source
            .newest()
            .or_else(|| source.wait_newer(FrameId(0), FIRST_PICTURE))
            .ok_or_else(|| Trouble::new(format!("There is no picture yet. {}", source.state().sentence())))
    }
}

fn spec_of(choice: &SourceChoice, demo: DemoChoice) -> SourceSpec {
    match choice {
        SourceChoice::Demo => SourceSpec::Demo(Box::new(demo.setup())),
        SourceChoice::Camera { index } => SourceSpec::Camera { index: *index },
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

#[cfg(test)]
mod evening_tests;
#[cfg(test)]
mod table_tests;
#[cfg(test)]
mod tests {
    use super::*;
    use calibration::{Lens, TableCamera};

    /// Nobody listens, and every ship is called by its id.
    pub struct Nobody;

    impl Audience for Nobody {
        fn sees(&self, _: &LiveReading, _: &Frame, _: &str) {}
        fn hears(&self, _: TableNews, _: &Frame, _: &str) {}
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
