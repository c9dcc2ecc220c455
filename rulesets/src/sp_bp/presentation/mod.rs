//! Presentation: open questions, and sentences for events.

pub(super) mod questions;
pub(super) mod sentences;
