//! The turn: opening and setting out a duel, and the consequences of each action.

pub(super) mod advance;
pub(super) mod fire;
pub(super) mod moves;
pub(super) mod opening;
