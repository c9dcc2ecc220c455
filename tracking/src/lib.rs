//! What stands where: frame sources, tag and model detectors, muster, identity, stillness.
//!
//! The way through this room: [`muster()`] learns what each ship looks like on one still picture ([`Fleet`]); a
//! [`Tracker`] then reads still pictures, and gives an [`geometry::Observation`] for every ship. The live table
//! puts a [`StillWatch`] before it ([`LiveTracker`]): what moves is not measured.
//!
//! Stages of one reading: picture → signal against the empty table (`signal`, `light`) → differences (`blobs`) →
//! tags (`tags`) → places and fits (`places`, `register`) → who is who (`assign`) → what is left (`tracker`).
//!
//! This room knows pixels and models; it knows no rules, no files of a campaign, no screen.

mod assign;
mod bare;
mod blobs;
mod bow;
mod ends;
mod fleet;
mod frame;
mod illumination;
mod keel;
mod known;
mod light;
mod line;
mod live;
mod model_looks;
mod muster;
mod patch;
mod places;
mod reference;
mod register;
mod robust;
mod scene;
pub mod shore;
mod sigma;
mod signal;
pub mod source;
mod still;
mod tags;
mod tracker;
mod trueing;
mod words;

pub use fleet::{Fleet, FleetError, LearntShip};
pub use line::{TrackLine, TrackShip};
pub use live::{LiveReading, LiveTracker};
pub use model_looks::ModelLooks;
pub use muster::{MusterError, muster};
pub use reference::White;
pub use still::{Motion, StillWatch, Thumbnail};
pub use tracker::{Stranger, TableReading, TrackError, Tracker};
pub use words::{BaseWords, Contact, MusterWords, ShipWords, WordsError};
