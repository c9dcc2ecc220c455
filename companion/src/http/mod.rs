//! The web server: connections, the checks that every request passes, and what answers it.

mod accept;
mod body;
mod calls;
mod camera;
mod cookie;
mod guard;
mod headers;
mod joining;
mod pages;
mod refused;
mod router;

pub use accept::accept_connections;
