//! Phones at the table: `companion` wired to the table, the battle and the app's folder.
//!
//! A phone is one more window: what it asks is answered by the functions that the windows' commands call.

mod answers;
mod camera;
mod certificate;
mod host;
mod live;
mod seats;
mod service;
#[cfg(test)]
mod tests;

pub use host::Phones;
pub use service::Pages;
