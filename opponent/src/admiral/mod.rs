//! The commander who thinks ahead, his ranks and characters, his reasons in words, and his advice.

mod advice;
mod character;
mod commander;
mod flag_officer;
mod rank;
mod why;

pub use advice::{Advice, advise};
pub use character::Character;
pub use commander::Admiral;
pub use flag_officer::{Command, Deliberation, FlagOfficer, PlannedFor, Resolve};
pub use rank::Rank;
pub use why::reason;
