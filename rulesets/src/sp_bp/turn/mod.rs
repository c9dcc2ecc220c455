//! The turn: a battle is opened, a step ends and the next begins, crew parties work, and the umpire enters results.

pub(super) mod advance;
pub(super) mod opening;
pub(super) mod tasks;
pub(super) mod umpire;
