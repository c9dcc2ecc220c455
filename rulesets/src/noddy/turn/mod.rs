//! The move and its six steps (NOD-7): the opening of the battle, the change of steps, and the umpire's orders.

pub(super) mod advance;
pub(super) mod opening;
pub(super) mod umpire;
