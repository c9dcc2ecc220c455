//! The server with real TLS clients: every behaviour of a phone over both transports, and hostile clients.

mod commands;
mod headers;
mod hostile;
mod joining;
mod seats;
mod support;
