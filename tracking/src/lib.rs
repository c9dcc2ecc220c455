//! What stands where: from camera frames to the poses and identities of the ships, with uncertainty.
//!
//! [`learn_fleet`] learns the appearance of each ship from one annotated picture ([`Fleet`]). A [`Tracker`] then
//! measures still pictures and gives a [`geometry::Observation`] for every ship. The live table puts a [`StillWatch`]
//! before it ([`LiveTracker`]): nothing is measured while something moves.
//!
//! Stages of one reading, each a folder:
//! - `source`: where frames come from; `motion`: is the table still, and what moved since the last still picture;
//! - `background`: the model of the empty table, photometric alignment, the difference signal;
//! - `segment`: foreground blobs, glare, tags; `shore`: banks and islands, which are no ships;
//! - `template`: registration of learnt appearance; `outline`: pose refinement by silhouette, bias, uncertainty;
//! - `detect`: candidate poses of each ship; `identity`: motion prior, assignment, hypothesis tree;
//! - `track`: all of it for a fleet, and the questions that only a player can answer.
//!
//! `hull` holds what is known of a ship beforehand, `learn` what is learnt from pictures and stored, `imaging` helpers.
//! A folder uses only folders before it in this order: `imaging, hull, motion, shore, background, segment, template,
//! outline, learn, identity, detect, track`.
//!
//! This crate knows pixels and models; it knows no rules, no files of a campaign, no screen.

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
