//! Hits are checked off a ship's card: what her owner must and may choose, and whether she sinks.

pub(super) mod fort_hits;
pub(super) mod sinking;
pub(super) mod ticks;
