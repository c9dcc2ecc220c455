//! What crosses between the shell and the camera screen about the table itself: how it is calibrated, how well, and
//! whether it still stands as it did. Pixels belong to the picture shown; inches and degrees as everywhere.

use crate::ipc::messages::CardFoundView;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How the table is to be calibrated, and what the player tells for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "way", rename_all = "snake_case")]
pub enum TableWay {
    /// Cards in the four corners of a playing area whose sides are told.
    CornerCards {
        /// East-west, inches.
        width_in: f64,
        /// North-south, inches.
        height_in: f64,
        /// The side of a card's black square, inches.
        card_in: f64,
        /// Cards that lie on something.
        raised: Vec<RaisedCard>,
    },
    /// Cards lying anywhere; the playing area is drawn on the picture.
    FreeCards {
        /// The side of a card's black square, inches.
        card_in: f64,
        /// Cards that lie on something.
        raised: Vec<RaisedCard>,
        /// The area's corners, the south-west one first, pixels.
        corners_px: [(f64, f64); 4],
        /// East-west and north-south as a tape says, inches: a cross-check only.
        typed_in: Option<(f64, f64)>,
        /// The typed sides count where they and the cards disagree.
        trust_sides: bool,
        /// The check stick lies flat on the table too: what the owner's ruler says of it, inches.
        stick_in: Option<f64>,
    },
    /// Points measured with a tape and clicked on the picture.
    Points {
        /// East-west, inches.
        width_in: f64,
        /// North-south, inches.
        height_in: f64,
        /// The points, four at least.
        points: Vec<ClickedPoint>,
    },
}

/// A card that does not lie flat on the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RaisedCard {
    /// Its number.
    pub id: u32,
    /// How high what it lies on stands above the table, inches.
    pub by_in: f64,
}

/// A point measured with a tape and clicked on the picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ClickedPoint {
    /// Where it was clicked, pixels.
    pub at_px: (f64, f64),
    /// Inches east of the south-west corner.
    pub x_in: f64,
    /// Inches north of it.
    pub y_in: f64,
}

/// The result of calibrating the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TableReportView {
    /// "fine", "good" or "coarse".
    pub grade: String,
    /// The lens was guessed from the table itself.
    pub quick_start: bool,
    /// Residual, pixels (root mean square over what counted).
    pub residual_px: f64,
    /// The same on the table, inches.
    pub residual_in: f64,
    /// 95 % of ranges are expected to err by no more than this, inches.
    pub range_error_p95_in: f64,
    /// The camera's height over the table, inches.
    pub camera_height_in: f64,
    /// The playing area, inches: east-west and north-south.
    pub size_in: (f64, f64),
    /// Typed sides that the cards measure otherwise.
    pub doubts: Vec<SideDoubt>,
    /// What else should be said.
    pub notes: Vec<String>,
}

/// A side that was typed one way and measures another: which is right?
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SideDoubt {
    /// "east-west" or "north-south".
    pub side: String,
    /// As typed, inches.
    pub typed_in: f64,
    /// As the cards measure it, inches.
    pub measured_in: f64,
    /// Half the width of its 95 % interval, inches.
    pub plus_minus_in: f64,
    /// The typed one counts now.
    pub typed_counts: bool,
    /// The question, one sentence.
    pub sentence: String,
}

/// What to expect of places and ranges over the table in force, the camera alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AccuracyView {
    /// "fine", "good" or "coarse".
    pub grade: String,
    /// 95 % of ranges are expected to err by no more than this, inches.
    pub range_error_p95_in: f64,
    /// The best place, inches (95 %, along each axis).
    pub best_in: f64,
    /// The worst place, inches (95 %, along each axis).
    pub worst_in: f64,
    /// The playing area in squares.
    pub cells: Vec<AccuracyCell>,
}

/// A part of the playing area.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AccuracyCell {
    /// Its outline in the picture, pixels.
    pub outline_px: Vec<(f64, f64)>,
    /// What to expect of a place there, inches (95 %, along each axis).
    pub error_in: f64,
}

/// What the check stick measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct StickView {
    /// "12.00 in, measured 12.01 ± 0.02".
    pub figures: String,
    /// The whole, one sentence or two.
    pub sentence: String,
    /// "good", "fair" or "poor".
    pub grade: String,
    /// It agrees with what the calibration promises.
    pub agrees: bool,
    /// The measure, inches.
    pub measured_in: f64,
    /// The middles of its two squares in the picture, pixels.
    pub ends_px: Vec<(f64, f64)>,
    /// It was written into the log of the battle in play.
    pub logged: bool,
}

/// Whether camera and table stand as they were calibrated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DriftView {
    /// What the cards say.
    pub state: DriftState,
    /// For the players.
    pub sentence: String,
}

/// What the cards say of camera and table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DriftState {
    /// Nothing moved.
    Steady,
    /// A card moved, and nothing else.
    CardMoved,
    /// Camera or table moved a moment ago, and the calibration was corrected.
    Corrected,
    /// The cards don't tell.
    Unsure,
}

/// The corner cards in the picture, and whether they lie where they will stay.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CardsView {
    /// Always four rows.
    pub cards: Vec<CardFoundView>,
    /// What to do, one sentence.
    pub sentence: String,
    /// How long all four have lain still enough, 0 to 1.
    pub settled: f64,
    /// All four lie still.
    pub at_rest: bool,
}

/// Whether the picture is fit to measure in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CareView {
    /// It is sharp; none where it shows no edge to judge by.
    pub sharp: Option<bool>,
    /// A patch of it is burnt out.
    pub glare: bool,
    /// It is neither too dark nor too bright.
    pub well_lit: bool,
    /// Its corners are bright enough.
    pub even: bool,
    /// What to do, one sentence for each trouble.
    pub advice: Vec<String>,
}
