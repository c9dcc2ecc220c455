//! Moves from hex to hex: where a ship stands by the table, where she may go, and the review of a move.

pub(super) mod measures;
pub(super) mod routes;
