//! A throw of real dice that the camera read, given by the shell.

/// The evidence of a throw: its picture, and what the camera read of each die in it.
#[derive(Debug, Clone, PartialEq)]
pub struct ThrowEvidence {
    /// The tray after the throw, cut out of the camera's picture, as JPEG.
    pub jpeg: Vec<u8>,
    /// All dice of the throw.
    pub dice: Vec<DieEvidence>,
}

/// The camera's reading of one die.
#[derive(Debug, Clone, PartialEq)]
pub struct DieEvidence {
    /// Its kind ("d6", "d8", "d10", "tens", "d20").
    pub kind: String,
    /// The name of a named die ("the green die").
    pub name: Option<String>,
    /// The face as read; a D10's printed 0 is 0 or 10.
    pub face: u8,
    /// How likely the reading is right, 0 to 1.
    pub p: f64,
    /// Whether the reading is beyond doubt.
    pub sure: bool,
    /// The middle of its upper face, pixels from the left of the picture.
    pub x_px: f64,
    /// The middle of its upper face, pixels from the top of the picture.
    pub y_px: f64,
    /// The side of its upper face, pixels.
    pub side_px: f64,
}
