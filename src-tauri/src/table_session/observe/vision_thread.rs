//! The vision thread: newest frame in, live view out. What it measures is `tracking`'s work.

use crate::host::crash_report::caught;
use crate::ipc::messages::{
    LiveGhost, LiveShip, LiveView, Presence, SourceChoice, SourceView, StillMoment, Trouble,
};
use crate::table_session::calibrate::calibrated::fits;
use crate::table_session::calibrate::drift::{CardWatch, Verdict};
use crate::table_session::observe::corrections::{draw, presence_of};
use crate::table_session::observe::questions::questions;
use crate::table_session::observe::supervised_thread::{Faults, spawn};
use crate::table_session::source::demo_start;
use crate::table_session::table::Generation;
use crate::table_session::{FIRST_PICTURE, LOOK_AGAIN, Shared, lock};
use battle::view::ShipGhostView;
use calibration::{Pixel, TableCamera, TableFile, picture_size};
use geometry::{Confidence, FrameId, Heading, HullShape, Observation, Point, ShipId, Terrain};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use tracking::source::Frame;
use tracking::{Fleet, LastPlace, LiveReading, LiveTracker, QUIET_FRAMES, Question, Tracker};

/// Takes a live view for the page; false when the page has gone.
pub type LiveSink = Box<dyn Fn(LiveView) -> bool + Send>;

/// So often it is looked whether a view would tell anything new: the battle was played on, a ship was taken for lost.
const LOOK_FOR_NEWS: Duration = Duration::from_millis(400);
/// A view that tells nothing new is sent so often, so that the status line lives. Not oftener: the page keeps a kilobyte of
/// each.
const HEARTBEAT: Duration = Duration::from_secs(1);
/// A picture of a folder is one still moment: it is looked at so often that it counts as resting.
const LOOKS_AT_A_PICTURE: usize = 12;
/// A ghost's arrow is so long, inches.
const GHOST_ARROW_IN: f64 = 2.0;

/// Tracker and camera for one generation of source, table and fleet.
pub(in crate::table_session) struct Eye {
    generation: Generation,
    pub(in crate::table_session) last: FrameId,
    table: Option<Arc<TableFile>>,
    hulls: BTreeMap<ShipId, HullShape>,
    /// The terrain the tracker knows of.
    terrain: Vec<Terrain>,
    tracker: Option<LiveTracker>,
    cards: Option<CardWatch>,
    /// The cards contradict the table in force: no place is sure.
    doubtful: bool,
    /// A measured frame was held back until the cards are clear again.
    held: bool,
    /// Table and tracker were made ready, on the first frame that fits.
    set_up: bool,
    notices: Vec<String>,
    /// Why the newest frame was left out, if it was: a camera that turned, a file of another size.
    odd_frame: Option<String>,
    reading: Option<LiveReading>,
    measured_ms: f64,
    /// When the newest frames were decoded, the latest last: as many as make a still moment, and the one before.
    came: VecDeque<Instant>,
    /// The still moment that is not told yet.
    still: Option<Still>,
    size: (u32, u32),
}

/// A measured still moment on its way to the window.
#[derive(Debug, Clone, Copy)]
struct Still {
    frame: FrameId,
    rested: Instant,
    came: Instant,
    placed: Instant,
}

impl Still {
    fn handed_now(self) -> StillMoment {
        let ms = |from: Instant, to: Instant| (to - from).as_secs_f64() * 1e3;
        let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        StillMoment {
            frame: self.frame.0,
            rest_ms: ms(self.rested, self.came),
            placed_ms: ms(self.came, self.placed),
            handed_ms: ms(self.came, Instant::now()),
            handed_at_ms: since_1970.as_secs_f64() * 1e3,
        }
    }
}

/// Starts the vision thread; it ends with the table. Where a look breaks off, an eye that knows nothing of it looks on.
///
/// # Errors
/// The machine gives no thread.
pub(in crate::table_session) fn start(shared: &Arc<Shared>) -> Result<(), Trouble> {
    let shared = Arc::downgrade(shared);
    spawn("vision", move || {
        let mut watch = Watch::new();
        while let Some(shared) = shared.upgrade() {
            let generation = shared.watched().0;
            if let Err(fault) = caught(|| watch.round(&shared)) {
                let mut faults = std::mem::take(&mut watch.faults);
                faults.count(Instant::now(), generation, fault);
                watch = Watch { faults, ..Watch::new() };
                std::thread::sleep(LOOK_AGAIN);
            }
        }
    })
}

/// The eye on the table, and what was last told of it.
struct Watch {
    eye: Eye,
    looked: Instant,
    sent: Instant,
    faults: Faults,
}

impl Watch {
    fn new() -> Self {
        let now = Instant::now();
        Self { eye: Eye::closed(), looked: now, sent: now, faults: Faults::default() }
    }

    /// Looks at the next frame, if one comes within a moment, and tells what is new.
    fn round(&mut self, shared: &Shared) {
        let (generation, source) = shared.watched();
        let eye = &mut self.eye;
        if eye.generation != generation {
            *eye = Eye { generation, ..Eye::closed() };
        }
        let news = if self.faults.has_given_up(generation) {
            std::thread::sleep(LOOK_AGAIN);
            false
        } else {
            let frame = source.wait_newer(eye.last, LOOK_AGAIN);
            // What players say is heeded even where no new picture comes.
            let heeded = eye.heed(shared);
            let frame = frame.or_else(|| heeded.then(|| source.newest()).flatten());
            frame.is_some_and(|frame| eye.look(shared, &frame))
        };
        if news || self.looked.elapsed() > LOOK_FOR_NEWS {
            self.looked = Instant::now();
            let mut view = eye.view(shared);
            view.notices.extend(self.faults.notice(self.looked));
            let tells = lock(&shared.view).as_ref().is_none_or(|before| tells_more(&view, before));
            if news || tells || self.sent.elapsed() > HEARTBEAT {
                eye.send(shared, view);
                self.sent = self.looked;
            }
        }
    }
}

impl Eye {
    pub(in crate::table_session) fn closed() -> Self {
        Self {
            generation: Generation::default(),
            last: FrameId(0),
            table: None,
            hulls: BTreeMap::new(),
            terrain: Vec::new(),
            tracker: None,
            cards: None,
            doubtful: false,
            held: false,
            set_up: false,
            notices: Vec::new(),
            odd_frame: None,
            reading: None,
            measured_ms: 0.0,
            came: VecDeque::new(),
            still: None,
            size: (0, 0),
        }
    }

    /// Passes on what players said and what lies on the table; true when there was something.
    pub(in crate::table_session) fn heed(&mut self, shared: &Shared) -> bool {
        let Some(tracker) = &mut self.tracker else { return false };
        let (terrain, said) = match shared.table_of(self.generation) {
            Ok(mut table) => (table.shore.terrain(), std::mem::take(&mut table.said)),
            Err(_) => return false,
        };
        let laid = terrain != self.terrain;
        if laid {
            if let Err(error) = tracker.lay_terrain(&terrain) {
                self.notices = vec![error.to_string()];
            }
            self.terrain = terrain;
        }
        for word in &said {
            if let Err(error) = tracker.answer(|tracker| word.tell(tracker)) {
                self.notices = vec![error.to_string()];
            }
        }
        laid || !said.is_empty()
    }

    /// Looks at a frame; true when there is something new to tell.
    pub(in crate::table_session) fn look(&mut self, shared: &Shared, frame: &Frame) -> bool {
        let first = self.last == FrameId(0);
        self.last = frame.id;
        if self.generation == Generation::default() {
            self.generation = shared.watched().0;
        }
        let size = picture_size(&frame.image);
        self.size = (size.width, size.height);
        self.came.push_back(frame.came);
        if self.came.len() > QUIET_FRAMES as usize + 1 {
            self.came.pop_front();
        }
        let odd_before = self.odd_frame.take();
        let table = if self.set_up { self.table.clone() } else { shared.table().bench.table.clone() };
        if let Some(Err(trouble)) = table.map(|table| fits(&table, &frame.image)) {
            self.odd_frame = Some(trouble.sentence);
            return first || self.odd_frame != odd_before;
        }
        if !self.set_up {
            self.set_up = true;
            if let Err(trouble) = self.set_up(shared, frame) {
                self.notices.push(trouble.sentence);
            }
        }
        let of_pictures = matches!(shared.table().choice, SourceChoice::Pictures { .. });
        let looks = if of_pictures { LOOKS_AT_A_PICTURE } else { 1 };
        let mut news = first;
        for _ in 0..looks {
            news |= self.measure(shared, frame);
        }
        news || self.odd_frame != odd_before
    }

    fn measure(&mut self, shared: &Shared, frame: &Frame) -> bool {
        let was_doubtful = self.doubtful;
        // Before the ships: what a knocked camera reads is no place of theirs.
        let told = match self.watch_cards(shared, frame) {
            Cards::Wait => {
                self.doubt(shared, frame);
                return true;
            }
            Cards::Corrected => return true,
            Cards::News => true,
            Cards::Quiet => false,
        };
        let Some(tracker) = &mut self.tracker else { return told };
        for ship in self.hulls.keys() {
            // Every ship of the tracker is known to it.
            drop(tracker.may_go(ship, shared.audience.reach_in(ship)));
        }
        match tracker.on_frame(&frame.image, frame.id) {
            Ok(mut reading) => {
                let moved = self.reading.as_ref().is_none_or(|before| before.moving != reading.moving);
                if self.doubtful {
                    none_sure(&mut reading);
                }
                reading.fresh |= self.doubtful != was_doubtful;
                let fresh = reading.fresh;
                if fresh {
                    self.measured_ms = reading.ms;
                    self.still = Some(Still {
                        frame: frame.id,
                        rested: self.came.front().copied().unwrap_or(frame.came),
                        came: frame.came,
                        placed: Instant::now(),
                    });
                    if let Err(trouble) = shared.take_reading(self.generation, &reading) {
                        self.notices = vec![trouble.sentence];
                    }
                }
                shared.audience.sees(self.generation, &reading, frame, &shared.calibration_json());
                self.reading = Some(reading);
                fresh || moved || told
            }
            Err(error) => {
                self.odd_frame = Some(error.to_string());
                false
            }
        }
    }

    /// Places wait for the cards: what was measured last is no longer sure.
    fn doubt(&mut self, shared: &Shared, frame: &Frame) {
        let Some(reading) = &mut self.reading else { return };
        none_sure(reading);
        reading.fresh = false;
        shared.audience.sees(self.generation, reading, frame, &shared.calibration_json());
    }

    /// Makes table and tracker ready on the first frame of a source that fits the table.
    fn set_up(&mut self, shared: &Shared, frame: &Frame) -> Result<(), Trouble> {
        let mut frame = frame.clone();
        let (source, mut bench) = {
            let table = shared.table_of(self.generation)?;
            (Arc::clone(&table.source), table.bench.clone())
        };
        if let Some(hand) = source.demo() {
            // Only when the table is opened: calibrating it anew must not move what a player has moved since.
            let opened_now = bench.fleet.is_none();
            let mut places: BTreeMap<_, _> = shared.audience.places().into_iter().collect();
            places.extend(demo_start::left(&shared.folder.demo_table()));
            if opened_now && demo_start::set_out(&hand, places) {
                // The next frame may have been begun before the ships were set out; the one after it was not.
                frame = source.wait_newer(FrameId(frame.id.0 + 1), FIRST_PICTURE).unwrap_or(frame);
                self.last = frame.id;
            }
            demo_start::set_up(&mut bench, &hand, &frame.image)?;
            // Unless a player has calibrated or mustered it meanwhile: then that counts.
            shared.table_of(self.generation)?.bench = bench.clone();
        }
        let places = self.last_places(shared)?;
        let Some(table) = &bench.table else { return Ok(()) };
        shared.table_of(self.generation)?.calibration_json =
            Arc::from(serde_json::to_string(table.as_ref())?);
        self.table = Some(Arc::clone(table));
        self.cards = Some(CardWatch::new(table, bench.fleet.as_ref())?);
        if let Some(fleet) = &bench.fleet {
            let mut tracker = Tracker::on_table(table, fleet)?;
            tracker.start_from(&places);
            self.hulls = tracker.hulls().map(|(ship, hull)| (ship.clone(), hull)).collect();
            self.tracker = Some(LiveTracker::new(tracker));
        }
        Ok(())
    }

    /// Where the ships of the fleet were last, as far as is known better than by its file: as seen since this source was
    /// opened, else where the battle in play left them.
    fn last_places(&self, shared: &Shared) -> Result<Vec<LastPlace>, Trouble> {
        let (seen, mustered_here) = {
            let table = shared.table_of(self.generation)?;
            (table.observations.clone(), table.bench.mustered_here)
        };
        if !seen.is_empty() || mustered_here {
            let place = |seen: Observation| LastPlace {
                ship: seen.ship,
                pose: seen.pose,
                confidence: seen.confidence,
            };
            return Ok(seen.into_iter().map(place).collect());
        }
        // Only what was sure has become a place of the battle.
        let sure = Confidence { name: 1.0, bow: 1.0 };
        let places = shared.audience.places().into_iter();
        Ok(places.map(|(ship, pose)| LastPlace { ship, pose, confidence: sure }).collect())
    }

    /// Asks the cards whether camera and table still stand; what moved is corrected and logged.
    fn watch_cards(&mut self, shared: &Shared, frame: &Frame) -> Cards {
        let Some(cards) = &mut self.cards else { return Cards::Quiet };
        let before = cards.view();
        let looked = match cards.moves(&frame.image) {
            Ok(true) => return Cards::Quiet,
            Ok(false) => cards.on_still_frame(&frame.image),
            Err(trouble) => Err(trouble),
        };
        let unchanged = cards.view() == before;
        let taken = looked.map(|(verdict, news)| {
            let told = if unchanged { Cards::Quiet } else { Cards::News };
            self.doubtful = matches!(verdict, Verdict::Waits | Verdict::Doubts);
            let told = match verdict {
                Verdict::Stands | Verdict::Doubts => told,
                Verdict::Waits => Cards::Wait,
                Verdict::Corrected(table) => match self.correct(shared, *table) {
                    Ok(()) => Cards::Corrected,
                    Err(trouble) => {
                        self.odd_frame = Some(trouble.sentence);
                        return Cards::Wait;
                    }
                },
            };
            if let Some(news) = news {
                shared.audience.hears(self.generation, news, frame, &shared.calibration_json());
            }
            told
        });
        taken.unwrap_or_else(|trouble| {
            self.odd_frame = Some(trouble.sentence);
            Cards::Quiet
        })
    }

    /// Puts a corrected table in force: here at once, for everything else as soon as the bench is free.
    fn correct(&mut self, shared: &Shared, table: TableFile) -> Result<(), Trouble> {
        let Some(before) = self.table.clone() else { return Ok(()) };
        let table = Arc::new(table);
        let fleet = match self.carry_over(shared, &table) {
            Ok(fleet) => fleet,
            Err(trouble) => {
                // The cards say it again on the next still frame.
                let fleet = shared.table_of(self.generation)?.bench.fleet.clone();
                self.cards = Some(CardWatch::new(&before, fleet.as_ref())?);
                return Err(trouble);
            }
        };
        let calibration_json = Arc::from(serde_json::to_string(table.as_ref())?);
        let kept = {
            let mut current = shared.table_of(self.generation)?;
            let uncorrected = current.bench.clone();
            let corrected = current.bench.correct(&before, &table, fleet.as_ref());
            current.calibration_json = calibration_json;
            let keeps = corrected && current.choice != SourceChoice::Demo;
            if keeps { current.bench.write(&uncorrected, &shared.folder) } else { Ok(()) }
        };
        self.table = Some(table);
        self.held = false;
        if let Err(trouble) = kept {
            self.notices = vec![trouble.sentence];
        }
        Ok(())
    }

    /// Fleet and tracker, carried over to a corrected table.
    fn carry_over(&mut self, shared: &Shared, table: &TableFile) -> Result<Option<Arc<Fleet>>, Trouble> {
        let Some(cards) = &self.cards else { return Ok(None) };
        let seen = shared.table_of(self.generation)?.observations.clone();
        let fleet = cards.fleet_on(table, &seen)?;
        if let (Some(tracker), Some(fleet)) = (&mut self.tracker, &fleet) {
            tracker.see_from(table, fleet)?;
        }
        Ok(fleet)
    }

    /// Sends a view to all windows, while it is of the table in use.
    pub(in crate::table_session) fn send(&mut self, shared: &Shared, view: LiveView) {
        if shared.table_of(self.generation).is_err() {
            // It is of another table than the one that players see now.
            return;
        }
        let still = self.still.take().map(Still::handed_now);
        // A window that is gone listens no more.
        lock(&shared.live).retain(|_, sink| sink(LiveView { still, ..view.clone() }));
        *lock(&shared.view) = Some(view);
    }

    pub(in crate::table_session) fn view(&self, shared: &Shared) -> LiveView {
        let camera = self.table.as_ref().map(|table| table.camera());
        let absences = shared.table().absences.clone();
        let ships = match (&camera, &self.reading) {
            (Some(camera), Some(reading)) => reading
                .observations
                .iter()
                .enumerate()
                .filter_map(|(at, seen)| {
                    let is_lost = |ship: &ShipId| shared.audience.is_lost(ship);
                    let presence = presence_of(reading, at, &absences, is_lost);
                    let ship = live_ship(camera, seen, presence, self.hulls.get(&seen.ship)?, shared)?;
                    let (name_doubt, bow_doubt) = doubts(&reading.questions, &seen.ship);
                    Some(LiveShip { name_doubt, bow_doubt, ..ship })
                })
                .collect(),
            _ => Vec::new(),
        };
        let questions = match (&camera, &self.reading) {
            (Some(camera), Some(reading)) => {
                questions(reading, camera, &self.hulls, shared.audience.as_ref())
            }
            _ => Vec::new(),
        };
        LiveView {
            frame: self.last.0,
            width_px: self.size.0,
            height_px: self.size.1,
            source: shared.source_view(),
            shown_fps: lock(&shared.shown).per_second(Instant::now()),
            vision_ms: self.measured_ms,
            still: None,
            moving: self.reading.as_ref().is_some_and(|reading| reading.moving || reading.covered),
            calibrated: self.table.is_some(),
            table_px: self.table.as_ref().map(|table| table_outline_px(table)).unwrap_or_default(),
            ships,
            ghosts: camera.as_ref().map(|camera| live_ghosts(camera, shared)).unwrap_or_default(),
            questions,
            drift: self.cards.as_ref().and_then(CardWatch::view),
            notices: self
                .notices
                .iter()
                .chain(&self.odd_frame)
                .cloned()
                .chain(self.cards.as_ref().and_then(CardWatch::notice))
                .chain(shared.audience.trouble())
                .collect(),
            battle_news: shared.audience.news(),
        }
    }
}

/// Does a view tell players anything that the one before did not? What only counts on is no news.
pub(in crate::table_session) fn tells_more(view: &LiveView, before: &LiveView) -> bool {
    let told = |view: &LiveView| {
        let source = SourceView { sentence: String::new(), ..view.source.clone() };
        LiveView { frame: 0, shown_fps: 0.0, vision_ms: 0.0, still: None, source, ..view.clone() }
    };
    told(view) != told(before)
}

/// What the cards said of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cards {
    /// What they said before, or nothing.
    Quiet,
    /// Something new to tell.
    News,
    /// Places wait until it is clear what moved.
    Wait,
    /// The table was corrected: the next frame is measured with it.
    Corrected,
}

fn none_sure(reading: &mut LiveReading) {
    reading.observations.iter_mut().for_each(|seen| seen.sure = false);
}

fn pair(pixel: Pixel) -> (f64, f64) {
    (pixel.x_px, pixel.y_px)
}

/// Are a ship's name and its bow asked about?
fn doubts(questions: &[Question], ship: &ShipId) -> (bool, bool) {
    let name =
        |question: &Question| matches!(question, Question::Names { ships, .. } if ships.contains(ship));
    let bow = |question: &Question| matches!(question, Question::Bow { ship: asked, .. } if asked == ship);
    (questions.iter().any(name), questions.iter().any(bow))
}

fn live_ship(
    camera: &TableCamera,
    seen: &Observation,
    presence: Presence,
    hull: &HullShape,
    shared: &Shared,
) -> Option<LiveShip> {
    let (name, side) = shared.audience.name_and_side(&seen.ship);
    let drawn = draw(camera, hull, seen.pose)?;
    Some(LiveShip {
        id: seen.ship.to_string(),
        name,
        side,
        x_in: seen.pose.stack.x_in,
        y_in: seen.pose.stack.y_in,
        heading_deg: seen.pose.heading.deg(),
        sigma_in: seen.sigma_in,
        heading_sigma_deg: seen.heading_sigma_rad.to_degrees(),
        seen: seen.seen,
        sure: seen.sure,
        presence,
        name_doubt: false,
        bow_doubt: false,
        outline_px: drawn.outline_px,
        stack_px: drawn.stack_px,
        ahead_px: drawn.ahead_px,
    })
}

/// The ghosts of the battle in play, in the picture.
fn live_ghosts(camera: &TableCamera, shared: &Shared) -> Vec<LiveGhost> {
    let live = |ghost: ShipGhostView| {
        let at = |point: Point| camera.pixel_from_table(point, 0.0).map(pair);
        let stack = Point::new(ghost.place.x_in, ghost.place.y_in);
        let ahead = stack.moved(Heading::from_deg(ghost.place.heading_deg), GHOST_ARROW_IN);
        let outline = ghost.outline_in.iter().filter_map(|(x_in, y_in)| at(Point::new(*x_in, *y_in)));
        Some(LiveGhost {
            outline_px: outline.collect(),
            stack_px: at(stack)?,
            ahead_px: at(ahead)?,
            id: ghost.ship,
            name: ghost.name,
            side: ghost.side,
            why: ghost.why,
            sentence: ghost.sentence,
        })
    };
    shared.audience.ghosts().into_iter().filter_map(live).collect()
}

/// The playing area's edge, bent by the lens: several points a side.
fn table_outline_px(table: &TableFile) -> Vec<(f64, f64)> {
    const POINTS_A_SIDE: usize = 12;
    let (east, north) = table.size_in;
    let corners = [(0.0, 0.0), (east, 0.0), (east, north), (0.0, north)];
    let camera = table.camera();
    (0..corners.len())
        .flat_map(|side| {
            let (from, to) = (corners[side], corners[(side + 1) % corners.len()]);
            (0..POINTS_A_SIDE).map(move |step| {
                let share = step as f64 / POINTS_A_SIDE as f64;
                Point::new(from.0 + share * (to.0 - from.0), from.1 + share * (to.1 - from.1))
            })
        })
        .filter_map(|point| camera.pixel_from_table(point, 0.0).map(pair))
        .collect()
}
