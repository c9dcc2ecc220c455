//! Moves from hex to hex: reading a ship's place from the table, possible routes, and judging a move.

pub(super) mod measures;
pub(super) mod routes;
