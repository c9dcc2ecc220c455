//! What stands where: frame sources, tag and model detectors, muster, identity, stillness.
//!
//! The way through this room: [`muster()`] learns what each ship looks like on one still picture ([`Fleet`]); a
//! [`Tracker`] then reads still pictures, and gives an [`geometry::Observation`] for every ship. The live table
//! puts a [`StillWatch`] before it ([`LiveTracker`]): what moves is not measured.
//!
//! Stages of one reading: picture → signal against the empty table (`signal`, `light`) → differences (`blobs`) →
//! tags (`tags`) → places and fits (`places`, `register`) → a first guess of who is who (`assign`) → hulls that touch
//! (`merged`, `among`) → names and bows with their probabilities (`identify`, `belief`, `bow`), what was seen meanwhile
//! (`passage`) and what a player must be asked (`question`, `answers`) → what is left (`finding`).
//!
//! This room knows pixels and models; it knows no rules, no files of a campaign, no screen.

mod among;
mod answers;
mod assign;
mod bare;
mod belief;
mod blobs;
mod bow;
mod colour;
mod course;
mod drawing;
mod ends;
mod finding;
mod fleet;
mod form;
mod frame;
mod glow;
mod identify;
mod illumination;
mod keel;
mod known;
mod lamp;
mod lesson;
mod library;
mod light;
mod line;
mod live;
mod meanwhile;
mod merged;
mod middle;
mod model_looks;
mod moved;
mod muster;
mod near;
mod outlines;
#[cfg(test)]
mod overhead;
mod passage;
mod patch;
mod places;
mod presence;
mod question;
mod reference;
mod register;
mod relief;
mod robust;
mod scene;
mod series;
pub mod shore;
mod sigma;
mod signal;
mod silhouette;
mod sketch;
pub mod source;
mod stack;
mod standing;
mod still;
mod tags;
mod told;
mod tracker;
mod trapezoid;
mod trueing;
mod words;

pub use fleet::{Fleet, FleetError, LearntShip};
pub use lesson::{Lesson, Taught};
pub use library::{Model, ModelLibrary, NameProposal, Proposal, recognise};
pub use line::{TrackLine, TrackShip};
pub use live::{LiveReading, LiveTracker, QUIET_FRAMES};
pub use model_looks::ModelLooks;
pub use muster::{MusterError, muster};
pub use presence::Presence;
pub use question::{Question, WhoIsWhere};
pub use reference::White;
pub use series::{Series, SeriesError};
pub use still::{Motion, StillWatch, Thumbnail, WatchedArea};
pub use tracker::{CorrectError, LastPlace, Stranger, TableReading, TrackError, Tracker};
pub use words::{BaseWords, Contact, MusterWords, ShipWords, WordsError};
