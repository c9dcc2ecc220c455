//! The state of a battle: options, ship cards, ships, the step of the move, and dice that are due.

pub(super) mod battle;
pub(super) mod cant_fire;
pub(super) mod card;
pub(super) mod due;
pub(super) mod options;
pub(super) mod ship;
pub(super) mod step;
