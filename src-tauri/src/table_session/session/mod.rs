//! One session per opened source: its owner's thread, the handle to it, and the session in use.

pub(crate) mod live_table;
pub(crate) mod mailbox;
pub(crate) mod owner;
pub(crate) mod table_session;
pub(crate) mod windows;
