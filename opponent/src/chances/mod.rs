//! The chances of a battle over its turns, and where it turned.

mod curve;
mod happened;
mod luck;
mod turning;

pub use curve::{ChanceNow, chance_by_plans, chance_now};
pub use happened::{Happened, what_changed};
pub use luck::{Luck, Taken, luck};
pub use turning::{Drift, Turning, Turns, signed_percent, where_it_turned};
