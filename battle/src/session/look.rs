//! What the players last looked at.

use geometry::ShipId;
use rulesets::core::PlacedTable;

/// What the players last looked at for some ships. Their decision is ruled on these very measures while every ship
/// still stands there, so that what was shown is what is decided.
#[derive(Debug)]
pub(crate) struct ShownTable {
    pub(crate) ships: Vec<ShipId>,
    pub(crate) table: PlacedTable,
}
