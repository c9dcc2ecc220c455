//! Gun fire at one target: measures, bearing guns, columns of the charts, and the declared salvo.

pub(super) mod aim;
pub(super) mod columns;
pub(super) mod declare;
pub(super) mod late_fire;
pub(super) mod measures;
pub(super) mod mount;
pub(super) mod salvo;
pub(super) mod volley;
