//! A fed source: somebody else receives the pictures and pushes them in as JPEGs.
//!
//! Full pictures are measured; reduced ones of the same view come in between and show motion. The feed says what it
//! wants of its sender ([`FeedDemand`]). Pictures are untrusted: bytes, kind and size are checked before anything is
//! decoded, which happens on the source's thread. Only the newest picture of each kind waits.

use super::frame::Command;
use super::slot::{Condition, Slot};
use calibration::{MOST_PIXELS, PictureSize, decode_picture, jpeg_size};
use crossbeam_channel::{Receiver, Sender, bounded, select};
use std::fmt::{Debug, Formatter};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use thiserror::Error;

/// The most bytes of a full picture, and of a reduced one.
const MOST_BYTES_FULL: usize = 24 << 20;
const MOST_BYTES_REDUCED: usize = 4 << 20;
/// The smallest side of a picture, pixels: below it motion can't be told from noise.
const SMALLEST_SIDE_PX: u32 = 90;
/// A full picture that was asked for and has not come is asked for again after this time.
const ASK_AGAIN: Duration = Duration::from_secs(1);

/// Which picture it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureKind {
    /// Of full resolution, for measuring.
    Full,
    /// A reduced one of the same view, which shows motion.
    Reduced,
}

/// What a feed wants of its sender.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FeedDemand {
    /// Whether its source is open: otherwise pictures are refused.
    pub in_use: bool,
    /// Counts the requests for one full picture.
    pub full_pictures: u64,
}

/// Why a picture, or a feed, was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FeedError {
    /// No source is open that shows it.
    #[error("This camera is not in use now: choose it as the source on the host's screen.")]
    NotInUse,
    /// Too many bytes.
    #[error("The picture has {bytes} bytes, more than {most}: send it at a lower quality.")]
    TooManyBytes {
        /// Its size, bytes.
        bytes: usize,
        /// The limit, bytes.
        most: usize,
    },
    /// Not a whole JPEG.
    #[error("The picture is no whole JPEG: reload the page that sends it.")]
    NotAJpeg,
    /// A full picture of another size than the feed's, or a reduced one of another shape.
    #[error(
        "The picture is {have}, which does not fit the camera's {want}: hold it as before, or choose the camera again."
    )]
    OtherSize {
        /// Its size.
        have: PictureSize,
        /// The size of the feed's full pictures.
        want: PictureSize,
    },
    /// A feed whose pictures would be too large or too small.
    #[error("Pictures of {0} can't be measured: choose a size from 160x90 to 50 megapixels.")]
    ImpossibleSize(PictureSize),
}

/// The end of a fed source into which pictures are pushed; all clones are the same feed.
#[derive(Clone)]
pub struct PictureFeed(Arc<Shared>);

struct Shared {
    sender: String,
    full_size: PictureSize,
    on_demand: Box<dyn Fn(FeedDemand) + Send + Sync>,
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    /// At most one of each kind, in the order in which they came.
    waiting: Vec<(PictureKind, Vec<u8>)>,
    /// Why the sender has gone, if it has.
    away: Option<String>,
    notices: Vec<String>,
    /// What was wrong with the last picture.
    trouble: Option<String>,
    demand: FeedDemand,
    /// When a full picture was asked for that has not come.
    asked_at: Option<Instant>,
    /// Wakes the source that is open; its number.
    reader: Option<(u64, Sender<()>)>,
    readers: u64,
}

/// The source's end of a feed. Dropping it ends the use of the feed.
pub(super) struct FeedReader {
    feed: PictureFeed,
    number: u64,
    wake: Receiver<()>,
}

impl PictureFeed {
    /// Makes a feed. `sender`: who sends the pictures, for sentences ("Ann's phone"). `full_size`: of its full pictures.
    /// `on_demand` is called whenever the demand changes, and must not block.
    ///
    /// # Errors
    /// When pictures of this size can't be measured.
    pub fn new(
        sender: impl Into<String>,
        full_size: PictureSize,
        on_demand: impl Fn(FeedDemand) + Send + Sync + 'static,
    ) -> Result<Self, FeedError> {
        let PictureSize { width, height } = full_size;
        if width.min(height) < SMALLEST_SIDE_PX || u64::from(width) * u64::from(height) > MOST_PIXELS {
            return Err(FeedError::ImpossibleSize(full_size));
        }
        let (sender, on_demand) = (sender.into(), Box::new(on_demand));
        Ok(Self(Arc::new(Shared { sender, full_size, on_demand, inner: Mutex::default() })))
    }

    /// Who sends the pictures.
    pub fn sender(&self) -> &str {
        &self.0.sender
    }

    /// Takes a picture. It replaces one of the same kind that has not been decoded yet.
    ///
    /// # Errors
    /// When the feed is not in use, or the picture is too large, no JPEG or of another size than the feed's.
    pub fn push(&self, jpeg: &[u8], kind: PictureKind) -> Result<(), FeedError> {
        let checked = self.check(jpeg, kind);
        let mut inner = self.lock();
        if !inner.demand.in_use {
            return Err(FeedError::NotInUse);
        }
        if let Err(error) = checked {
            inner.trouble = Some(format!("From {}: {error}", self.0.sender));
            return Err(error);
        }
        inner.away = None;
        inner.waiting.retain(|(waiting, _)| *waiting != kind);
        inner.waiting.push((kind, jpeg.to_vec()));
        inner.wake();
        Ok(())
    }

    fn check(&self, jpeg: &[u8], kind: PictureKind) -> Result<(), FeedError> {
        let most = match kind {
            PictureKind::Full => MOST_BYTES_FULL,
            PictureKind::Reduced => MOST_BYTES_REDUCED,
        };
        if jpeg.len() > most {
            return Err(FeedError::TooManyBytes { bytes: jpeg.len(), most });
        }
        let have = jpeg_size(jpeg).ok_or(FeedError::NotAJpeg)?;
        let want = self.0.full_size;
        let fits = match kind {
            PictureKind::Full => have == want,
            PictureKind::Reduced => is_reduced(have, want),
        };
        if fits { Ok(()) } else { Err(FeedError::OtherSize { have, want }) }
    }

    /// The sender has gone: the source is lost until [`PictureFeed::returned`], or the next picture. `sentence`: why, and
    /// what to do.
    pub fn gone(&self, sentence: impl Into<String>) {
        let mut inner = self.lock();
        inner.away = Some(sentence.into());
        inner.waiting.clear();
        inner.wake();
    }

    /// The sender is back: it is asked for a full picture at once.
    pub fn returned(&self) {
        let mut inner = self.lock();
        inner.away = None;
        inner.asked_at = None;
        inner.wake();
        drop(inner);
        self.request_full();
    }

    /// Sets what players should know of the sender, one sentence each.
    pub fn set_notices(&self, notices: Vec<String>) {
        self.lock().notices = notices;
    }

    /// What players should know: of the sender, and of its last picture if that was refused.
    pub fn notices(&self) -> Vec<String> {
        let inner = self.lock();
        inner.notices.iter().chain(&inner.trouble).cloned().collect()
    }

    /// What the feed wants of its sender now.
    pub fn demand(&self) -> FeedDemand {
        self.lock().demand
    }

    /// Asks the sender for one full picture, unless it was asked a moment ago.
    pub fn request_full(&self) {
        let mut inner = self.lock();
        let waits = inner.asked_at.is_some_and(|asked| asked.elapsed() < ASK_AGAIN);
        if !inner.demand.in_use || waits {
            return;
        }
        inner.demand.full_pictures += 1;
        inner.asked_at = Some(Instant::now());
        self.tell(inner);
    }

    /// Begins to use the feed. A source that used it before gets no further pictures.
    pub(super) fn attach(&self) -> FeedReader {
        let mut inner = self.lock();
        // One waiting signal is enough.
        let (waker, wake) = bounded(1);
        inner.readers += 1;
        let number = inner.readers;
        inner.reader = Some((number, waker));
        inner.demand.in_use = true;
        inner.demand.full_pictures += 1;
        inner.asked_at = Some(Instant::now());
        inner.wake();
        self.tell(inner);
        FeedReader { feed: self.clone(), number, wake }
    }

    /// Tells the sender what is wanted, without the lock: it may call back.
    fn tell(&self, inner: MutexGuard<'_, Inner>) {
        let demand = inner.demand;
        drop(inner);
        (self.0.on_demand)(demand);
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Every change leaves the feed consistent, so a panic elsewhere has spoilt nothing.
        self.0.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PartialEq for PictureFeed {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Debug for PictureFeed {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "PictureFeed({}, {})", self.0.sender, self.0.full_size)
    }
}

impl Inner {
    fn wake(&self) {
        if let Some((_, waker)) = &self.reader {
            // A full channel has a signal already.
            let _ = waker.try_send(());
        }
    }
}

impl Drop for FeedReader {
    fn drop(&mut self) {
        let mut inner = self.feed.lock();
        if inner.reader.as_ref().is_some_and(|(number, _)| *number == self.number) {
            inner.reader = None;
            inner.waiting.clear();
            inner.trouble = None;
            inner.demand.in_use = false;
            self.feed.tell(inner);
        }
    }
}

/// Whether a picture is a reduced one of the same view: the same shape to a pixel, and not larger.
fn is_reduced(have: PictureSize, full: PictureSize) -> bool {
    let height = f64::from(have.width) * f64::from(full.height) / f64::from(full.width);
    have.width <= full.width
        && have.height <= full.height
        && have.width.min(have.height) >= SMALLEST_SIDE_PX
        && (f64::from(have.height) - height).abs() <= 1.0
}

/// Decodes what is pushed in, until the source is closed or another one uses the feed.
pub(super) fn run(reader: &FeedReader, slot: &Slot, commands: &Receiver<Command>) {
    loop {
        select! {
            recv(reader.wake) -> woken => if woken.is_err() { return },
            // No command concerns a feed; the channel closes with the source.
            recv(commands) -> command => if command.is_err() { return },
        }
        let (waiting, away) = {
            let mut inner = reader.feed.lock();
            (std::mem::take(&mut inner.waiting), inner.away.clone())
        };
        match away {
            Some(sentence) => slot.set(Condition::Away { sentence }),
            None => slot.is_back(),
        }
        for (kind, jpeg) in waiting {
            let trouble = match decode_picture(&jpeg, Path::new("")) {
                Ok(picture) if kind == PictureKind::Full => {
                    slot.publish(picture, None, Condition::Running);
                    None
                }
                Ok(picture) => {
                    slot.publish_reduced(picture);
                    None
                }
                Err(_) => Some(format!("From {}: {}", reader.feed.0.sender, FeedError::NotAJpeg)),
            };
            let mut inner = reader.feed.lock();
            inner.trouble = trouble;
            if kind == PictureKind::Full {
                inner.asked_at = None;
            }
        }
    }
}

#[cfg(test)]
mod tests;
