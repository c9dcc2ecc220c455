//! The keys of the sides.

use rulesets::mahan::Side;
use rulesets::mahan::play::State;

/// A side's key.
pub(crate) fn key(state: &State, side: Side) -> String {
    state.side_id(side).0
}
