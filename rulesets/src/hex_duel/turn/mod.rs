//! The turn: the duel is opened and set out, and what follows from what.

pub(super) mod advance;
pub(super) mod opening;
