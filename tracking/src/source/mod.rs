//! Frame sources behind one small interface: webcam, network stream, video file, folder of pictures, demo table, and
//! pictures that are pushed in from outside.
//!
//! Each source has a thread of its own and keeps one frame: the newest. No queue grows, and a slow reader
//! misses frames. Reads that may block without limit (a camera, a network) run on a further thread, which is
//! abandoned, never joined, when it stalls or the source is closed. A lost source reconnects by itself when
//! it can. A camera's picture that only repeats the one before is no frame.

mod backends;
mod cameras;
mod captured;
mod demonstration;
mod error;
mod fed;
mod frame;
mod pictures;
mod reader;
mod server_answer;
mod slot;
mod state;
#[cfg(test)]
mod tests;

pub use cameras::{CAMERAS_ARE_LISTED, Camera, camera_called, cameras};
pub use demonstration::DemoHandle;
pub use error::{SourceError, parse_url};
pub use fed::{FeedDemand, FeedError, PictureFeed, PictureKind};
pub use frame::Frame;
pub use state::SourceState;

use captured::Feed;
use crossbeam_channel::Sender;
use demo::TableSetup;
use frame::Command;
use geometry::FrameId;
use slot::{Condition, Slot};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// The source to open.
#[derive(Debug, Clone, PartialEq)]
pub enum SourceSpec {
    /// A simulated table with this setup.
    Demo(Box<TableSetup>),
    /// A webcam.
    Camera {
        /// Its number; where the id is known too, its number when it was chosen.
        index: u32,
        /// Its id ([`Camera::id`]): the camera is found under any number.
        id: Option<String>,
    },
    /// A network stream (MJPEG, RTSP …): http, https or rtsp.
    Url(String),
    /// A video file, played at its own rate.
    Video(PathBuf),
    /// A folder of JPEG and PNG pictures, each a still moment, in the order of their names.
    Pictures(PathBuf),
    /// Pictures that are pushed in from outside.
    Fed(PictureFeed),
}

/// The limit of waiting commands; a source that exceeds it no longer responds.
const COMMANDS_WAITING: usize = 64;

/// A webcam that repeats one picture for longer is frozen.
const WEBCAM_REPEATS: Duration = Duration::from_secs(2);
/// The same for a network stream: a video codec may send nothing new of a still scene until its next key frame.
const STREAM_REPEATS: Duration = Duration::from_secs(5);

/// The same for pictures that are pushed in: full ones may be seconds apart.
const FED_REPEATS: Duration = Duration::from_secs(8);

/// An open source; dropping it closes it at once.
pub struct Source {
    spec: SourceSpec,
    slot: Arc<Slot>,
    /// Dropping it tells the source's thread to stop.
    commands: Sender<Command>,
    demo: Option<DemoHandle>,
}

/// Opens a source. Pictures follow as soon as there are any: see [`Source::state`] and
/// [`Source::wait_newer`].
///
/// # Errors
/// Faults that are evident at once: no such camera, file or folder, or an address that is not allowed.
pub fn open(spec: SourceSpec) -> Result<Source, SourceError> {
    match &spec {
        SourceSpec::Demo(setup) => open_demo(TableSetup::clone(setup)),
        SourceSpec::Camera { index, id } => {
            reader::check_camera(*index, id.as_deref())?;
            let feed = Feed::Camera { index: *index, id: id.clone() };
            start(
                spec,
                Slot::new(Some(WEBCAM_REPEATS), Some(backends::REQUESTED_SIZE)),
                None,
                move |slot, commands| captured::run(&feed, slot, commands),
            )
        }
        SourceSpec::Url(text) => {
            let feed = Feed::Url(parse_url(text)?);
            start(spec, Slot::new(Some(STREAM_REPEATS), None), None, move |slot, commands| {
                captured::run(&feed, slot, commands)
            })
        }
        SourceSpec::Video(path) => {
            reader::check_video(path)?;
            let feed = Feed::Video(path.clone());
            start(spec, Slot::new(None, None), None, move |slot, commands| {
                captured::run(&feed, slot, commands)
            })
        }
        SourceSpec::Pictures(path) => {
            let folder = pictures::Folder::open(path)?;
            start(spec, Slot::new(None, None), None, move |slot, commands| {
                pictures::run(folder, slot, commands)
            })
        }
        SourceSpec::Fed(feed) => {
            let reader = feed.attach();
            let slot = Slot::fed(FED_REPEATS, feed.sender().to_owned());
            start(spec, slot, None, move |slot, commands| fed::run(&reader, slot, commands))
        }
    }
}

/// Opens a demo table of any setup.
///
/// # Errors
/// When the setup can't be drawn.
pub fn open_demo(setup: TableSetup) -> Result<Source, SourceError> {
    let spec = SourceSpec::Demo(Box::new(setup.clone()));
    let handle = DemoHandle::new(setup)?;
    let hand = handle.clone();
    start(spec, Slot::new(None, None), Some(handle), move |slot, commands| {
        demonstration::run(&hand, slot, commands)
    })
}

fn start(
    spec: SourceSpec,
    slot: Slot,
    demo: Option<DemoHandle>,
    run: impl FnOnce(&Slot, &crossbeam_channel::Receiver<Command>) + Send + 'static,
) -> Result<Source, SourceError> {
    let slot = Arc::new(slot);
    let (commands, orders) = crossbeam_channel::bounded(COMMANDS_WAITING);
    let filled = Arc::clone(&slot);
    thread::Builder::new()
        .name("frame source".to_owned())
        .spawn(move || {
            if catch_unwind(AssertUnwindSafe(|| run(&filled, &orders))).is_err() {
                let why =
                    "The app made a mistake and reads no more pictures: open the source again.".to_owned();
                filled.set(Condition::Unreadable { why });
            }
        })
        .map_err(SourceError::Thread)?;
    Ok(Source { spec, slot, commands, demo })
}

impl Source {
    /// The spec it was opened with.
    pub fn spec(&self) -> &SourceSpec {
        &self.spec
    }

    /// The newest frame; `None` before the first.
    pub fn newest(&self) -> Option<Frame> {
        self.slot.newest()
    }

    /// Waits for a frame newer than `after` (`FrameId(0)`: any frame); `None` when none comes within `timeout`.
    pub fn wait_newer(&self, after: FrameId, timeout: Duration) -> Option<Frame> {
        self.slot.wait_newer(after, timeout)
    }

    /// The newest full frame, on which alone is measured; `None` before the first. Only a fed source has reduced ones.
    pub fn newest_full(&self) -> Option<Frame> {
        self.slot.newest_full()
    }

    /// Waits for a full frame newer than `after`; a source that sends full ones on request only is asked for one.
    pub fn wait_newer_full(&self, after: FrameId, timeout: Duration) -> Option<Frame> {
        if self.newest_full().is_none_or(|frame| frame.id <= after) {
            self.request_full();
        }
        self.slot.wait_newer_full(after, timeout)
    }

    /// A full frame that shows the table as it is now: the newest, waiting for the first; a source that sends full ones
    /// on request only is asked for another. `None` when none comes within `timeout`.
    pub fn full_now(&self, timeout: Duration) -> Option<Frame> {
        let before = self.slot.full_arrivals();
        self.request_full();
        let is_fed = matches!(self.spec, SourceSpec::Fed(_));
        let newest = self.newest_full().filter(|_| !is_fed);
        newest.or_else(|| self.slot.wait_full_arrival(before, timeout))
    }

    /// Asks for a full picture, where the source sends them on request only.
    pub fn request_full(&self) {
        if let SourceSpec::Fed(feed) = &self.spec {
            feed.request_full();
        }
    }

    /// What the players should know of the source besides its state, one sentence each.
    pub fn notices(&self) -> Vec<String> {
        match &self.spec {
            SourceSpec::Fed(feed) => feed.notices(),
            _ => Vec::new(),
        }
    }

    /// The state of the source.
    pub fn state(&self) -> SourceState {
        self.slot.state()
    }

    /// Plays a video again from its beginning.
    ///
    /// # Errors
    /// When it is not a video.
    pub fn restart(&self) -> Result<(), SourceError> {
        match self.spec {
            SourceSpec::Video(_) => self.tell(Command::Restart),
            _ => Err(SourceError::NotAVideo),
        }
    }

    /// Goes on by this many pictures, or back; stops at the first and at the last.
    ///
    /// # Errors
    /// When it is not a folder of pictures.
    pub fn step(&self, by: i32) -> Result<(), SourceError> {
        self.leaf(Command::Step(by))
    }

    /// Shows picture number `number` of a folder, counted from 0 in the order of the names.
    ///
    /// # Errors
    /// When it is not a folder of pictures.
    pub fn show(&self, number: usize) -> Result<(), SourceError> {
        self.leaf(Command::Show(number))
    }

    /// The handle of the demo table; `None` for every other source.
    pub fn demo(&self) -> Option<DemoHandle> {
        self.demo.clone()
    }

    fn leaf(&self, command: Command) -> Result<(), SourceError> {
        match self.spec {
            SourceSpec::Pictures(_) => self.tell(command),
            _ => Err(SourceError::NotPictures),
        }
    }

    fn tell(&self, command: Command) -> Result<(), SourceError> {
        self.commands.try_send(command).map_err(|_| SourceError::Stopped)
    }
}
