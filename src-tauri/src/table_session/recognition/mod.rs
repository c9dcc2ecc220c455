//! From the newest frame to observed ships: cards, tracker, and the view.

pub(crate) mod demo_start;
pub(crate) mod faults;
pub(crate) mod live_view;
pub(crate) mod questions;
pub(crate) mod recogniser;
pub(crate) mod set_up;
pub(crate) mod still_moment;
pub(crate) mod still_moments;
pub(crate) mod table_correction;
