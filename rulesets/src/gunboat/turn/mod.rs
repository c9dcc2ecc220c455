//! The turn: the battle is opened, a step ends and the next begins, who decides, and what the umpire may order.

pub(super) mod advance;
pub(super) mod decider;
pub(super) mod opening;
pub(super) mod umpire;
