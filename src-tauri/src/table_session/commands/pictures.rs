//! Sends pictures to the screen. The page requests each one when it is ready, so it gets the newest and no queue grows.
//! A still table is sent a few times a second only.
//! (Through Tauri's channel, every picture would run a script in the page.)

use crate::ipc::messages::Trouble;
use crate::ipc::stage::Surface;
use crate::table_session::session::table_session::TableSession;
use crate::table_session::source::choices::LOOK_AGAIN;
use crate::table_session::source::encoding::{enlarged_jpeg, jpeg};
use geometry::FrameId;
use std::time::Duration;
use tracking::source::Source;

/// JPEG quality of live pictures: a small loss is invisible and saves time.
const LIVE_QUALITY: i32 = 80;
/// A picture's message is padded to a multiple of this size, bytes. Thirty blocks a second of different sizes would
/// fragment the page's memory.
const ROUNDED_TO: usize = 1 << 16;

/// Pause between two pictures of the tray: they must not cost the table's picture its rate.
const TRAY_PAUSE: Duration = Duration::from_millis(60);

/// The frame that a page has of this source; none if the page's is of another one, because each counts from zero again.
fn in_this_source(frames: &Source, after: FrameId) -> FrameId {
    if frames.newest().is_some_and(|newest| newest.id < after) { FrameId(0) } else { after }
}

/// The message of a picture: its id, the JPEG, padding.
fn message(id: FrameId, jpeg: &[u8]) -> Vec<u8> {
    let length = (size_of::<u64>() + jpeg.len()).next_multiple_of(ROUNDED_TO);
    let mut message = Vec::with_capacity(length);
    message.extend_from_slice(&id.0.to_le_bytes());
    message.extend_from_slice(jpeg);
    message.resize(length, 0);
    message
}

impl TableSession {
    /// Returns the newest picture of a surface after `after`: the frame's id in eight little-endian bytes, the JPEG, then padding
    /// zeros. Empty if none came within a short time; the page then asks again.
    ///
    /// # Errors
    /// When the picture can't be encoded, or is to be shown from above and the table is not calibrated.
    pub fn next_picture(&self, after: FrameId, surface: Surface) -> Result<Vec<u8>, Trouble> {
        let frames = &self.source.frames;
        let after = in_this_source(frames, after);
        // A page without a picture gets one at once.
        if after != FrameId(0) {
            self.source.picture_rate.wait_for_turn();
        }
        let Some(frame) = frames.wait_newer(after, LOOK_AGAIN) else { return Ok(Vec::new()) };
        let frame = match frames.newest_full() {
            // Of a table at rest the full picture is shown, and stays until there is another.
            Some(full) if frame.reduced && self.source.picture_rate.at_rest() => {
                if full.id <= after {
                    return Ok(Vec::new());
                }
                full
            }
            _ => frame,
        };
        let jpeg = match surface {
            Surface::Picture => jpeg(&frame.image, LIVE_QUALITY)?,
            Surface::FromAbove => jpeg(&self.rectified(&frame)?, LIVE_QUALITY)?,
            Surface::Chart => {
                return Err(Trouble::new("A chart has no picture: show the table as a picture."));
            }
        };
        self.windows.count_picture();
        Ok(message(frame.id, &jpeg))
    }

    /// The same of the tray's own camera.
    ///
    /// # Errors
    /// When it has none, or the picture can't be encoded.
    pub fn next_tray_picture(&self, after: FrameId) -> Result<Vec<u8>, Trouble> {
        let camera = self.dice.cameras().now().ok_or_else(|| {
            Trouble::new("The tray has no camera of its own: it is seen in the picture of the table.")
        })?;
        let after = in_this_source(&camera.frames, after);
        if after != FrameId(0) {
            std::thread::sleep(TRAY_PAUSE);
        }
        let Some(frame) = camera.frames.wait_newer(after, LOOK_AGAIN) else { return Ok(Vec::new()) };
        Ok(message(frame.id, &jpeg(&frame.image, LIVE_QUALITY)?))
    }

    /// A part of the picture that the newest reading was made on, enlarged, as a JPEG. `part_px`: its left, top, width
    /// and height in the picture.
    ///
    /// # Errors
    /// When nothing was read yet, or the part lies outside the picture.
    pub fn enlarged(&self, part_px: (f64, f64, f64, f64)) -> Result<Vec<u8>, Trouble> {
        let picture = self.read_owner(|owner| owner.recogniser.read_picture.clone())?;
        let picture = picture.ok_or_else(|| {
            Trouble::new("No ships have been read on this table yet: wait until all is still.")
        })?;
        enlarged_jpeg(&picture, part_px)
    }

    /// Shows another picture of the folder, `by` steps away.
    ///
    /// # Errors
    /// When the source is not a folder of pictures.
    pub fn step_picture(&self, by: i32) -> Result<(), Trouble> {
        Ok(self.source.frames.step(by)?)
    }

    /// Restarts a video from its beginning.
    ///
    /// # Errors
    /// When the source is not a video.
    pub fn restart_video(&self) -> Result<(), Trouble> {
        Ok(self.source.frames.restart()?)
    }
}
