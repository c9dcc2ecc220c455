//! Stage: candidate poses of each ship in one picture, alone, touching others or hidden.

pub mod bow;
pub mod candidates;
pub mod detection;
pub mod occlusion;
pub mod presence;
pub mod target;
pub mod touching;
