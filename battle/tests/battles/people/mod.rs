//! Permissions and visibility: players, seats, secrets, and ships chosen and placed by hand.

mod by_hand;
mod chosen;
mod gate;
mod marks;
mod players;
mod secrets;
