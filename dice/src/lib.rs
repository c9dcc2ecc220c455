//! Dice by eye: which dice lie in a picture, and what they show.
//!
//! [`read`] is all that the app needs. Its stages: the picture at halved sizes (`pyramid`) → where upper faces may be, by a
//! small network over the whole picture (`detector`) → what each shows, by two others that look at that place, turned
//! several ways (`faces`, `pips`) → which are upper faces of level dice, because all agree about where up is (`upright`), also with
//! earlier pictures of the same camera (`camera_filter`) → readings (`read`).
//!
//! [`read_with`] also reads numbered dice that were taught (`taught`).
//!
//! All networks are trained by `examples/train` on rendered trays and given photographs; `data/` has their weights. All
//! measures are relative to a die's own side in the picture.

mod camera_filter;
mod cores;
pub mod detector;
pub mod faces;
mod fit;
mod named;
pub mod network;
mod pips;
pub mod pyramid;
mod read;
mod reading;
mod suppression;
pub mod taught;
mod throw;
mod upright;

pub use camera_filter::CameraFilter;
pub use fit::{AskedDie, Fit, fit};
pub use named::{NamedColour, body_colour, name_by_colour};
pub use read::{DiceError, DiceReader, read, read_with};
pub use reading::{DieKind, DieReading};
pub use taught::{
    DiceSet, DiceSetError, FaceEvidence, FaceView, Grouping, Lesson, LessonError, POWERS, Powers, TaughtDie,
    TaughtFace, Teaching, TeachingError, WholeEvidence,
};
pub use throw::{Disturbance, Throw, ThrowWatch, TrayNow};
