//! Stage: what is found in a picture of printed targets: markers, cards, boards, their corners to sub-pixel accuracy.

pub(crate) mod bloom;
pub(crate) mod board;
pub(crate) mod board_refinement;
pub(crate) mod cards;
pub(crate) mod corners;
pub(crate) mod image_quality;
pub(crate) mod markers;
