//! Four guns, one die each: the guns that bear, and fire.

pub(super) mod guns;
