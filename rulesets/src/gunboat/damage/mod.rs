//! Hits are checked off: on a ship's card by her owner's choice, on forts by their table; and whether a ship sinks.

pub(super) mod fort_hits;
pub(super) mod sinking;
pub(super) mod ticks;
