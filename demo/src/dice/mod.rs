//! Dice in a tray: random throws drawn with truth, to train and to test the reading of dice by eye.
//!
//! `setup` (a tray as a record, random by seed; `throw` and `numbered_tray` put dice into it) → `die` (its solid and its
//! surface; with numbers by `solid`, `numbers` and `numbered`) → `light` (lamps, glare, shadows) → `tray` (the picture
//! and its truth; `legible`: what of a die's pips or number shows at all).
//!
//! Dice on the demo table: `roll` (the way of a throw) → `act` (what hands do with dice, by time) → `over_table` (drawn over
//! the table's film).

mod act;
mod die;
mod ground;
mod legible;
mod light;
mod numbered;
mod numbered_tray;
mod numbers;
mod over_table;
mod roll;
mod setup;
mod solid;
mod throw;
mod tray;

pub(crate) use act::{Carried, DiceAct, DiceStage};
pub use numbered_tray::ThrownDie;
pub use numbers::{DieShape, NumberLook, NumberMark, Typeface};
pub(crate) use over_table::{PlacedDie, draw};
pub use roll::DiceBounds;
pub(crate) use roll::Roll;
pub use setup::{
    DieLook, DieSetup, DieStance, GroundLook, GroundPrint, LampSetup, LampShape, PipLook, TraySensor,
    TraySetup,
};
pub(crate) use throw::random_look;
pub use tray::{DiceTray, TrayDie, TraySide};
