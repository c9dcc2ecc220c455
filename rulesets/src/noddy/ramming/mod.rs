//! Rams (NOD-23, NOD-24): the conditions and the impact.

pub(super) mod impact;
