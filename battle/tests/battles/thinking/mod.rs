//! Battles that are thought ahead.

mod setting;
