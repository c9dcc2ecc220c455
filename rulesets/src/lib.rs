//! What the book says: state, decisions, dice, events with rule citations, odds. One folder a rule book, its
//! tables as data.
//!
//! This room is pure: no pixels, no SQL, no Tauri, no clock. `decide` turns a decision into events or a halt that
//! gives every reason; `apply` folds an event into the state and looks up no table.

pub mod core;
pub mod examples;
pub mod gunboat;
pub mod hex_duel;
pub mod mahan;
pub mod noddy;
pub mod sp_bp;

pub use examples::{ExampleError, ExampleReport, run_examples};
