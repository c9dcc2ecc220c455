//! The desktop shell and the command line: wiring only. Anything that needs a test of its own belongs in a room.

mod answering;
mod awake;
mod campaigns;
pub mod chosen;
mod cli;
mod clock;
mod commands;
mod desk;
mod faults;
mod files;
mod folder;
mod known_ships;
pub mod lens_wire;
mod live;
pub mod saving;
mod seat;
mod shell;
pub mod table_wire;
mod trouble;
mod web_engine;
mod window;
pub mod wire;

pub use cli::run;
