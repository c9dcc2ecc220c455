//! What is thought about away from a battle: plans of the app's commanders, and advice for players.

pub(crate) mod advice;
pub(crate) mod quandary;
