//! What a pixel means: printable cards and boards, lens, table pose, back-projection at a given height.
//!
//! This room knows nothing of ships and rules.

mod camera;

pub use camera::{Lens, Pixel, TableCamera};
