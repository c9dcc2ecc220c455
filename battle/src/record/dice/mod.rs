//! Dice in the record: how the app's dice are computed, and how the camera read real ones.

pub(crate) mod key;
pub(crate) mod read;
