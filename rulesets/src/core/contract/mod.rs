//! The interface between a rule book and its callers: decisions in, events or a refusal out; questions, sums, and what
//! a log needs.

pub(super) mod account;
pub(super) mod book;
pub(super) mod commander;
pub(super) mod outcome;
pub(super) mod played;
