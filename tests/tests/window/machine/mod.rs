//! What the app asks of the machine: that it stays awake, its processes, and little work while nothing moves.

mod awake;
mod processes;
mod rest;
