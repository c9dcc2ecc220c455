//! Pictures on their way to the screen. The page fetches each when it has room for it, so that the newest wins and no
//! queue grows anywhere. (Pushed through Tauri's channel, every picture would run a script of its own in the page.)

use crate::ipc::messages::Trouble;
use crate::table_session::{LOOK_AGAIN, LiveTable, lock};
use geometry::FrameId;
use opencv::core::{Mat, Vector};
use opencv::imgcodecs::{IMWRITE_JPEG_QUALITY, imencode};
use std::time::Instant;

/// On the screen a little loss is invisible and saves time.
const LIVE_QUALITY: i32 = 80;
/// A picture's message is filled up to a multiple of so many bytes. Thirty blocks a second of as many sizes leave gaps in
/// the page's memory that nothing fits into again.
const ROUNDED_TO: usize = 1 << 16;
/// Pictures kept in the log are looked at closely.
pub const PHOTO_QUALITY: i32 = 90;

impl LiveTable {
    /// The newest picture after `after`, for the page: the frame's id in eight little-endian bytes, then the JPEG, and zeros
    /// behind its end. Empty where none came within a moment: the page asks again.
    ///
    /// # Errors
    /// The picture can't be encoded.
    pub fn next_picture(&self, after: FrameId) -> Result<Vec<u8>, Trouble> {
        let source = self.0.source();
        // Another source counts its frames from the beginning again.
        let begun_anew = source.newest().is_some_and(|newest| newest.id < after);
        let after = if begun_anew { FrameId(0) } else { after };
        let Some(frame) = source.wait_newer(after, LOOK_AGAIN) else { return Ok(Vec::new()) };
        let jpeg = jpeg(&frame.image, LIVE_QUALITY)?;
        lock(&self.0.shown).count(Instant::now());
        let length = (size_of::<u64>() + jpeg.len()).next_multiple_of(ROUNDED_TO);
        let mut message = Vec::with_capacity(length);
        message.extend_from_slice(&frame.id.0.to_le_bytes());
        message.extend_from_slice(&jpeg);
        message.resize(length, 0);
        Ok(message)
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
