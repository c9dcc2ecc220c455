//! What the server knows while it runs: phones, seats, invitation, alarms. Both transports and the host work on it.

mod calls;
mod joins;
mod phones;
mod server;
mod sweep;

pub use calls::{begin, blocking, refused};
pub use joins::{JoinFault, check_key, join};
pub use server::{ConnectionSlot, Presence, Server};
pub use sweep::sweep;
