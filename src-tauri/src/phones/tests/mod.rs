//! Phones with a real battle on a real desk.

mod evening;
mod gate;
mod seats;
