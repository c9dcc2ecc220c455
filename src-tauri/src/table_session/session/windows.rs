//! The windows that watch the table: the newest view to each.

use crate::ipc::messages::LiveView;
use crate::table_session::epoch::Epoch;
use crate::table_session::latest::lock;
use crate::table_session::recognition::live_view::tells_more;
use crate::table_session::source::frame_rate::Rate;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

/// Takes a live view for the page; false when the page has gone.
pub type LiveSink = Box<dyn Fn(LiveView) -> bool + Send>;

/// The windows that watch, whichever session is in use.
#[derive(Default)]
pub struct Windows(Mutex<WindowState>);

#[derive(Default)]
struct WindowState {
    /// The session that is in use: no other sends anything.
    session: u64,
    /// By the windows' labels.
    sinks: BTreeMap<&'static str, LiveSink>,
    newest: Option<LiveView>,
    /// Pictures that the page fetched.
    fetched: Rate,
}

impl Windows {
    fn state(&self) -> MutexGuard<'_, WindowState> {
        lock(&self.0)
    }

    /// The session of this epoch is in use from now on.
    pub fn follow(&self, epoch: Epoch) {
        let mut state = self.state();
        (state.session, state.newest) = (epoch.session(), None);
    }

    /// Sends live views to a window's page from now on, the newest at once.
    pub fn watch(&self, window: &'static str, sink: LiveSink) {
        let mut state = self.state();
        if state.newest.clone().is_none_or(&sink) {
            state.sinks.insert(window, sink);
        }
    }

    /// Would this view tell the windows anything new?
    pub fn is_news(&self, view: &LiveView) -> bool {
        self.state().newest.as_ref().is_none_or(|before| tells_more(view, before))
    }

    /// Sends a view to all windows, while its session is the one in use.
    pub fn send(&self, of: Epoch, view: LiveView) {
        let mut state = self.state();
        if state.session != of.session() {
            return;
        }
        // A window that is gone listens no more.
        state.sinks.retain(|_, sink| sink(view.clone()));
        state.newest = Some(LiveView { still: None, ..view });
    }

    /// The page fetched a picture.
    pub fn count_picture(&self) {
        self.state().fetched.count(Instant::now());
    }

    /// How many pictures a second the page fetches.
    pub fn pictures_per_second(&self) -> f64 {
        self.state().fetched.per_second(Instant::now())
    }
}
