//! The windows that watch the table; each gets the newest view.

use crate::ipc::dice::DiceView;
use crate::ipc::messages::LiveView;
use crate::table_session::epoch::Epoch;
use crate::table_session::latest::lock;
use crate::table_session::recognition::live_view::tells_more;
use crate::table_session::source::frame_rate::Rate;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

/// Sends a live view to a page; returns false if the page is gone.
pub type LiveSink = Box<dyn Fn(LiveView) -> bool + Send>;

/// The windows that watch the table, for whichever session is in use.
#[derive(Default)]
pub struct Windows(Mutex<WindowState>);

#[derive(Default)]
struct WindowState {
    /// The number of the session in use; views of others are dropped.
    session: u64,
    /// The sinks by window label.
    sinks: BTreeMap<&'static str, LiveSink>,
    newest: Option<LiveView>,
    /// What the tray shows.
    dice: DiceView,
    /// The rate at which the page fetches pictures.
    fetched: Rate,
}

impl WindowState {
    fn send(&mut self, view: LiveView) {
        let view = LiveView { dice: self.dice.clone(), ..view };
        // The sinks of closed windows are removed.
        self.sinks.retain(|_, sink| sink(view.clone()));
        self.newest = Some(LiveView { still: None, ..view });
    }
}

impl Windows {
    fn state(&self) -> MutexGuard<'_, WindowState> {
        lock(&self.0)
    }

    /// Sets the session in use to that of this epoch.
    pub fn follow(&self, epoch: Epoch) {
        let mut state = self.state();
        (state.session, state.newest) = (epoch.session(), None);
        state.dice = DiceView::default();
    }

    /// Sends live views to a window's page from now on, starting with the newest.
    pub fn watch(&self, window: &'static str, sink: LiveSink) {
        let mut state = self.state();
        if state.newest.clone().is_none_or(&sink) {
            state.sinks.insert(window, sink);
        }
    }

    /// The view that was sent last; `None` before the first.
    pub fn newest(&self) -> Option<LiveView> {
        self.state().newest.clone()
    }

    /// Returns whether this view has anything new for the windows.
    pub fn is_news(&self, view: &LiveView) -> bool {
        let state = self.state();
        // Dice are shown as soon as there is something new.
        let view = LiveView { dice: state.dice.clone(), ..view.clone() };
        state.newest.as_ref().is_none_or(|before| tells_more(&view, before))
    }

    /// Sends a view to all windows, if its session is in use.
    pub fn send(&self, of: Epoch, view: LiveView) {
        let mut state = self.state();
        if state.session != of.session() {
            return;
        }
        state.send(view);
    }

    /// Shows what the tray of this session shows, without waiting for the next view of the table; returns false if the
    /// session is not in use.
    pub fn show_dice(&self, of: Epoch, dice: DiceView) -> bool {
        let mut state = self.state();
        if state.session != of.session() {
            return false;
        }
        state.dice = dice;
        if let Some(newest) = state.newest.clone() {
            state.send(newest);
        }
        true
    }

    /// Sends the newest view again, with this number of the battle's news, so that no window waits for the next picture
    /// to learn what another one has done.
    pub fn announce(&self, battle_news: u64) {
        let mut state = self.state();
        if let Some(newest) = state.newest.clone().filter(|view| view.battle_news != battle_news) {
            state.send(LiveView { battle_news, ..newest });
        }
    }

    /// Counts a picture that the page fetched.
    pub fn count_picture(&self) {
        self.state().fetched.count(Instant::now());
    }

    /// The number of pictures per second that the page fetches.
    pub fn pictures_per_second(&self) -> f64 {
        self.state().fetched.per_second(Instant::now())
    }
}
