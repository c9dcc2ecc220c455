//! The app around the sessions: its window, what the page may ask, whose seat asks, faults, and threads that may wait.

pub(crate) mod blocking;
pub(crate) mod commands;
pub(crate) mod crash_report;
pub(crate) mod seat;
pub(crate) mod shell;
pub(crate) mod sleep_inhibitor;
pub(crate) mod web_engine;
pub(crate) mod window;
