//! The search for plans: which are compared, how long, and against which answers of the enemy.

mod arms;
mod beliefs;
mod halving;
mod regret;
mod think;

pub use arms::{likely_plans, ships_of};
pub use beliefs::{Mix, unknown, updated};
pub use halving::{Arm, best_arm};
pub use regret::average_strategy;
pub use think::{Question, Thought, Weighed, think};
