//! The commander who thinks ahead, his ranks and characters, and his reasons in words.

mod character;
mod commander;
mod rank;
mod why;

pub use character::Character;
pub use commander::{Admiral, Command};
pub use rank::Rank;
pub use why::reason;
