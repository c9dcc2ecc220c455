//! Decisions (commands), the events that follow from them with their outcomes, and the application of events to the
//! state.

pub(super) mod apply;
pub(super) mod apply_special;
pub(super) mod decision;
pub(super) mod event;
pub(super) mod invariants;
pub(super) mod move_review;
pub(super) mod outcome;
pub(super) mod roll_requests;
pub(super) mod settlements;
pub(super) mod special_event;
