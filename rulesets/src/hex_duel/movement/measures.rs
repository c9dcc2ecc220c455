//! Reads a ship's hex and facing from the table.

use crate::core::{Halt, HexReader, HexReading, Refusal, Settlement, TableFacts};
use crate::hex_duel::state::battle::State;
use geometry::ShipId;

/// Reads the hexes and facings of these ships (CHA-6, CHA-8); players settle what is too close to call.
pub(in crate::hex_duel) fn read(
    state: &State,
    facts: &dyn TableFacts,
    ships: &[&ShipId],
    settled: &[Settlement],
) -> Result<HexReading, Halt> {
    let grid =
        state.grid.ok_or_else(|| Refusal::because("CHA-1", "The board is not registered on the table."))?;
    let named: Vec<(&ShipId, &str)> = ships.iter().map(|ship| (*ship, state.name(ship))).collect();
    HexReader { grid, facts, settled, tie: state.options.too_close, rules: ("CHA-6", "CHA-8") }.read(&named)
}
