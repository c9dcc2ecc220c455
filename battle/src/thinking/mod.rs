//! Battles in play, or in the file, as something that can be thought ahead.

pub(crate) mod setting;
