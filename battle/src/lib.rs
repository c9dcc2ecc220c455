//! One battle in play: takes observations and decisions, asks the book, writes the journal.

pub mod view;
