//! The process and its machine: reports of its own faults, threads, sleep, the web engine's switches.

pub(crate) mod crash_report;
pub(crate) mod sleep_inhibitor;
pub(crate) mod threads;
pub(crate) mod web_engine;
