//! What is said about a die that was read.

use serde::{Deserialize, Serialize};
use std::fmt::{Display, Formatter};

/// A die that was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DieReading {
    /// Its kind.
    pub kind: DieKind,
    /// The value of its upper face; a guess unless `sure`.
    pub value: u8,
    /// The middle of its upper face, pixels from the left.
    pub x: f64,
    /// The middle of its upper face, pixels from the top.
    pub y: f64,
    /// The root of the upper face's area in the picture, pixels.
    pub side_px: f64,
    /// Is it beyond doubt? What isn't has to be asked about.
    pub sure: bool,
    /// How likely the value is right, 0 to 1.
    pub p: f64,
    /// The name of a taught die: "the white die".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The kinds of dice that can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DieKind {
    /// Six sides, with pips or, when taught, with numbers.
    D6,
    /// Eight sides.
    D8,
    /// Ten sides.
    D10,
    /// Ten sides with the tens: 00, 10 to 90.
    Tens,
    /// Twenty sides.
    D20,
}

/// Two readings nearer than this, in the larger upper face's side, are of one die.
const SAME: f64 = 0.6;

/// What is nearer than this to the picture's edge, in its side, isn't all seen.
const CUT_OFF: f64 = 0.5;

impl DieReading {
    /// Is its upper face all within a picture of this width and height?
    pub(crate) fn is_all_in(&self, (width, height): (usize, usize)) -> bool {
        let edge = CUT_OFF * self.side_px;
        let inside = |at: f64, size: usize| at > edge && at < size as f64 - edge;
        inside(self.x, width) && inside(self.y, height)
    }

    /// Is it of the same die as another reading?
    pub(crate) fn is_on(&self, other: &Self) -> bool {
        (self.x - other.x).hypot(self.y - other.y) < SAME * self.side_px.max(other.side_px)
    }
}

impl DieKind {
    /// How many faces it has.
    pub fn faces(self) -> usize {
        match self {
            Self::D6 => 6,
            Self::D8 => 8,
            Self::D10 | Self::Tens => 10,
            Self::D20 => 20,
        }
    }

    /// Can a face have this value? A D10's tenth face is 0 or 10, as its owner says it.
    pub fn has(self, value: u8) -> bool {
        match self {
            Self::D10 => value <= 10,
            Self::Tens => value.is_multiple_of(10) && value <= 90,
            Self::D6 | Self::D8 | Self::D20 => value >= 1 && usize::from(value) <= self.faces(),
        }
    }
}

impl Display for DieKind {
    fn fmt(&self, to: &mut Formatter<'_>) -> std::fmt::Result {
        to.write_str(match self {
            Self::D6 => "D6",
            Self::D8 => "D8",
            Self::D10 => "D10",
            Self::Tens => "tens die",
            Self::D20 => "D20",
        })
    }
}
