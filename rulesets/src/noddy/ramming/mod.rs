//! Rams (NOD-23, NOD-24): the impact, and the chance of each result.

pub(super) mod impact;
