//! Entry points for a battle by whichever book its row names.

pub(crate) mod any_session;
pub(crate) mod begin;
pub(crate) mod play_out;
