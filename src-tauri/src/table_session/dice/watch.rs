//! Watches the tray in every frame of its own camera or of the table's, and reads each throw as soon as it lies.

use crate::host::crash_report::caught;
use crate::host::threads::spawn;
use crate::ipc::dice::{DiceView, TrayState};
use crate::ipc::messages::Trouble;
use crate::table_session::dice::kept_dice::KeptDice;
use crate::table_session::dice::throws::{KeptThrow, Throws};
use crate::table_session::dice::tray_camera::{TrayCamera, TrayCameras, tray_frames};
use crate::table_session::latest::lock;
use crate::table_session::source::choices::LOOK_AGAIN;
use crate::table_session::state::table_state::OpenSource;
use crate::table_session::state::tray::Tray;
use battle::ThrowEvidence;
use battle::view::RollView;
use calibration::{PictureSize, picture_size};
use dice::{Disturbance, ThrowWatch, TrayNow};
use geometry::FrameId;
use opencv::core::{Mat, Size};
use opencv::imgproc;
use opencv::prelude::*;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime};
use tracking::source::{Frame, Source};

/// A phone sends a full picture within this time.
const FULL_WITHIN: Duration = Duration::from_secs(2);
const NO_FULL_PICTURE: &str = "The dice lie, but no full picture of them came from the phone: look whether it is awake, and throw again.";

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
}

/// What the tray has shown.
#[derive(Default)]
struct Seen {
    state: TrayState,
    throws: Throws,
    /// The rolls asked for now.
    asked: Vec<RollView>,
    /// Why what lies in the tray is no throw.
    no_throw: Option<&'static str>,
    /// The view that windows have.
    shown: Option<DiceView>,
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
    /// The rolls that were asked for when the dice began to roll; `None` while none roll.
    rolled_for: Option<Vec<RollView>>,
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
        let shared = Arc::new(Shared { source, cameras, known, show, seen: Mutex::default() });
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
            rolled_for: None,
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
            lock(&self.seen).asked = asked;
        }
        if let Some(frame) = frame {
            let at = frame.came.saturating_duration_since(watcher.began);
            // What the tray can't be read in says so at the picture itself; the next frame is tried again.
            let now = sized(&frame.image, *watched).and_then(|image| watch.see(&image, at).ok());
            let frames = tray_frames(watcher.camera.as_deref(), &self.source.frames);
            if let (Some(now), Some(tray)) = (now, tray) {
                let full = || full_tray(frames, frame, tray);
                self.take(&mut watcher.rolled_for, now, watcher.began, full);
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
        let mut seen = lock(&self.seen);
        seen.throws.disturbed();
        seen.state = if watched.is_some() { TrayState::Still } else { TrayState::NoTray };
    }

    /// Takes note of what the tray shows; `full`: the tray cut out of a full picture, and its corner there.
    fn take(
        &self,
        rolled_for: &mut Option<Vec<RollView>>,
        now: TrayNow,
        began: Instant,
        full: impl FnOnce() -> Option<(Mat, (f64, f64))>,
    ) {
        let state = match now {
            TrayNow::Still => {
                let seen = lock(&self.seen);
                if seen.throws.lying().is_some() { TrayState::Thrown } else { TrayState::Still }
            }
            TrayNow::Hand => TrayState::Hand,
            TrayNow::Rolling => TrayState::Rolling,
            TrayNow::Settling => TrayState::Settling,
            TrayNow::Thrown(throw) => {
                let full = full();
                let dice = full.as_ref().and_then(|(picture, _)| self.known.read(picture).ok());
                let mut seen = lock(&self.seen);
                let thrown_for = rolled_for.take().unwrap_or_else(|| seen.asked.clone());
                let Some((picture, corner_px)) = full else {
                    seen.throws.disturbed();
                    seen.no_throw = Some(NO_FULL_PICTURE);
                    seen.state = TrayState::Still;
                    return;
                };
                let dice = dice.unwrap_or_default();
                seen.no_throw = None;
                let rested_at_ms = at_ms(began + throw.at_rest);
                seen.throws.add(|number| KeptThrow {
                    number,
                    rested_at_ms,
                    picture: Arc::new(picture),
                    corner_px,
                    dice,
                    thrown_for,
                    spent: false,
                });
                TrayState::Thrown
            }
            TrayNow::Disturbed(disturbance) => {
                let mut seen = lock(&self.seen);
                seen.throws.disturbed();
                seen.no_throw = why_no_throw(disturbance);
                TrayState::Still
            }
        };
        let mut seen = lock(&self.seen);
        match state {
            TrayState::Rolling => {
                rolled_for.get_or_insert_with(|| seen.asked.clone());
                seen.no_throw = None;
            }
            TrayState::Settling => {}
            _ => *rolled_for = None,
        }
        seen.state = state;
    }

    /// Shows the dice to the windows if there is something new.
    fn show_news(&self) {
        let camera = self.cameras.now();
        let tray = self.tray(camera.as_deref());
        let camera = self.cameras.view();
        let mut seen = lock(&self.seen);
        let view = seen.throws.view(tray.as_ref(), seen.state, &seen.asked);
        let mut view = DiceView { camera, ..view };
        let lost = view.camera.as_ref().and_then(|camera| camera.sentence.clone());
        if !seen.asked.is_empty() && view.throw.is_none() && lost.is_some() {
            view.sentence = lost;
        }
        if !seen.asked.is_empty() && view.sentence.is_none() && view.throw.is_none() {
            view.sentence = seen.no_throw.map(str::to_owned);
        }
        if seen.shown.as_ref() != Some(&view) && (self.show)(view.clone()) {
            seen.shown = Some(view);
        }
    }
}

/// A picture in the size in which the tray is watched; `None` when it can't be made.
fn sized(image: &Arc<Mat>, watched: Tray) -> Option<Arc<Mat>> {
    if watched.is_of(picture_size(image)) {
        return Some(Arc::clone(image));
    }
    let mut reduced = Mat::default();
    let size = Size::new(i32::try_from(watched.width_px).ok()?, i32::try_from(watched.height_px).ok()?);
    imgproc::resize(&**image, &mut reduced, size, 0.0, 0.0, imgproc::INTER_AREA).ok()?;
    Some(Arc::new(reduced))
}

/// The tray cut out of this frame, or of a full one that is asked for; and its corner there, pixels.
fn full_tray(frames: &Source, frame: &Frame, tray: Tray) -> Option<(Mat, (f64, f64))> {
    let full = if frame.reduced { frames.wait_newer_full(frame.id, FULL_WITHIN)? } else { frame.clone() };
    let tray = tray.in_picture(picture_size(&full.image))?;
    let picture = Mat::roi(&*full.image, tray.rect()).ok()?.try_clone().ok()?;
    let [left, top, ..] = tray.edges_px;
    Some((picture, (left, top)))
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
