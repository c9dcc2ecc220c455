//! A league: who beats whom, how surely, and how many battles that took.

mod match_up;
mod rating;

pub use match_up::{Match, Player, Result, UnknownPlayer, play_battle};
pub use rating::{Score, elo_of_share, wilson_limits};
