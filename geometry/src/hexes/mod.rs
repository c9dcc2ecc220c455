//! Hexes by themselves, and grids of them registered on the table.

pub(crate) mod grid;
pub(crate) mod hex;
