//! What stands where: frame sources, tag and model detectors, muster, identity, stillness.
//!
//! The way through this room: [`learn_fleet`] learns what each ship looks like on one still picture ([`Fleet`]); a
//! [`Tracker`] then reads still pictures, and gives an [`geometry::Observation`] for every ship. The live table
//! puts a [`StillWatch`] before it ([`LiveTracker`]): what moves is not measured.
//!
//! Stages of one reading: picture → signal against the empty table (`signal`, `light`) → differences (`blobs`) →
//! tags (`tags`) → places and fits (`places`, `register`) → a first guess of who is who (`assign`) → hulls that touch
//! (`merged`, `among`) → names and bows with their probabilities (`identify`, `belief`, `bow`), what was seen meanwhile
//! (`passage`) and what a player must be asked (`question`, `answers`) → what is left (`finding`).
//!
//! This room knows pixels and models; it knows no rules, no files of a campaign, no screen.

mod background;
mod detect;
mod hull;
mod identity;
mod imaging;
mod learn;
mod motion;
mod outline;
mod segment;
pub mod shore;
pub mod source;
mod template;
mod track;

pub use background::model::CardWhite;
pub use detect::error::TrackError;
pub use detect::presence::Presence;
pub use hull::annotation::{AnnotationError, BaseAnnotation, Contact, FleetAnnotation, ShipAnnotation};
pub use identity::question::{Question, WhoIsWhere};
pub use learn::correction::{AppearanceOffset, LearntCorrection};
pub use learn::enrol::{LearnError, learn_fleet};
pub use learn::fleet::{Fleet, FleetError, LearntShip};
pub use learn::library::{Model, ModelLibrary};
pub use learn::model_appearance::ModelAppearance;
pub use motion::stillness::{Motion, StillWatch, Thumbnail, WatchedArea};
pub use track::live::{LiveReading, LiveTracker, QUIET_FRAMES};
pub use track::recognise::{ModelProposal, NameProposal, recognise};
pub use track::series::{Series, SeriesError};
pub use track::track_line::{TrackLine, TrackShip};
pub use track::tracker::{CorrectError, LastPlace, Stranger, TableReading, Tracker};
