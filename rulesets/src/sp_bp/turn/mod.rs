//! The turn: opening a battle, advancing from step to step, tasks of crew parties, and the umpire's entries.

pub(super) mod advance;
pub(super) mod opening;
pub(super) mod tasks;
pub(super) mod umpire;
