//! What a battle is at one moment: ship cards, the board, the ships on it, and what must hold of them.

pub(super) mod battle;
pub(super) mod board;
pub(super) mod card;
pub(super) mod options;
