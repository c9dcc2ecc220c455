//! What is calibrated and mustered, and whether it still holds: lens, table, fleet, models, cards, check stick.

pub(crate) mod calibrated_table;
pub(crate) mod card_watch;
pub(crate) mod models;
pub(crate) mod ship_outline;
pub(crate) mod table_report;
