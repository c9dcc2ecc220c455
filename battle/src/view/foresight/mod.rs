//! What thinking ahead says: who thinks now, advice, and where a battle turned.

mod thinking;
mod turning;

pub use opponent::chances::signed_percent;
pub use thinking::{AdvisedView, ThinkingView};
pub use turning::{ChancePoint, SlowDrift, TurningSide, TurningStep, TurningView};
