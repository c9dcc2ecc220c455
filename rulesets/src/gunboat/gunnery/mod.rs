//! Gun fire at one target: measures, guns that bear, columns of the charts, and the salvo as it is declared.

pub(super) mod aim;
pub(super) mod columns;
pub(super) mod declare;
pub(super) mod late_fire;
pub(super) mod measures;
pub(super) mod mount;
pub(super) mod salvo;
pub(super) mod volley;
