//! Phones with a real battle on a real desk.

mod evening;
mod gate;
mod latency;
mod news;
mod seats;
mod secrets;
mod wire;
