//! The lens wizard of a session. It has its own thread because its work takes long; commands go in, a view comes out.

pub(crate) mod demo_board;
pub(crate) mod kept_views;
pub(crate) mod lens_view;
pub(crate) mod wizard_task;
pub(crate) mod wizard_thread;
