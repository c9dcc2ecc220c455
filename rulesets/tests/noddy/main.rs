//! Tests of the Noddy book on a table of given coordinates: orders, moves, fire, rams, secrets and all gaps
//! of the seed.
#![allow(clippy::unwrap_used, clippy::panic)]

mod damage;
mod field;
mod fire;
mod movement;
mod rams;
mod umpire;
