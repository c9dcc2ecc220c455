//! Gun fire (NOD-12 to NOD-18) and musketry (NOD-21): the conditions of fire, and each gun's sum.

pub(super) mod fire;
pub(super) mod firer;
pub(super) mod musketry;
