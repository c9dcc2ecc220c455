//! Rams (NOD-23, NOD-24): whether one is possible, and the impact.

pub(super) mod impact;
