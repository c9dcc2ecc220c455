//! The app around the sessions: its window, what the page may ask, and threads that may wait.

pub(crate) mod blocking;
pub(crate) mod commands;
pub(crate) mod shell;
pub(crate) mod window;
