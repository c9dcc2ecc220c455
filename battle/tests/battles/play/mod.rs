//! Battles as they are played: book by book, by form, by hand at random, by the app's own side.

mod books;
mod commanded;
mod evening;
mod every_schema;
mod foreseen;
mod forms;
mod hex_duel;
mod judged;
mod mahan;
mod random_play;
mod set_out;
mod ways;
