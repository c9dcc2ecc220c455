//! What the host's app holds: the server, its list of phones, and its invitation.

mod companion;
mod interfaces;
mod listener;
mod qr;

pub use companion::{Companion, Settings};
pub use interfaces::interfaces;
