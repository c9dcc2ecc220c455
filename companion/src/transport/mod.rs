//! The two ways of pushes to a phone, of equal standing: a WebSocket, and server-sent events with POST.

mod events;
mod feed;
mod socket;

pub use events::events;
pub use feed::Feed;
pub use socket::{MAX_MESSAGE_BYTES, run_socket};
