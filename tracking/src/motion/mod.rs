//! Stillness of the table, and motion between two still pictures.

pub mod evidence;
pub mod history;
pub mod hull_tracks;
pub mod rest;
pub mod stillness;
