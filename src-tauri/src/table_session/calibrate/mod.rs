//! Lens and table calibrated and kept true: wizard, cards, check stick, drift.

pub(crate) mod calibrated;
pub(crate) mod check_stick;
pub(crate) mod demo_board;
pub(crate) mod drift;
pub(crate) mod lens_views;
pub(crate) mod lens_wizard;
pub(crate) mod table;
