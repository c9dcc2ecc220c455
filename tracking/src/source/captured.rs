//! Sources that are read with blocking calls: one thread supervises readers that it can abandon.

use super::frame::Command;
use super::reader::{Read, read_camera, read_url, read_video};
use super::slot::{Condition, Slot};
use crossbeam_channel::{Receiver, RecvTimeoutError, bounded, select};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};
use url::Url;

/// A silent reader is abandoned after this time. Longer than OpenCV's own limits (10 s for V4L2).
const STALLED_AFTER: Duration = Duration::from_secs(12);

/// The first pause before a retry; each further one is twice as long, up to the longest.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(8);

/// The feed to read.
#[derive(Debug, Clone)]
pub(super) enum Feed {
    Camera { index: u32, id: Option<String> },
    Url(Url),
    Video(PathBuf),
}

/// The way a reader ended.
enum Outcome {
    Closed,
    Restart,
    Ended,
    Lost(String),
}

/// Fills the slot until the source is closed.
pub(super) fn run(feed: &Feed, slot: &Slot, commands: &Receiver<Command>) {
    let mut pause = FIRST_PAUSE;
    loop {
        let before = slot.newest().map(|frame| frame.id);
        match follow(feed, slot, commands) {
            Outcome::Closed => return,
            Outcome::Restart => {}
            Outcome::Ended => {
                slot.set(Condition::Ended);
                // Only a command can bring an ended video back.
                if commands.recv().is_err() {
                    return;
                }
                slot.set(Condition::Opening);
            }
            Outcome::Lost(why) => {
                if slot.newest().map(|frame| frame.id) != before {
                    pause = FIRST_PAUSE;
                }
                slot.set(Condition::Lost { why, retry_at: Instant::now() + pause });
                match commands.recv_timeout(pause) {
                    Err(RecvTimeoutError::Disconnected) => return,
                    Ok(_) | Err(RecvTimeoutError::Timeout) => {}
                }
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        }
    }
}

/// Starts a reader and publishes its pictures.
fn follow(feed: &Feed, slot: &Slot, commands: &Receiver<Command>) -> Outcome {
    let (sender, reads) = bounded(1);
    let (began, read) = (Instant::now(), feed.clone());
    let reader = thread::Builder::new().name("frame reader".to_owned()).spawn(move || match read {
        Feed::Camera { index, id } => read_camera(index, id.as_deref(), &sender),
        Feed::Url(url) => read_url(&url, &sender),
        Feed::Video(path) => read_video(&path, &sender),
    });
    if let Err(error) = reader {
        return Outcome::Lost(format!("no thread could be started ({error})"));
    }
    loop {
        // On return `reads` is dropped, and the reader ends with its next picture, whenever that is.
        select! {
            recv(reads) -> read => match read {
                Ok(Read::Picture(picture)) => {
                    slot.publish(picture, None, Condition::Running);
                    if let Feed::Url(url) = feed && slot.only_repeats(began) {
                        // OpenCV's FFmpeg reader does so as well when the stream's pictures change their size.
                        let host = url.host_str().unwrap_or("the camera");
                        return Outcome::Lost(format!("{host} sends the same picture again and again"));
                    }
                }
                Ok(Read::Ended) => return Outcome::Ended,
                Ok(Read::Failed(why)) => return Outcome::Lost(why),
                Err(_) => return Outcome::Lost("the reader stopped".to_owned()),
            },
            recv(commands) -> command => match command {
                Ok(_) => return Outcome::Restart,
                Err(_) => return Outcome::Closed,
            },
            default(STALLED_AFTER) => return Outcome::Lost("no picture has come for a long time".to_owned()),
        }
    }
}
