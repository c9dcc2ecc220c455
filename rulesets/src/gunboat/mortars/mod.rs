//! Mortar fire (GUN-59 to GUN-71): the shot, its measures, and the burst.

pub(super) mod burst;
pub(super) mod measures;
pub(super) mod shot;
