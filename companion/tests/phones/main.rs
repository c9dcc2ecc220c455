//! The server with real TLS clients: every behaviour of a phone over both transports, and hostile clients.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod commands;
mod headers;
mod hostile;
mod joining;
mod seats;
mod support;
