//! The desktop shell and the command line: wiring only. Logic that needs a test belongs in the other crates.

mod app;
pub mod battle_session;
mod cli;
pub mod files;
mod host;
pub mod ipc;
mod opening;
mod phones;
mod shell;
mod stage;
mod table_session;

pub use cli::run;
