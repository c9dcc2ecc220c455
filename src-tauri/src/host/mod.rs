//! The process and its machine: crash reports, threads, sleep, settings of the web engine.

pub(crate) mod crash_report;
pub(crate) mod sleep_inhibitor;
pub(crate) mod threads;
pub(crate) mod web_engine;
