//! Gun fire at one target: measures, guns that bear, modifiers, the salvo, its odds.

pub(super) mod fire;
pub(super) mod measures;
pub(super) mod modifiers;
pub(super) mod salvo;
