//! Battles in play: by book, by form, at random by hand, by the app's own side.

mod books;
mod commanded;
mod doubts;
mod evening;
mod every_schema;
mod foreseen;
mod forms;
mod hex_duel;
mod judged;
mod mahan;
mod player;
mod random_play;
mod set_out;
mod sixth_book;
mod two_cutters;
mod ways;
