//! Damage other than points: critical hits (SPB-21 to SPB-35) and lost guns.

pub(super) mod critical;
pub(super) mod lost_guns;
