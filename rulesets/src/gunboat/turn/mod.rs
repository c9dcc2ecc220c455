//! The turn: the opening of the battle, the change of steps, the actor of each decision, and the umpire's orders.

pub(super) mod advance;
pub(super) mod decider;
pub(super) mod opening;
pub(super) mod umpire;
