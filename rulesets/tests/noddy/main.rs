//! The Noddy book on a table of numbers: orders, moves, fire, rams, secrets and every hole in the seed.
#![allow(clippy::unwrap_used, clippy::panic)]

mod damage;
mod field;
mod fire;
mod movement;
mod rams;
mod umpire;
