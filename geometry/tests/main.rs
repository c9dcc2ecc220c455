//! Tests of the table's plane. They are one program, because linking many takes longer than running them.

mod common;
mod contact;
mod hexes;
mod path;
mod sight;
mod terrain;
