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
pub struct Windows(Mutex<Watching>);

#[derive(Default)]
struct Watching {
    /// The session that is in use: no other sends anything.
    session: u64,
    /// By the windows' labels.
    sinks: BTreeMap<&'static str, LiveSink>,
    newest: Option<LiveView>,
    /// Pictures that the page fetched.
    fetched: Rate,
}

impl Windows {
    fn watching(&self) -> MutexGuard<'_, Watching> {
        lock(&self.0)
    }

    /// The session of this epoch is in use from now on.
    pub fn begin(&self, epoch: Epoch) {
        let mut watching = self.watching();
        (watching.session, watching.newest) = (epoch.session(), None);
    }

    /// Sends live views to a window's page from now on, the newest at once.
    pub fn watch(&self, window: &'static str, sink: LiveSink) {
        let mut watching = self.watching();
        if watching.newest.clone().is_none_or(&sink) {
            watching.sinks.insert(window, sink);
        }
    }

    /// Would this view tell the windows anything new?
    pub fn would_learn(&self, view: &LiveView) -> bool {
        self.watching().newest.as_ref().is_none_or(|before| tells_more(view, before))
    }

    /// Sends a view to all windows, while its session is the one in use.
    pub fn send(&self, of: Epoch, view: LiveView) {
        let mut watching = self.watching();
        if watching.session != of.session() {
            return;
        }
        // A window that is gone listens no more.
        watching.sinks.retain(|_, sink| sink(view.clone()));
        watching.newest = Some(LiveView { still: None, ..view });
    }

    /// The page fetched a picture.
    pub fn count_picture(&self) {
        self.watching().fetched.count(Instant::now());
    }

    /// How many pictures a second the page fetches.
    pub fn pictures_per_second(&self) -> f64 {
        self.watching().fetched.per_second(Instant::now())
    }
}
