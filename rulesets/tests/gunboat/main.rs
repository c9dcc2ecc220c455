//! Tests of the Gunboat rules, rule by rule. They share one program, because each program compiles the book again.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)] // A failed expectation is a failed test.

mod anything;
mod boarding;
mod book;
#[path = "../common/mod.rs"]
mod common;
mod content;
mod fire;
mod hazards;
mod hits;
mod mortars;
mod movement;
mod odds;
mod table;
mod turrets;
mod umpire;
