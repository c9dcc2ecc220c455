//! The book *SP/BP*.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "the exemption for tests does not reach their helper functions"
)]

mod damage;
mod field;
mod fire;
mod tables;
mod turn;
