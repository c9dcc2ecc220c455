//! Phones at the table: a small web server inside the app, off until players press *Phones*.
//!
//! A phone is one more window. It gives the commands that a window gives and is shown the views that a window is shown,
//! cut for its seat by `battle` before they come here. This crate joins phones, gives them seats, and carries messages;
//! what a call means is answered by the [`TableService`] that the shell implements.

pub mod wire;

mod error;
mod host;
mod http;
mod joining;
mod limits;
mod session;
mod state;
mod table_service;
mod tls;
mod transport;

pub use error::CompanionError;
pub use host::{Companion, Settings, interfaces};
pub use table_service::{CallFrom, Page, PictureFrom, TableService};
pub use tls::Certificate;
