//! Calibration and muster, and checks that they still hold: lens, table, fleet, models, cards, check stick.

pub(crate) mod calibrated_table;
pub(crate) mod card_watch;
pub(crate) mod models;
pub(crate) mod rectification;
pub(crate) mod ship_outline;
pub(crate) mod table_report;
