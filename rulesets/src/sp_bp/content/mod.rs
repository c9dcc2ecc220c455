//! Content of the book: ship cards, scenarios, and battles set up from facts that all books share.

pub(super) mod convert;
pub(super) mod layout;
pub(super) mod scenarios;
