//! Tests that apply to every book, and the books that need few tests of their own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)] // A failed expectation is a failed test.

#[path = "../common/mod.rs"]
mod common;
mod coverage;
mod examples;
mod fleets;
mod hex_duel;
mod mahan;
mod mahan_noddy;
mod noddy_play;
mod own_data;
