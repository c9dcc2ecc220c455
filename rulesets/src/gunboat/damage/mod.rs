//! Checking off hits: on a ship's card by its owner's choice, on forts by their table; and the sinking of ships.

pub(super) mod fort_hits;
pub(super) mod sinking;
pub(super) mod ticks;
