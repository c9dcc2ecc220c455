//! What stands where: from camera frames to the poses and identities of the ships, with uncertainty.
//!
//! [`learn_fleet`] learns the appearance of each ship from one annotated picture ([`Fleet`]). A [`Tracker`] then
//! measures still pictures and gives a [`geometry::Observation`] for every ship. The live table puts a [`StillWatch`]
//! before it ([`LiveTracker`]): nothing is measured while something moves.
//!
//! One reading is a chain of stages (`Tracker::measured`), each a pure function from one struct to the next:
//!
//! | folder | stage | gives |
//! |---|---|---|
//! | `background` | `StillPicture::checked`, `compare` with the background model | `FrameSignal` |
//! | `segment` | `segment`: foreground blobs, without glare | `Foreground` |
//! | `detect` | `detect`: by hand, by tag, by appearance | `Detections` |
//! | `align` | `align`: fine registration, touching hulls jointly | `AlignedShips` |
//! | `associate` | `associate`: which ship each hull is, and its bow | `Association` |
//! | `estimate` | `estimate`: poses, uncertainty, questions | `Estimate`: reading and next state |
//!
//! All that one picture hands to the next is one `TrackState` (`state`). A picture that fails in any stage makes no new
//! state.
//!
//! Before it come `source` (frames) and `motion` (is the table still, and what moved since the last still picture). The
//! stages build on `template` (registration of learnt appearance), `outline` (silhouette, bias, uncertainty), `identity`
//! (motion prior, hypothesis tree), `learn` (what is learnt from pictures and stored), `shore` (banks and islands), `hull`
//! (what is known of a ship beforehand) and `imaging`. `track` puts all of it together for a fleet.
//!
//! A folder uses only folders before it in this order: `imaging, hull, motion, shore, background, segment, template,
//! outline, learn, identity, state, detect, align, associate, estimate, track`.
//!
//! This crate knows pixels and models; it knows no rules, no files of a campaign, no screen.

mod align;
mod associate;
mod background;
mod detect;
mod estimate;
mod hull;
mod identity;
mod imaging;
mod learn;
mod motion;
mod outline;
mod segment;
pub mod shore;
pub mod source;
mod state;
mod template;
mod track;

pub use background::model::CardWhite;
pub use background::still_picture::TrackError;
pub use hull::annotation::{
    AnnotationError, BaseAnnotation, ContactOutline, FleetAnnotation, ShipAnnotation,
};
pub use identity::question::{Question, WhoIsWhere};
pub use learn::correction::{AppearanceOffset, LearntCorrection};
pub use learn::enrol::{LearnError, learn_fleet};
pub use learn::fleet::{Fleet, FleetError, LearntShip};
pub use learn::library::{Model, ModelLibrary};
pub use learn::model_appearance::ModelAppearance;
pub use motion::stillness::{Motion, StillWatch, Thumbnail, WatchedArea};
pub use state::reading::{Presence, Stranger, TableReading};
pub use track::answers::CorrectError;
pub use track::live::{LiveReading, LiveTracker, QUIET_FRAMES};
pub use track::recognise::{ModelProposal, NameProposal, recognise};
pub use track::series::{Series, SeriesError};
pub use track::track_line::{TrackLine, TrackShip};
pub use track::tracker::{LastPlace, Tracker};
