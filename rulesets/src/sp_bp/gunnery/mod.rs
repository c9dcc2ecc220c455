//! Gun fire at one target: measures, guns that bear, modifiers, and the salvo.

pub(super) mod fire;
pub(super) mod measures;
pub(super) mod modifiers;
pub(super) mod salvo;
