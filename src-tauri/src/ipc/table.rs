//! Messages between the shell and the camera screen about the table: how it is calibrated, how well, and whether it has
//! moved. Pixels are those of the picture shown; inches and degrees as everywhere.

use crate::ipc::messages::CardFoundView;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A way to calibrate the table, with the player's input.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "way", rename_all = "snake_case")]
pub enum TableWay {
    /// Cards in the four corners of a playing area of known size.
    CornerCards {
        /// East-west, inches.
        width_in: f64,
        /// North-south, inches.
        height_in: f64,
        /// The side of a card's black square, inches.
        card_in: f64,
        /// Cards that do not lie flat on the table.
        raised: Vec<RaisedCard>,
    },
    /// Cards lying anywhere; the playing area is drawn on the picture.
    FreeCards {
        /// The side of a card's black square, inches.
        card_in: f64,
        /// Cards that do not lie flat on the table.
        raised: Vec<RaisedCard>,
        /// The area's corners, the south-west one first, pixels.
        corners_px: [(f64, f64); 4],
        /// East-west and north-south sides as measured with a tape, inches: only a cross-check.
        typed_in: Option<(f64, f64)>,
        /// Whether the typed sides are used if they and the cards disagree.
        trust_sides: bool,
        /// The check stick's length by a ruler, inches, if it lies flat on the table.
        stick_in: Option<f64>,
    },
    /// Points measured with a tape and clicked on the picture.
    Points {
        /// East-west, inches.
        width_in: f64,
        /// North-south, inches.
        height_in: f64,
        /// The points, at least four.
        points: Vec<ClickedPoint>,
    },
}

/// A card that does not lie flat on the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RaisedCard {
    /// Its number.
    pub id: u32,
    /// Height of the object under it, inches.
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
    /// Whether the lens was estimated from the table itself.
    pub quick_start: bool,
    /// Residual, pixels (root mean square over the points used).
    pub residual_px: f64,
    /// The same residual on the table, inches.
    pub residual_in: f64,
    /// 95 % of ranges are expected to err by no more than this, inches.
    pub range_error_p95_in: f64,
    /// The camera's height over the table, inches.
    pub camera_height_in: f64,
    /// The playing area, inches: east-west and north-south.
    pub size_in: (f64, f64),
    /// Typed sides that differ from what the cards measure.
    pub doubts: Vec<SideDoubt>,
    /// Other notes.
    pub notes: Vec<String>,
}

/// A side whose typed and measured lengths differ: the player decides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SideDoubt {
    /// "east-west" or "north-south".
    pub side: String,
    /// As typed, inches.
    pub typed_in: f64,
    /// As measured with the cards, inches.
    pub measured_in: f64,
    /// Half the width of its 95 % interval, inches.
    pub plus_minus_in: f64,
    /// Whether the typed length is used now.
    pub typed_counts: bool,
    /// The question, one sentence.
    pub sentence: String,
}

/// Expected accuracy of places and ranges on the calibrated table, from the camera alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AccuracyView {
    /// "fine", "good" or "coarse".
    pub grade: String,
    /// 95 % of ranges are expected to err by no more than this, inches.
    pub range_error_p95_in: f64,
    /// Error at the best place, inches (95 %, along each axis).
    pub best_in: f64,
    /// Error at the worst place, inches (95 %, along each axis).
    pub worst_in: f64,
    /// The playing area, divided into squares.
    pub cells: Vec<AccuracyCell>,
}

/// A square of the playing area.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AccuracyCell {
    /// Its outline in the picture, pixels.
    pub outline_px: Vec<(f64, f64)>,
    /// Expected error of a place there, inches (95 %, along each axis).
    pub error_in: f64,
}

/// The measurement of the check stick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct StickView {
    /// "12.00 in, measured 12.01 ± 0.02".
    pub figures: String,
    /// The result, one or two sentences.
    pub sentence: String,
    /// "good", "fair" or "poor".
    pub grade: String,
    /// Whether it agrees with the accuracy that the calibration expects.
    pub agrees: bool,
    /// The measured length, inches.
    pub measured_in: f64,
    /// The centres of its two squares in the picture, pixels.
    pub ends_px: Vec<(f64, f64)>,
    /// Whether it was logged in the battle in play.
    pub logged: bool,
}

/// Whether camera and table still stand as calibrated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DriftView {
    /// What the cards show.
    pub state: DriftState,
    /// One sentence for the players.
    pub sentence: String,
}

/// What the cards show of camera and table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DriftState {
    /// Nothing moved.
    Steady,
    /// Only a card moved.
    CardMoved,
    /// Camera or table moved a moment ago, and the calibration was corrected.
    Corrected,
    /// The cards do not show what moved.
    Unsure,
}

/// The corner cards in the picture, and whether they lie still.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CardsView {
    /// Always four rows.
    pub cards: Vec<CardFoundView>,
    /// What to do, one sentence.
    pub sentence: String,
    /// How long all four have lain still, as a share of the time needed, 0 to 1.
    pub settled: f64,
    /// Whether all four lie still.
    pub at_rest: bool,
}

/// Whether the picture is good enough to measure in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CareView {
    /// Whether it is sharp; absent where it shows no edge to judge by.
    pub sharp: Option<bool>,
    /// Whether part of it is overexposed.
    pub glare: bool,
    /// Whether it is neither too dark nor too bright.
    pub well_lit: bool,
    /// Whether its corners are bright enough.
    pub even: bool,
    /// What to do, one sentence for each problem.
    pub advice: Vec<String>,
}
