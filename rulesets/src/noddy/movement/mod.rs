//! Orders are written and revealed (NOD-9), models are moved and reviewed, and a way may end at another's hull.

pub(super) mod contact;
pub(super) mod orders;
pub(super) mod review;
pub(super) mod written_orders;
