//! Boarding parties (GUN-76 to GUN-82) and steam launches (GUN-83 to GUN-88).

pub(super) mod launches;
pub(super) mod parties;
