//! The state of a battle at one moment: options, ship cards, ships, the step of the turn, and due dice.

pub(super) mod battle;
pub(super) mod card;
pub(super) mod due;
pub(super) mod guided;
pub(super) mod options;
pub(super) mod ship;
pub(super) mod step;
