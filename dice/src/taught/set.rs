//! The dice that were taught, as they are kept in a file.

use crate::reading::DieKind;
use serde::{Deserialize, Serialize};

/// All dice that a table's players have taught.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DiceSet {
    /// The dice; each has a name of its own.
    pub dice: Vec<TaughtDie>,
}

/// A die that was taught.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TaughtDie {
    /// Its name: "the white die".
    pub name: String,
    /// Its kind.
    pub kind: DieKind,
    /// Its body's colour: red, green, blue.
    pub colour: [u8; 3],
    /// Its faces.
    pub faces: Vec<TaughtFace>,
}

/// A face as it was shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TaughtFace {
    /// Its value.
    pub value: u8,
    /// Its views, at least one.
    pub views: Vec<FaceView>,
}

/// An upper face as seen from straight above.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FaceView {
    /// The root of its area in the picture, pixels.
    pub side_px: f64,
    /// Its pixels: blue, green, red bytes, row by row.
    pub pixels: Vec<u8>,
}
