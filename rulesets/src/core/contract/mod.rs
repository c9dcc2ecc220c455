//! What every rule book is to its callers: decisions in, events or a refusal out, questions, sums, what a log needs.

pub(super) mod account;
pub(super) mod book;
pub(super) mod commander;
pub(super) mod played;
