//! Decisions (commands), the events with outcomes that result from them, activation order, and the fold of
//! events into the state.

pub(super) mod activation;
pub(super) mod apply;
pub(super) mod change;
pub(super) mod decision;
pub(super) mod event;
pub(super) mod invariants;
pub(super) mod outcome;
