//! The book's output for players: open questions, sentences for events, and the filter for secrets.

pub(super) mod questions;
pub(super) mod secrets;
pub(super) mod sentences;
