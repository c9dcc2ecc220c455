//! The turn: the duel is opened and set out, and what follows from what.

pub(super) mod advance;
pub(super) mod fire;
pub(super) mod moves;
pub(super) mod opening;
