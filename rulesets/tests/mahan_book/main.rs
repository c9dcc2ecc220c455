//! Tests of the Mahan book, on a board of hexes.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod anything;
mod field;
mod fire;
mod orders;
mod play_out;
mod rams;
mod turn;
