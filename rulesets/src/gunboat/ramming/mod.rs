//! Rams (GUN-47 to GUN-52) and spar torpedoes (GUN-89): the impact and its dice.

pub(super) mod impact;
pub(super) mod spar;
