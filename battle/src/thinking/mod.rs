//! Battles in play, or in the file, as something that can be thought ahead, and the commanders who do.

pub(crate) mod setting;
pub(crate) mod thinker;
