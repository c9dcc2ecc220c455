//! The chances of a battle over its turns, and where it turned.

mod curve;
mod luck;
mod turning;

pub use curve::{ChanceNow, chance_now, curve};
pub use luck::{Taken, luck};
pub use turning::{Drift, Turning, Turns, what_changed, where_it_turned};
