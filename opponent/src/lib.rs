//! Whoever plays by thinking ahead: a commander for every book, the chances of a battle, and a league.
//!
//! The rules are the simulator: everything here plays the books' own `decide` and `apply` on a table in memory. This
//! room is pure: no clock (how long to think is asked of the caller), no files, no pixels; it knows of a battle what
//! its side may see, and draws the rest.

pub mod admiral;
pub mod books;
pub mod budget;
pub mod chances;
pub mod league;
pub mod plans;
pub mod position;
pub mod search;
pub mod setting;
pub mod value;
