//! Permissions and visibility: players, seats, secrets, and ships chosen and placed by hand.

mod by_hand;
mod chosen;
mod corner_cards;
mod gate;
mod marks;
mod players;
mod secrets;
