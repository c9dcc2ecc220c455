//! The desktop shell and the command line: wiring only.

pub mod wire;
