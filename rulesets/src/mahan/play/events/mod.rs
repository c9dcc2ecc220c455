//! Decisions (commands), the events that result from them, and the fold of events into the state.

pub(super) mod apply;
pub(super) mod decision;
pub(super) mod event;
pub(super) mod invariants;
