//! Appearance of ships: learnt from one annotated picture, stored in files, corrected by hand.

pub mod camera_change;
pub mod correction;
pub mod enrol;
pub mod fleet;
pub mod library;
pub mod model_appearance;
pub mod occupancy;
