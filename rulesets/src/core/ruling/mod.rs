//! What a ruling is made of: refusals with every reason, itemised sums, measures too close to call and how the players
//! settle them.

pub(super) mod refusal;
pub(super) mod settlement;
pub(super) mod terms;
pub(super) mod tie_resolver;
