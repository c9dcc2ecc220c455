//! Dice: rolled by the app, typed, or read from the record; and the throw of all dice that are due.

pub(super) mod source;
pub(super) mod throw;
pub(super) mod tie_by_die;
