//! Joining: the invitation's one-time key, what slows down wrong ones, and what a phone says of itself.

mod clock;
mod invitation;
mod name;
mod secret;
mod throttle;

pub use clock::clock_sentence;
pub use invitation::{Invitations, KeyFault};
pub use name::{distinct_name, phone_name};
pub use secret::{Secret, SecretHash};
pub use throttle::Throttle;
