//! Stage: candidate poses of each ship in one picture, alone, touching others or hidden.

pub mod bow_evidence;
pub mod candidates;
pub mod detection;
pub mod error;
pub mod occlusion;
pub mod presence;
pub mod target;
pub mod touching;
