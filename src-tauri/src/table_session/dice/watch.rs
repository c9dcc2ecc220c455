//! Watches the tray of one source in every frame, and reads each throw as soon as it lies.

use crate::host::crash_report::caught;
use crate::host::threads::spawn;
use crate::ipc::dice::{DiceView, TrayState};
use crate::ipc::messages::Trouble;
use crate::table_session::dice::kept_dice::KeptDice;
use crate::table_session::dice::throws::{KeptThrow, Throws};
use crate::table_session::latest::lock;
use crate::table_session::source::choices::LOOK_AGAIN;
use crate::table_session::state::table_state::OpenSource;
use crate::table_session::state::tray::Tray;
use battle::ThrowEvidence;
use battle::view::RollView;
use calibration::picture_size;
use dice::{Disturbance, ThrowWatch, TrayNow};
use geometry::FrameId;
use std::sync::{Arc, Mutex};
use std::time::{Instant, SystemTime};
use tracking::source::Frame;

/// Shows a new view of the dice to the windows; returns false if this source is not shown.
pub type ShowDice = Box<dyn Fn(DiceView) -> bool + Send + Sync>;

/// The tray of one source: its thread, and what it has seen.
#[derive(Clone)]
pub struct DiceWatch(Arc<Shared>);

struct Shared {
    source: Arc<OpenSource>,
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
    pub fn start(source: Arc<OpenSource>, known: KeptDice, show: ShowDice) -> Result<Self, Trouble> {
        let shared = Arc::new(Shared { source, known, show, seen: Mutex::default() });
        let watching = Arc::clone(&shared);
        spawn("dice", move || watching.watch())?;
        Ok(Self(shared))
    }

    /// The dice that players have taught.
    pub fn known(&self) -> &KeptDice {
        &self.0.known
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
        let mut watcher = Watcher { watch: None, began: Instant::now(), news: None, rolled_for: None };
        let mut last = FrameId(0);
        while !self.source.is_over() {
            let frame = self.source.frames.wait_newer(last, LOOK_AGAIN);
            if let Some(frame) = &frame {
                last = frame.id;
            }
            // A frame that can't be read is left out; the report of the panic is written, and the next frame begins anew.
            if caught(|| self.look(&mut watcher, frame.as_ref())).is_err() {
                watcher.watch = None;
            }
        }
    }

    fn look(&self, watcher: &mut Watcher, frame: Option<&Frame>) {
        let tray = *self.source.tray.get();
        self.follow_tray(watcher, tray);
        let Some((_, watch)) = &mut watcher.watch else { return self.show_news() };
        let news = self.source.record.news();
        if watcher.news != Some(news) {
            watcher.news = Some(news);
            // The battle may be busy: nothing is held meanwhile.
            let asked = self.source.record.asked_rolls();
            lock(&self.seen).asked = asked;
        }
        let full = frame.filter(|frame| !frame.reduced);
        let fits = full.filter(|frame| tray.is_some_and(|tray| tray.is_of(picture_size(&frame.image))));
        if let Some(frame) = fits {
            let at = frame.came.saturating_duration_since(watcher.began);
            // What the tray can't be read in says so at the picture itself; the next frame is tried again.
            if let Ok(now) = watch.see(&frame.image, at) {
                self.take(&mut watcher.rolled_for, now, watcher.began);
            }
        }
        self.show_news();
    }

    /// Begins anew with another tray.
    fn follow_tray(&self, watcher: &mut Watcher, tray: Option<Tray>) {
        if watcher.watch.as_ref().map(|(tray, _)| *tray) == tray {
            return;
        }
        watcher.watch = tray.map(|tray| (tray, ThrowWatch::new(tray.rect())));
        let mut seen = lock(&self.seen);
        seen.throws.disturbed();
        seen.state = if tray.is_some() { TrayState::Still } else { TrayState::NoTray };
    }

    fn take(&self, rolled_for: &mut Option<Vec<RollView>>, now: TrayNow, began: Instant) {
        let state = match now {
            TrayNow::Still => {
                let seen = lock(&self.seen);
                if seen.throws.lying().is_some() { TrayState::Thrown } else { TrayState::Still }
            }
            TrayNow::Hand => TrayState::Hand,
            TrayNow::Rolling => TrayState::Rolling,
            TrayNow::Settling => TrayState::Settling,
            TrayNow::Thrown(throw) => {
                let dice = self.known.read(&throw.picture).unwrap_or_default();
                let mut seen = lock(&self.seen);
                let thrown_for = rolled_for.take().unwrap_or_else(|| seen.asked.clone());
                let corner_px = (f64::from(throw.corner_px.0), f64::from(throw.corner_px.1));
                seen.no_throw = None;
                let rested_at_ms = at_ms(began + throw.at_rest);
                seen.throws.add(|number| KeptThrow {
                    number,
                    rested_at_ms,
                    picture: Arc::new(throw.picture),
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
        let tray = *self.source.tray.get();
        let mut seen = lock(&self.seen);
        let mut view = seen.throws.view(tray.as_ref(), seen.state, &seen.asked);
        if !seen.asked.is_empty() && view.sentence.is_none() && view.throw.is_none() {
            view.sentence = seen.no_throw.map(str::to_owned);
        }
        if seen.shown.as_ref() != Some(&view) && (self.show)(view.clone()) {
            seen.shown = Some(view);
        }
    }
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
