//! Movement: orders are written and revealed (NOD-9), moves are reviewed, and contacts are settled.

pub(super) mod contact;
pub(super) mod orders;
pub(super) mod review;
pub(super) mod written_orders;
