//! The turn: the battle is opened, a step ends and the next begins, which ship acts, and what the umpire enters.

pub(super) mod advance;
pub(super) mod opening;
pub(super) mod tasks;
pub(super) mod umpire;
