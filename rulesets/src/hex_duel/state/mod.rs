//! The state of a duel at one moment: options, the board, and the ships on it.

pub(super) mod battle;
pub(super) mod board;
pub(super) mod options;
