//! Pictures on their way to the screen. The page fetches each when it has room for it, so that the newest wins and no
//! queue grows anywhere. (Pushed through Tauri's channel, every picture would run a script of its own in the page.)

use crate::ipc::messages::Trouble;
use crate::table_session::session::table_session::TableSession;
use crate::table_session::source::choices::LOOK_AGAIN;
use crate::table_session::source::encoding::jpeg;
use geometry::FrameId;

/// On the screen a little loss is invisible and saves time.
const LIVE_QUALITY: i32 = 80;
/// A picture's message is filled up to a multiple of so many bytes. Thirty blocks a second of as many sizes leave gaps in
/// the page's memory that nothing fits into again.
const ROUNDED_TO: usize = 1 << 16;

impl TableSession {
    /// The newest picture after `after`, for the page: the frame's id in eight little-endian bytes, then the JPEG, and zeros
    /// behind its end. Empty where none came within a moment: the page asks again.
    ///
    /// # Errors
    /// The picture can't be encoded.
    pub fn next_picture(&self, after: FrameId) -> Result<Vec<u8>, Trouble> {
        let frames = &self.source.frames;
        // Another source counts its frames from the beginning again.
        let begun_anew = frames.newest().is_some_and(|newest| newest.id < after);
        let after = if begun_anew { FrameId(0) } else { after };
        let Some(frame) = frames.wait_newer(after, LOOK_AGAIN) else { return Ok(Vec::new()) };
        let jpeg = jpeg(&frame.image, LIVE_QUALITY)?;
        self.windows.count_picture();
        let length = (size_of::<u64>() + jpeg.len()).next_multiple_of(ROUNDED_TO);
        let mut message = Vec::with_capacity(length);
        message.extend_from_slice(&frame.id.0.to_le_bytes());
        message.extend_from_slice(&jpeg);
        message.resize(length, 0);
        Ok(message)
    }

    /// Shows another picture of a folder.
    ///
    /// # Errors
    /// The source is no folder of pictures.
    pub fn step_picture(&self, by: i32) -> Result<(), Trouble> {
        Ok(self.source.frames.step(by)?)
    }

    /// Plays a video from its beginning.
    ///
    /// # Errors
    /// The source is no video.
    pub fn restart_video(&self) -> Result<(), Trouble> {
        Ok(self.source.frames.restart()?)
    }
}
