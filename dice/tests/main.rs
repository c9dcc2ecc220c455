//! Reading of dice, on rendered trays and on given photographs.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // A failed expectation is a failed test.

mod photographs;
mod score;
mod scored;
mod taught;
mod throws;
mod trays;
