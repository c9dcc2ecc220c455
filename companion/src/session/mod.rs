//! A phone's session: its limits, and its commands, each carried out once.

mod once;
mod shared;

pub use once::{Earlier, Once};
pub use shared::{Job, Session};
