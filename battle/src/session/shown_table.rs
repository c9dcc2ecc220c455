//! The table that was last shown for a decision.

use geometry::ShipId;
use rulesets::core::PlacedTable;

/// The measures that the players were last shown for some ships. Their decision is ruled on these same
/// measures while every ship still stands there: what was shown is what is decided.
#[derive(Debug)]
pub(crate) struct ShownTable {
    pub(crate) ships: Vec<ShipId>,
    pub(crate) table: PlacedTable,
}
