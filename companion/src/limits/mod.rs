//! Limits that keep one address or one phone from taking the server from the others.

mod addresses;
mod alarms;
mod token_bucket;
mod write_deadline;

pub use addresses::Addresses;
pub use alarms::{Alarm, Alarms};
pub use token_bucket::TokenBucket;
pub use write_deadline::WriteDeadline;
