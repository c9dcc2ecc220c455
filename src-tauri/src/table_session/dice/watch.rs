//! Watches the tray in every frame of its own camera or of the table's, and reads each throw as soon as it lies.

use crate::host::crash_report::caught;
use crate::host::threads::spawn;
use crate::ipc::dice::{DiceView, TrayState};
use crate::ipc::messages::Trouble;
use crate::table_session::dice::kept_dice::KeptDice;
use crate::table_session::dice::reading::{FullTray, ReadingAhead, TrayReading};
use crate::table_session::dice::seen::Seen;
use crate::table_session::dice::throws::KeptThrow;
use crate::table_session::dice::tray_camera::{TrayCamera, TrayCameras, tray_frames};
use crate::table_session::latest::lock;
use crate::table_session::source::choices::LOOK_AGAIN;
use crate::table_session::state::table_state::OpenSource;
use crate::table_session::state::tray::Tray;
use battle::ThrowEvidence;
use battle::view::RollView;
use calibration::{PictureSize, picture_size};
use dice::{CameraFilter, DiceError, Disturbance, Throw, ThrowWatch, TrayNow};
use geometry::FrameId;
use opencv::core::{Mat, Point, Size};
use opencv::imgproc;
use opencv::prelude::*;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};
use tracking::source::Frame;

const NO_FULL_PICTURE: &str = "The dice lie, but no full picture of them came from the phone: look whether it is awake, and throw again.";
const FAULT: &str =
    "A fault in the app kept these dice from being read: throw them again, or type what they show.";

/// Shows a new view of the dice to the windows; returns false if this source is not shown.
pub type ShowDice = Box<dyn Fn(DiceView) -> bool + Send + Sync>;

/// The tray of one source: its thread, and what it has seen.
#[derive(Clone)]
pub struct DiceWatch(Arc<Shared>);

struct Shared {
    source: Arc<OpenSource>,
    cameras: TrayCameras,
    known: KeptDice,
    show: ShowDice,
    seen: Mutex<Seen>,
    /// What the tray's pictures have told of where its camera sees "up".
    camera: Mutex<CameraFilter>,
}

/// What the thread alone holds.
struct Watcher {
    watch: Option<(Tray, ThrowWatch)>,
    /// The tray's own camera, if that is watched.
    camera: Option<Arc<TrayCamera>>,
    /// The newest frame that was looked at.
    last: FrameId,
    /// The size of reduced pictures, if the camera sends some: motion is watched at that size.
    reduced: Option<PictureSize>,
    began: Instant,
    /// The battle's news that `asked` was read with.
    news: Option<u64>,
    rolling: Rolling,
}

/// What is known of dice before it is sure that they lie.
#[derive(Default)]
struct Rolling {
    /// The rolls that were asked for when they began to roll; `None` while none roll.
    rolled_for: Option<Vec<RollView>>,
    /// What is read already while they settle.
    ahead: Option<ReadingAhead>,
}

impl DiceWatch {
    /// Starts to watch the tray of a source.
    ///
    /// # Errors
    /// When the system can't start a thread.
    pub fn start(
        source: Arc<OpenSource>,
        cameras: TrayCameras,
        known: KeptDice,
        show: ShowDice,
    ) -> Result<Self, Trouble> {
        let shared = Arc::new(Shared {
            source,
            cameras,
            known,
            show,
            seen: Mutex::default(),
            camera: Mutex::default(),
        });
        let watching = Arc::clone(&shared);
        spawn("dice", move || watching.watch())?;
        Ok(Self(shared))
    }

    /// The dice that players have taught.
    pub fn known(&self) -> &KeptDice {
        &self.0.known
    }

    /// The tray's own camera.
    pub fn cameras(&self) -> &TrayCameras {
        &self.0.cameras
    }

    /// Shows the dice to the windows if there is something new.
    pub fn show_news(&self) {
        self.0.show_news();
    }

    /// The roll asked for has been thrown, by dice in the tray or otherwise.
    pub fn spend(&self) {
        lock(&self.0.seen).throws.spend();
        self.0.show_news();
    }

    /// The evidence of a throw for the log, by its number.
    ///
    /// # Errors
    /// When it is no longer kept, was thrown for another roll, or was taken already.
    pub fn evidence(&self, number: u32) -> Result<ThrowEvidence, Trouble> {
        // Rolls may have changed since the last frame.
        let asked = self.0.source.record.asked_rolls();
        let throw = lock(&self.0.seen).throws.numbered(number).cloned();
        let throw = throw.filter(|throw| !throw.spent && throw.thrown_for == asked);
        throw.ok_or_else(|| Trouble::new("This throw was not made for these dice: throw again."))?.evidence()
    }
}

impl Shared {
    fn watch(&self) {
        let mut watcher = Watcher {
            watch: None,
            camera: None,
            last: FrameId(0),
            reduced: None,
            began: Instant::now(),
            news: None,
            rolling: Rolling::default(),
        };
        while !self.source.is_over() {
            self.cameras.open_awaited();
            self.follow_camera(&mut watcher);
            let frames = tray_frames(watcher.camera.as_deref(), &self.source.frames);
            let frame = frames.wait_newer(watcher.last, LOOK_AGAIN);
            if let Some(frame) = &frame {
                watcher.last = frame.id;
            }
            // A frame that can't be read is left out; the report of the panic is written, and the next frame begins anew.
            if caught(|| self.look(&mut watcher, frame.as_ref())).is_err() {
                watcher.watch = None;
                lock(&self.seen).no_throw = Some(FAULT.to_owned());
            }
        }
        self.cameras.close();
    }

    /// Begins anew when the tray got another camera.
    fn follow_camera(&self, watcher: &mut Watcher) {
        let camera = self.cameras.now();
        let is_same = match (&camera, &watcher.camera) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        if !is_same {
            (watcher.camera, watcher.watch) = (camera, None);
            (watcher.last, watcher.reduced) = (FrameId(0), None);
            let mut seen = lock(&self.seen);
            seen.throws.disturbed();
            seen.state = TrayState::NoTray;
        }
    }

    fn look(&self, watcher: &mut Watcher, frame: Option<&Frame>) {
        let tray = self.tray(watcher.camera.as_deref());
        if let Some(frame) = frame.filter(|frame| frame.reduced) {
            watcher.reduced = Some(picture_size(&frame.image));
        }
        let size = watcher.reduced.or_else(|| frame.map(|frame| picture_size(&frame.image)));
        let watched = tray.and_then(|tray| match size {
            // Another size of full pictures may show another part of the table.
            Some(size) if watcher.reduced.is_some() => tray.in_picture(size),
            Some(size) => tray.is_of(size).then_some(tray),
            None => watcher.watch.as_ref().map(|(tray, _)| *tray),
        });
        self.follow_tray(watcher, watched, tray);
        let Some((watched, watch)) = &mut watcher.watch else { return self.show_news() };
        let news = self.source.record.news();
        if watcher.news != Some(news) {
            watcher.news = Some(news);
            // The battle may be busy: nothing is held meanwhile.
            let asked = self.source.record.asked_rolls();
            lock(&self.seen).ask(asked, Instant::now());
        }
        if let Some(frame) = frame {
            let at = frame.came.saturating_duration_since(watcher.began);
            let now = sized(&frame.image, *watched).and_then(|image| watch.see(&image, at));
            lock(&self.seen).trouble = now.as_ref().err().map(ToString::to_string);
            let frames = tray_frames(watcher.camera.as_deref(), &self.source.frames);
            if let (Ok(now), Some(tray)) = (now, tray) {
                if let TrayNow::Settling { changed } = now {
                    self.read_ahead(&mut watcher.rolling.ahead, changed, (frame, at), tray);
                }
                let full = || FullTray::of(frames, frame, tray);
                self.take(&mut watcher.rolling, now, watcher.began, full);
            }
        }
        self.show_news();
    }

    /// The tray in full pictures.
    fn tray(&self, camera: Option<&TrayCamera>) -> Option<Tray> {
        match camera {
            None => *self.source.tray.get(),
            Some(camera) => Some(camera.tray_or_all(&camera.frames.newest_full()?)),
        }
    }

    /// Begins anew with another tray.
    fn follow_tray(&self, watcher: &mut Watcher, watched: Option<Tray>, full: Option<Tray>) {
        if watcher.watch.as_ref().map(|(tray, _)| *tray) == watched {
            return;
        }
        watcher.watch = watched.zip(full).map(|(watched, full)| {
            let factor = f64::from(watched.width_px) / f64::from(full.width_px);
            (watched, ThrowWatch::in_reduced(watched.rect(), factor.min(1.0)))
        });
        *lock(&self.camera) = CameraFilter::default();
        let mut seen = lock(&self.seen);
        seen.throws.disturbed();
        seen.state = if watched.is_some() { TrayState::Still } else { TrayState::NoTray };
    }

    /// Begins to read dice that seem to lie, unless that is being done.
    fn read_ahead(
        &self,
        ahead: &mut Option<ReadingAhead>,
        changed: Duration,
        (frame, at): (&Frame, Duration),
        tray: Tray,
    ) {
        // One that no longer holds is let finish first: two at work would take twice as long.
        let is_needed = ahead.as_ref().is_none_or(|ahead| !ahead.holds(changed) && ahead.is_over());
        if is_needed && at > changed && self.known.taking_throws().is_none() {
            *ahead = ReadingAhead::begin((frame, at), tray, &self.known, lock(&self.camera).clone());
        }
    }

    /// Takes note of what the tray shows; `full`: the tray in a full picture.
    fn take(
        &self,
        rolling: &mut Rolling,
        now: TrayNow,
        began: Instant,
        full: impl FnOnce() -> Option<FullTray>,
    ) {
        let state = match now {
            TrayNow::Still => {
                let seen = lock(&self.seen);
                if seen.throws.lying().is_some() { TrayState::Thrown } else { TrayState::Still }
            }
            TrayNow::Hand => TrayState::Hand,
            TrayNow::Rolling => TrayState::Rolling,
            TrayNow::Settling { .. } => TrayState::Settling,
            TrayNow::Thrown(throw) => {
                let ahead = rolling.ahead.take().filter(|ahead| ahead.holds(throw.changed));
                let taken = self.thrown(rolling.rolled_for.take(), &throw, began, ahead, full);
                let mut seen = lock(&self.seen);
                seen.no_throw = taken.as_ref().err().cloned();
                if taken == Ok(true) {
                    TrayState::Thrown
                } else {
                    seen.throws.disturbed();
                    TrayState::Still
                }
            }
            TrayNow::Disturbed(disturbance) => {
                let mut seen = lock(&self.seen);
                seen.throws.disturbed();
                seen.no_throw = why_no_throw(disturbance).map(str::to_owned);
                TrayState::Still
            }
        };
        let mut seen = lock(&self.seen);
        match state {
            TrayState::Rolling => {
                rolling.rolled_for.get_or_insert_with(|| seen.asked().to_vec());
                seen.no_throw = None;
            }
            TrayState::Settling => {}
            _ => rolling.rolled_for = None,
        }
        seen.state = state;
    }

    /// Takes dice that have come to rest, which may have been read already, for the rolls that were asked for when they began to roll;
    /// a die that is taught by throws learns from them instead. Returns whether they are a throw for rolls.
    ///
    /// # Errors
    /// Why they can't be read.
    fn thrown(
        &self,
        rolled_for: Option<Vec<RollView>>,
        throw: &Throw,
        began: Instant,
        ahead: Option<ReadingAhead>,
        full: impl FnOnce() -> Option<FullTray>,
    ) -> Result<bool, String> {
        let in_words = |error: DiceError| error.to_string();
        if self.known.taking_throws().is_some() {
            let picture = full().ok_or(NO_FULL_PICTURE)?.picture().map_err(in_words)?;
            self.known.add_throw(&picture);
            return Ok(false);
        }
        let reading = match ahead.and_then(ReadingAhead::read) {
            Some(reading) => reading,
            None => {
                let (full, camera) = (full().ok_or(NO_FULL_PICTURE)?, lock(&self.camera).clone());
                TrayReading::of(full, &self.known, camera).map_err(in_words)?
            }
        };
        let TrayReading { full, picture, dice, camera } = reading;
        *lock(&self.camera) = camera;
        let (width, height) = (f64::from(picture.cols()), f64::from(picture.rows()));
        let lay_before = |die: &dice::DieReading| {
            let side = (die.side_px / width, die.side_px / height);
            throw.lay_before((die.x / width, die.y / height), side)
        };
        let dice: Vec<_> = dice.into_iter().map(|die| (die.clone(), lay_before(&die))).collect();
        let rested = began + throw.at_rest;
        let (dice, counting, thrown_for) = {
            let seen = lock(&self.seen);
            let thrown_for = rolled_for.unwrap_or_else(|| seen.asked_at(rested).to_vec());
            let (dice, counting) = seen.throws.counting_first(dice, &thrown_for);
            (dice, counting, thrown_for)
        };
        // Only missing dice are looked for beside the tray.
        let outside = if counting < thrown_for.len() { self.dice_outside(&full) } else { Ok(0) };
        let outside = outside.map_err(in_words)?;
        lock(&self.seen).throws.add(|number| KeptThrow {
            number,
            rested_at_ms: at_ms(rested),
            picture,
            corner_px: full.corner_px(),
            dice,
            counting,
            outside,
            thrown_for,
            spent: false,
        });
        Ok(true)
    }

    /// How many dice lie beside the tray for sure.
    fn dice_outside(&self, full: &FullTray) -> Result<usize, DiceError> {
        let (part, tray) = full.around();
        let around = Mat::roi(&*full.frame.image, part)?.try_clone()?;
        let is_in_tray = |die: &dice::DieReading| {
            tray.contains(Point::new(die.x.round() as i32 + part.x, die.y.round() as i32 + part.y))
        };
        Ok(self
            .known
            .read(&around, &mut CameraFilter::default())?
            .iter()
            .filter(|die| die.sure && !is_in_tray(die))
            .count())
    }

    /// Shows the dice to the windows if there is something new.
    fn show_news(&self) {
        let camera = self.cameras.now();
        let tray = self.tray(camera.as_deref());
        let of_table = self.source.frames.state();
        let is_lost = camera.is_none() && tray.is_some() && !matches!(of_table.key(), "live" | "still");
        let (camera, lesson) = (self.cameras.view(), self.known.throw_lesson());
        let lost = camera.as_ref().and_then(|camera| camera.sentence.clone());
        let lost = lost.or_else(|| is_lost.then(|| of_table.sentence()));
        let mut seen = lock(&self.seen);
        let view = seen.view(tray.as_ref(), camera, lost, lesson);
        if seen.shown.as_ref() != Some(&view) && (self.show)(view.clone()) {
            seen.shown = Some(view);
        }
    }
}

/// A picture in the size in which the tray is watched.
fn sized(image: &Arc<Mat>, watched: Tray) -> Result<Arc<Mat>, DiceError> {
    if watched.is_of(picture_size(image)) {
        return Ok(Arc::clone(image));
    }
    let mut reduced = Mat::default();
    // Trays are drawn in pictures, whose sides fit.
    let side = |px: u32| i32::try_from(px).unwrap_or(i32::MAX);
    let size = Size::new(side(watched.width_px), side(watched.height_px));
    imgproc::resize(&**image, &mut reduced, size, 0.0, 0.0, imgproc::INTER_AREA)?;
    Ok(Arc::new(reduced))
}

/// A moment of the past as milliseconds since 1970.
fn at_ms(moment: Instant) -> f64 {
    let then = SystemTime::now().checked_sub(moment.elapsed());
    let since = then.and_then(|then| then.duration_since(SystemTime::UNIX_EPOCH).ok());
    since.unwrap_or_default().as_secs_f64() * 1e3
}

fn why_no_throw(disturbance: Disturbance) -> Option<&'static str> {
    match disturbance {
        Disturbance::PutDown => Some("A die that is put down by hand is no throw: let it roll."),
        Disturbance::Moved => Some("Dice that are moved by hand are no throw: throw them again."),
        Disturbance::TakenAway => None,
    }
}
