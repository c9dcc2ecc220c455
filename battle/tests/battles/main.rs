//! Battles in a campaign file, from their first event on. One test program, because each further one would
//! compile all five books again.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)] // A failed expectation is a failed test.

mod at_the_table;
#[path = "../common/mod.rs"]
mod common;
mod log;
mod people;
mod play;
mod thinking;
// Shared with the journal's own tests.
#[path = "../../../journal/tests/common/stranger.rs"]
mod stranger;
