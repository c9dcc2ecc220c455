//! Where frames come from and how pictures reach the page: the sources to choose from, the demo table.

pub(crate) mod demo_hand;
pub(crate) mod demo_start;
pub(crate) mod frame_delivery;
pub(crate) mod frame_rate;
pub(crate) mod gallery;
