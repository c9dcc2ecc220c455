//! The plane of the table: one program, because linking many takes longer than their tests.

mod common;
mod contact;
mod hexes;
mod path;
mod sight;
mod terrain;
