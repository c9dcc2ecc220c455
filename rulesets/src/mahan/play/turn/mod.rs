//! The turn: opening the battle, Mahan's orders phase, rounds, and the consequences of each action.

pub(super) mod advance;
pub(super) mod gunnery;
pub(super) mod mahan_orders;
pub(super) mod moves;
pub(super) mod opening;
