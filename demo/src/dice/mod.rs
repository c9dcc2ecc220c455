//! Dice in a tray: random throws drawn with truth, to train and to test the reading of dice by eye.
//!
//! `setup` (a tray as a record, random by seed; `throw` and `numbered_tray` put dice into it) → `die` (its solid and its surface;
//! with numbers by `solid`, `numbers` and `numbered`) → `light` (lamps, glare, shadows) → `tray` (the picture and its truth).

mod die;
mod ground;
mod light;
mod numbered;
mod numbered_tray;
mod numbers;
mod setup;
mod solid;
mod throw;
mod tray;

pub use numbered_tray::ThrownDie;
pub use numbers::{DieShape, NumberLook, NumberMark, Typeface};
pub use setup::{
    DieLook, DieSetup, DieStance, GroundLook, GroundPrint, LampSetup, LampShape, PipLook, TraySensor,
    TraySetup,
};
pub use tray::{DiceTray, TrayDie};
