//! The move and its six steps (NOD-7): the battle is opened, a step ends and the next begins, what the umpire orders.

pub(super) mod advance;
pub(super) mod opening;
pub(super) mod umpire;
