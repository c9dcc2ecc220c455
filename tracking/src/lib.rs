//! Tracking: from camera frames to the poses and identities of the ships on the table, with uncertainty.
//!
//! [`learn_fleet`] learns the appearance of each ship from one annotated picture ([`Fleet`]). A [`Tracker`]
//! then measures still pictures and returns a [`geometry::Observation`] for every ship. On a live table a
//! [`StillWatch`] comes first ([`LiveTracker`]): nothing is measured while something moves.
//!
//! One reading is a chain of stages (`Tracker::measured`). Each stage is a pure function from one struct to
//! the next:
//!
//! | folder | stage | result |
//! |---|---|---|
//! | `things` | `Things::seen_in`: which things still lie on the table | the background with them |
//! | `background` | `StillPicture::checked`, `compare` with that background | `FrameSignal` |
//! | `segment` | `segment`: foreground blobs, without glare | `Foreground` |
//! | `detect` | `detect`: by hand, by tag, by appearance | `Detections` |
//! | `align` | `align`: fine registration, touching hulls jointly | `AlignedShips` |
//! | `associate` | `associate`: which ship each hull is, and its bow | `Association` |
//! | `estimate` | `estimate`: poses, uncertainty, questions | `Estimate`: reading and next state |
//!
//! All data that one picture passes to the next are one `TrackState` (`state`). If any stage fails, the state
//! stays as it was.
//!
//! Frames come from `source`; `motion` says whether the table is still and what moved since the last still
//! picture; `follow` follows each moving hull through the frames between. `case` reads a wrong reading again.
//! The stages build on `template` (registration of learnt appearance), `outline` (silhouette, bias, uncertainty),
//! `identity` (motion prior, hypothesis tree), `learn` (learning from pictures, and stored data), `shore` (banks and
//! islands), `hull` (annotation and shape of a ship) and `imaging`. `track`
//! combines all of this for a fleet.
//!
//! A folder uses only folders before it in this order: `imaging, hull, motion, shore, background, segment,
//! things, template, outline, learn, identity, state, follow, detect, align, associate, estimate, track, case`.
//!
//! This crate works on pixels and models. It contains no rules, no campaign files and no user interface.

mod align;
mod associate;
mod background;
mod case;
mod detect;
mod estimate;
mod follow;
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
mod things;
mod track;

pub use background::model::CardWhite;
pub use background::still_picture::TrackError;
pub use case::files::{Case, CaseError, CasePicture};
pub use case::review::{Review, ReviewError, ReviewedShip};
pub use case::statement::{Statement, Verdict};
pub use hull::annotation::{
    AnnotationError, BaseAnnotation, ContactOutline, FleetAnnotation, ShipAnnotation,
};
pub use identity::question::{Question, WhoIsWhere};
pub use learn::correction::{AppearanceOffset, LearntCorrection};
pub use learn::enrol::{LearnError, learn_fleet};
pub use learn::fleet::{Fleet, FleetError, LearntShip};
pub use learn::library::{Model, ModelLibrary};
pub use learn::model_appearance::ModelAppearance;
pub use motion::stillness::{Motion, PartPx, StillWatch, Thumbnail, WatchedArea};
pub use state::reading::{Presence, Stranger, TableReading, ThingSeen};
pub use track::answers::CorrectError;
pub use track::live::{FollowedShip, LiveReading, LiveTracker, QUIET_FRAMES};
pub use track::recognise::{ModelProposal, NameProposal, recognise};
pub use track::series::{Series, SeriesError};
pub use track::track_line::{TrackLine, TrackShip};
pub use track::tracker::{LastPlace, Tracker};
