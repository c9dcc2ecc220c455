//! Before a battle: what can be chosen, and the set-up that a battle is begun with.

pub(crate) mod book_set_up;
pub(crate) mod clear_of_cards;
pub(crate) mod context;
pub(crate) mod scenario;
pub(crate) mod set_up;
