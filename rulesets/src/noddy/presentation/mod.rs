//! What players are shown: open questions, sentences for events, and what is hidden from whom.

pub(super) mod questions;
pub(super) mod secrets;
pub(super) mod sentences;
