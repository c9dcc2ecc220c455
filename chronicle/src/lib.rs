//! What was: whole battles told, and the tracks of their ships.
//!
//! Single events are told by `battle` (the answer to a decision contains its log lines); here they become
//! chapters, and places become tracks for the map of the replay.

mod story;
mod tracks;

pub use story::{Chapter, chapters};
pub use tracks::{Track, TrackPoint, tracks};
