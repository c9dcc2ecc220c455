//! Tests of the book *SP/BP*.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the exemption for tests does not reach their helper functions"
)]

mod anything;
mod content;
mod damage;
mod field;
mod fire;
mod movement;
mod odds;
mod play_out;
mod tables;
mod turn;
mod umpire;
mod waters;
