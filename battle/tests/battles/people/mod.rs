//! Who may do and see what: players, seats, secrets, ships chosen and laid by hand.

mod by_hand;
mod chosen;
mod gate;
mod players;
mod secrets;
