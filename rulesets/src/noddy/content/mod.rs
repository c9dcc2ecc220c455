//! Content for battles: ship cards from facts, scenarios, and battles from book-independent layouts.

pub(super) mod convert;
pub(super) mod layout;
pub(super) mod scenarios;
