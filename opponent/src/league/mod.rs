//! A league: who beats whom, how surely, and how many battles that took.

mod match_up;
mod rating;
mod table;

pub use match_up::{Match, Player, Result, UnknownPlayer, play_battle};
pub use rating::{Score, elo_of_share, wilson_limits};
pub use table::{Fixtures, LeagueError, Line, Pair, Table, play_from, play_league};
