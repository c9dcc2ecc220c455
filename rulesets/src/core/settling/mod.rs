//! Measures too close to call: the tie rule, what the players said, what is still to be asked.

pub(super) mod settlement;
pub(super) mod tie_by_die;
pub(super) mod tie_resolver;
