//! Decisions (commands) and the events that follow from them.

pub(super) mod apply;
pub(super) mod decision;
pub(super) mod event;
pub(super) mod invariants;
