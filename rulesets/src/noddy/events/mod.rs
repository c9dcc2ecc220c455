//! Decisions (commands), the events that follow from them with their outcomes, and the application of events to the
//! state.

pub(super) mod apply;
pub(super) mod change;
pub(super) mod decision;
pub(super) mod event;
pub(super) mod invariants;
pub(super) mod outcome;
