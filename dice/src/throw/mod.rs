//! What happens in a tray: which of the frames shows a throw.
//!
//! `small` (small copies, and what changed between two beyond noise and light) → `blobs` (what changed, in one piece) →
//! `moments` (the last seconds: how something came to its place) → `watch` (what that means).
//!
//! A throw is a hand that goes, dice in free motion, dice at rest. What is carried, put down, nudged or taken away is none.

mod blobs;
mod lying;
mod moments;
mod small;
mod watch;

pub use watch::ThrowWatch;

use lying::Lying;

use opencv::core::Mat;
use std::time::Duration;

/// What a tray shows in the newest frame.
#[derive(Debug, Clone)]
pub enum TrayNow {
    /// Nothing new since the last throw, or an empty tray.
    Still,
    /// Something reaches over the tray's rim.
    Hand,
    /// Something moves freely in the tray.
    Rolling,
    /// Nothing moves any more, but not for long enough yet.
    Settling {
        /// The last frame in which something moved or the light changed, on the clock of the frames: what came after it shows what
        /// this one does, unless something moves again.
        changed: Duration,
    },
    /// Dice have come to rest after free motion; said once.
    Thrown(Throw),
    /// The tray was changed without a throw; said once.
    Disturbed(Disturbance),
}

/// Dice that have come to rest after free motion.
#[derive(Debug, Clone)]
pub struct Throw {
    /// Its number in this tray, from 1.
    pub number: u32,
    /// The first frame in which everything lay still, on the clock of the frames.
    pub at_rest: Duration,
    /// The last frame in which something moved or the light changed: what came after it shows the dice as they lie.
    pub changed: Duration,
    /// The tray cut out of a frame at rest: BGR, undamaged.
    pub picture: Mat,
    /// Its upper left corner in the frame, pixels.
    pub corner_px: (i32, i32),
    /// The tray before and after.
    lying: Box<Lying>,
}

impl Throw {
    /// Whether a die lay where it lies now before anything was thrown. Its place (the middle of its upper face, right and down)
    /// and its side are given as shares of the tray's width and height, so that they may be those of a larger picture.
    pub fn lay_before(&self, middle: (f64, f64), side: (f64, f64)) -> bool {
        self.lying.lay_before(middle, side)
    }
}

/// A change that is no throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disturbance {
    /// Something lies there that a hand carried in and put down.
    PutDown,
    /// What had lain there lies elsewhere, moved only with the hand.
    Moved,
    /// Something that had lain there is gone.
    TakenAway,
}
