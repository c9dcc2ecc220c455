//! Pictures on their way to the screen: the newest wins, the page acknowledges each, no queue grows.

use super::rate::Rate;
use super::{LOOK_AGAIN, Shared, lock};
use crate::wire::Trouble;
use geometry::FrameId;
use opencv::core::{Mat, Vector};
use opencv::imgcodecs::{IMWRITE_JPEG_QUALITY, imencode};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Takes a message for the page: the frame's id in eight little-endian bytes, then the JPEG. False when the page
/// has gone.
pub type PictureSink = Box<dyn Fn(Vec<u8>) -> bool + Send>;

/// On the screen a little loss is invisible and saves time.
const LIVE_QUALITY: i32 = 80;
/// Pictures kept in the log are looked at closely.
pub const PHOTO_QUALITY: i32 = 90;
/// Pictures sent and not yet acknowledged: one is drawn while the next is on its way.
const UNDER_WAY: u32 = 2;
/// A page that acknowledges nothing for so long has lost a message: it is sent a picture again.
const LOST: Duration = Duration::from_secs(1);
const WHILE_THE_PAGE_DRAWS: Duration = Duration::from_millis(2);

/// The page that watches, if there is one, and what is under way to it.
#[derive(Default)]
pub struct Pictures {
    sink: Mutex<Option<PictureSink>>,
    traffic: Mutex<Traffic>,
}

#[derive(Default)]
struct Traffic {
    under_way: u32,
    last_sent: Option<Instant>,
    shown: Rate,
}

impl Pictures {
    pub fn watch(&self, sink: PictureSink) {
        *lock(&self.traffic) = Traffic::default();
        *lock(&self.sink) = Some(sink);
    }

    pub fn stop(&self) {
        *lock(&self.sink) = None;
    }

    pub fn shown(&self) {
        let mut traffic = lock(&self.traffic);
        traffic.under_way = traffic.under_way.saturating_sub(1);
        traffic.shown.count(Instant::now());
    }

    /// Frames a second that reached the screen.
    pub fn per_second(&self) -> f64 {
        lock(&self.traffic).shown.per_second(Instant::now())
    }

    fn wanted(&self) -> bool {
        let traffic = lock(&self.traffic);
        let lost = traffic.last_sent.is_some_and(|sent| sent.elapsed() > LOST);
        (traffic.under_way < UNDER_WAY || lost) && lock(&self.sink).is_some()
    }

    fn send(&self, frame: FrameId, jpeg: &[u8]) {
        let mut message = Vec::with_capacity(8 + jpeg.len());
        message.extend_from_slice(&frame.0.to_le_bytes());
        message.extend_from_slice(jpeg);
        {
            let mut traffic = lock(&self.traffic);
            traffic.under_way = (traffic.under_way + 1).min(UNDER_WAY);
            traffic.last_sent = Some(Instant::now());
        }
        let mut sink = lock(&self.sink);
        if sink.as_ref().is_some_and(|sink| !sink(message)) {
            *sink = None;
        }
    }
}

/// A picture as a PNG: nothing of it is lost.
pub fn png(picture: &Mat) -> Result<Vec<u8>, Trouble> {
    let mut bytes = Vector::<u8>::new();
    imencode(".png", picture, &mut bytes, &Vector::new())
        .map_err(|error| Trouble::new(format!("The picture can't be kept as a PNG ({}).", error.message)))?;
    Ok(bytes.into())
}

/// A picture as a JPEG.
pub fn jpeg(picture: &Mat, quality: i32) -> Result<Vec<u8>, Trouble> {
    let mut bytes = Vector::<u8>::new();
    imencode(".jpg", picture, &mut bytes, &Vector::from_slice(&[IMWRITE_JPEG_QUALITY, quality]))
        .map_err(|error| Trouble::new(format!("The picture can't be kept as a JPEG ({}).", error.message)))?;
    Ok(bytes.into())
}

/// Starts the picture thread; it ends with the app.
pub(super) fn start(shared: Arc<Shared>) {
    std::thread::spawn(move || {
        let mut last = (0, FrameId(0));
        loop {
            if !shared.pictures.wanted() {
                std::thread::sleep(WHILE_THE_PAGE_DRAWS);
                continue;
            }
            let generation = shared.generation();
            // Another source counts its frames from the beginning again.
            let after = if generation == last.0 { last.1 } else { FrameId(0) };
            let Some(frame) = shared.source().wait_newer(after, LOOK_AGAIN) else { continue };
            last = (generation, frame.id);
            if let Ok(bytes) = jpeg(&frame.image, LIVE_QUALITY) {
                shared.pictures.send(frame.id, &bytes);
            }
        }
    });
}
