//! Hexes, and grids of hexes registered on the table.

pub(crate) mod grid;
pub(crate) mod hex;
