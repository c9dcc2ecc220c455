//! The desktop shell and the command line: wiring only. Anything that needs a test of its own belongs in a room.

mod app;
pub mod battle_session;
mod cli;
pub mod files;
mod host;
pub mod ipc;
mod opening;
mod table_session;

pub use cli::run;
