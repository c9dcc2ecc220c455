//! The parts of a ruling: refusals with every reason, itemised sums, measures too close to call and their settlements.

pub(super) mod refusal;
pub(super) mod settlement;
pub(super) mod terms;
pub(super) mod tie_resolver;
