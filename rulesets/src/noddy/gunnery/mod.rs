//! Gun fire (NOD-12 to NOD-18) and musketry (NOD-21): who fires at whom, each gun's sum, the odds.

pub(super) mod fire;
pub(super) mod firer;
pub(super) mod musketry;
