//! Where a battle turned: its chances at the beginning of each turn, from the record alone.
//!
//! It never becomes an event: a finished analysis is kept beside the campaign ([`kept::KeptTurning`]) and counts only as
//! long as the battle is the one that it was made of.

mod course;
mod findings;
pub(crate) mod kept;
pub(crate) mod search;
