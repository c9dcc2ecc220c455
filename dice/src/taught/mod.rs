//! Numbered dice, known by teaching: each face is shown once, and then read by its looks.

mod set;
pub mod upper_face;

pub use set::{DiceSet, FaceView, TaughtDie, TaughtFace};
