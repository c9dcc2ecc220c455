//! The turn: the battle is opened, Mahan's orders phase, rounds, and what follows from what.

pub(super) mod advance;
pub(super) mod gunnery;
pub(super) mod mahan_orders;
pub(super) mod moves;
pub(super) mod opening;
