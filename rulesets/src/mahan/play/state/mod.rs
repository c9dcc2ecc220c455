//! The state of a battle at one moment: options, ship cards, the board, and the ships on it.

pub(super) mod battle;
pub(super) mod board;
pub(super) mod card;
pub(super) mod options;
