//! What is played with: ships made into cards, scenarios, and battles laid out from facts that all books share.

pub(super) mod convert;
pub(super) mod layout;
pub(super) mod scenarios;
