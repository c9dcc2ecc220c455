//! The player's input for the calibration of a table.

use crate::camera::model::Pixel;
use crate::table::check_stick::STICK_IN;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How a table is to be calibrated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "way", rename_all = "kebab-case")]
pub enum TableInput {
    /// Cards 0 to 3 lie in the corners of a playing area whose sides are given.
    CornerCards {
        /// The playing area, inches: east-west and north-south.
        size_in: (f64, f64),
        /// The side of a card's black square, inches.
        card_in: f64,
        /// The height of the surface under a card above the table, by the card's id, inches; missing: flat.
        #[serde(default)]
        heights_in: BTreeMap<u32, f64>,
    },
    /// Cards lie anywhere on or beside the playing area, which is drawn on the picture.
    FreeCards(FreeCards),
    /// Points were measured with a tape and clicked on the picture.
    Points {
        /// The playing area, inches: east-west and north-south; the points are measured from its south-west corner.
        size_in: (f64, f64),
        /// The points, four at least.
        points: Vec<TapePoint>,
    },
}

/// The player's input for cards lying anywhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FreeCards {
    /// The side of a card's black square, inches: the scale of everything.
    pub card_in: f64,
    /// The height of the surface under a card above the table, by the card's id, inches. Cards 0 to 3 that are not named
    /// lie flat; any other id counts as a card only if it is named.
    #[serde(default)]
    pub heights_in: BTreeMap<u32, f64>,
    /// The playing area.
    pub area: Area,
    /// Its sides as the player has measured them (east-west, north-south), inches.
    #[serde(default)]
    pub typed_size_in: Option<(f64, f64)>,
    /// Which scale counts where cards and typed sides disagree.
    #[serde(default)]
    pub trust: Trust,
    /// The check stick, if it is on the table too: its height, and its length by the owner's ruler.
    #[serde(default)]
    pub stick: Option<LaidStick>,
}

/// A playing area on the picture.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "drawn", rename_all = "kebab-case")]
pub enum Area {
    /// Its four corners, the south-west one first, the others in any order.
    Corners {
        /// Pixels.
        corners_px: [Pixel; 4],
    },
    /// Two opposite corners of a rectangle along the edges of the picture; north is up.
    Rectangle {
        /// Pixels.
        opposite_px: [Pixel; 2],
    },
    /// Of this size about the middle of the picture, its south side level in it.
    Middle {
        /// East-west and north-south, inches.
        size_in: (f64, f64),
    },
}

/// The source of the scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trust {
    /// The printed cards (and the check stick).
    #[default]
    Cards,
    /// The typed sides.
    Sides,
}

/// The check stick on the table.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct LaidStick {
    /// The height of the surface under it above the table, inches.
    pub height_in: f64,
    /// Its length by the owner's ruler, inches.
    pub stick_in: f64,
}

impl Default for LaidStick {
    /// Flat on the table, printed true.
    fn default() -> Self {
        Self { height_in: 0.0, stick_in: STICK_IN }
    }
}

/// A point measured with a tape and clicked on the picture.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct TapePoint {
    /// Where it is seen.
    pub pixel: Pixel,
    /// Inches east of the south-west corner.
    pub x_in: f64,
    /// Inches north of it.
    pub y_in: f64,
    /// Inches above the table.
    #[serde(default)]
    pub height_in: f64,
}
