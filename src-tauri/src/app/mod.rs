//! The app around the sessions: its window, the page's commands, and blocking threads.

pub(crate) mod blocking;
pub(crate) mod commands;
pub(crate) mod window;
