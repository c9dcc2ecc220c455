//! The book's output for players: open questions, sentences for events, cards in words, and the filter for secrets.

pub(super) mod card_words;
pub(super) mod chronicle;
pub(super) mod questions;
pub(super) mod secrets;
pub(super) mod sentences;
pub(super) mod special_sentences;
