//! The lens wizard of a session: a thread of its own, for it works long; words in, a view out.

pub(crate) mod demo_board;
pub(crate) mod kept_views;
pub(crate) mod lens_view;
pub(crate) mod wizard_task;
pub(crate) mod wizard_thread;
