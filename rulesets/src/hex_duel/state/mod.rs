//! What a duel is at one moment: the board, the ships on it, and what must hold of them.

pub(super) mod battle;
pub(super) mod board;
pub(super) mod options;
