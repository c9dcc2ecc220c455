//! Mortar fire (GUN-59 to GUN-71): the shot and its measures, the burst, its odds.

pub(super) mod burst;
pub(super) mod measures;
pub(super) mod shot;
