//! State of tracking from one picture to the next: [`track_state::TrackState`] and its parts.

pub mod reading;
pub mod ship_templates;
pub mod track_state;
pub mod tracked_ship;
