//! The complete chain from a still picture to the observations of all ships.

pub mod answers;
pub mod live;
pub mod recognise;
pub mod series;
pub mod track_line;
pub mod tracker;

#[cfg(test)]
mod failed_frame_tests;
