//! Stage: candidate poses of each ship in one picture, by hand, tag or appearance.

pub mod bow_evidence;
pub mod by_appearance;
pub mod by_hand;
pub mod by_tag;
pub mod candidates;
pub mod coverage;
pub mod detection;
pub mod detector;
pub mod explained;
pub mod hands;
