//! What crosses between the shell and the screens besides the battle's own views: plain data, from which ts-rs
//! generates the TypeScript types in `ui/src/backend/types/`.
//!
//! Pixels belong to the frame named beside them; inches and degrees as everywhere at the edges.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Where frames come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "source", rename_all = "snake_case")]
pub enum SourceChoice {
    /// The demo table.
    Demo,
    /// A webcam by its number.
    Camera {
        /// The number, from 0.
        index: u32,
    },
    /// A network stream: http, https or rtsp.
    Url {
        /// The address.
        url: String,
    },
    /// A video file.
    Video {
        /// The file.
        path: String,
    },
    /// A folder of pictures.
    Pictures {
        /// The folder.
        path: String,
    },
}

/// How the source is doing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SourceView {
    /// What was opened.
    pub choice: SourceChoice,
    /// "opening", "live", "frozen", "ended" or "lost".
    pub state: String,
    /// One sentence for the players.
    pub sentence: String,
    /// The name of the picture shown, for a folder of pictures.
    pub picture: Option<String>,
}

/// A ship in the live picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LiveShip {
    /// The ship's id.
    pub id: String,
    /// Its name as printed.
    pub name: String,
    /// Its side's key, empty where it is in no battle.
    pub side: String,
    /// Inches east, below the stack.
    pub x_in: f64,
    /// Inches north, below the stack.
    pub y_in: f64,
    /// Degrees clockwise from north.
    pub heading_deg: f64,
    /// Standard deviation of the position along each axis, inches.
    pub sigma_in: f64,
    /// Standard deviation of the heading, degrees.
    pub heading_sigma_deg: f64,
    /// Nothing hides it.
    pub seen: bool,
    /// Name and bow are sure.
    pub sure: bool,
    /// Hull outline in the picture, pixels.
    pub outline_px: Vec<(f64, f64)>,
    /// The point below the stack, pixels.
    pub stack_px: (f64, f64),
    /// A point ahead of the bow, pixels: the tip of the heading's arrow.
    pub ahead_px: (f64, f64),
}

/// The live table: sent whenever something changed, and at least twice a second.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LiveView {
    /// The frame it was read from.
    #[ts(type = "number")]
    pub frame: u64,
    /// Picture width, pixels.
    pub width_px: u32,
    /// Picture height, pixels.
    pub height_px: u32,
    /// The source.
    pub source: SourceView,
    /// Frames a second that reached the screen.
    pub shown_fps: f64,
    /// Milliseconds from decoded frame to observations, last time ships were measured.
    pub vision_ms: f64,
    /// Something moves, or an arm lies over the table: nothing is measured where it is.
    pub moving: bool,
    /// The table has been calibrated.
    pub calibrated: bool,
    /// The playing area's outline in the picture, pixels; empty before calibration.
    pub table_px: Vec<(f64, f64)>,
    /// The ships.
    pub ships: Vec<LiveShip>,
    /// What should be said to the players, if anything (a ship is missing, the source came back …).
    pub notices: Vec<String>,
}

/// The measure between two ships.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MeasureView {
    /// From this ship.
    pub from: String,
    /// To this ship.
    pub to: String,
    /// Range stack to stack, inches.
    pub range_in: f64,
    /// Half the width of the 95 % interval, inches.
    pub plus_minus_in: f64,
    /// Bearing from the first ship's bow, degrees, starboard positive.
    pub bearing_deg: f64,
    /// The range band for each kind of gun, in words.
    pub bands: Vec<BandView>,
    /// The demo table knows the truth, inches.
    pub truth_in: Option<f64>,
}

/// A range band.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct BandView {
    /// The kind of gun ("smoothbore").
    pub gun: String,
    /// The band ("close"), or "too close to call: close or normal".
    pub band: String,
}

/// A corner card in the picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CardFoundView {
    /// Its number, 0 to 3.
    pub id: u32,
    /// Its place ("south-west").
    pub corner: String,
    /// Its four corners, pixels; empty where it is missing.
    pub corners_px: Vec<(f64, f64)>,
    /// It was found.
    pub found: bool,
}

/// The result of calibrating the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TableReportView {
    /// Residual, pixels (root mean square over card corners).
    pub residual_px: f64,
    /// The same on the table, inches.
    pub residual_in: f64,
    /// Expected error of a 12 in range in the middle of the table, inches (95 %).
    pub expected_range_error_in: f64,
    /// The camera's height over the table, inches.
    pub camera_height_in: f64,
    /// What should be said.
    pub notes: Vec<String>,
}

/// A view of the lens board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LensViewView {
    /// Its name.
    pub image: String,
    /// Its own error, pixels; none where the board was not found.
    pub rms_px: Option<f64>,
    /// It was used.
    pub kept: bool,
    /// Why it was left out, if it was.
    pub why: String,
}

/// The result of calibrating the lens.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LensReportView {
    /// Error over all points used, pixels.
    pub rms_px: f64,
    /// Share of the picture that the boards covered, 0 to 1.
    pub coverage: f64,
    /// Focal length along x, pixels.
    pub fx: f64,
    /// Focal length along y, pixels.
    pub fy: f64,
    /// The views.
    pub views: Vec<LensViewView>,
}

/// The paper in the printer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum PaperChoice {
    /// 8.5 x 11 in.
    Letter,
    /// 210 x 297 mm.
    A4,
}

/// The kinds of lens board.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "board", rename_all = "snake_case")]
pub enum BoardChoice {
    /// A ChArUco board.
    Charuco {
        /// Squares across.
        columns: u32,
        /// Squares down.
        rows: u32,
        /// Side of a square, inches.
        square_in: f64,
        /// Side of a marker, inches.
        marker_in: f64,
        /// Its dictionary ("5X5_100").
        dictionary: String,
    },
    /// A chessboard.
    Chessboard {
        /// Inner corners across.
        columns: u32,
        /// Inner corners down.
        rows: u32,
        /// Side of a square, inches.
        square_in: f64,
    },
}

/// A ship as a player musters it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MusterShipView {
    /// The ship's id.
    pub id: String,
    /// "casemate", "monitor", "sidewheel", "tinclad", "city" …
    pub kind: String,
    /// Its tag's number, if it carries one.
    pub tag: Option<u32>,
    /// Hull length, inches.
    pub length_in: f64,
    /// Beam, inches.
    pub beam_in: f64,
    /// Height of the stack (turret), inches.
    pub stack_height_in: f64,
    /// How far the stack stands ahead of the hull's middle, inches.
    pub stack_ahead_in: f64,
    /// A click near the bow, pixels of the frame shown.
    pub bow_px: (f64, f64),
    /// A click near the stern, pixels of the frame shown.
    pub stern_px: (f64, f64),
}

/// The app as it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AppView {
    /// The program's version.
    pub version: String,
    /// The source.
    pub source: SourceView,
    /// A lens is known.
    pub lens_known: bool,
    /// The table is calibrated.
    pub table_known: bool,
    /// A picture of the bare table is kept.
    pub bare_table_known: bool,
    /// Ships mustered.
    pub mustered: Vec<String>,
    /// The campaign file.
    pub campaign: String,
    /// The battle in play, if there is one.
    pub battle: Option<i32>,
    /// What went wrong at the start, one sentence each.
    pub troubles: Vec<String>,
    /// Ships known to the book, with the measures of their models, to muster from.
    pub known_ships: Vec<KnownShipView>,
}

/// A ship that can be mustered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct KnownShipView {
    /// The ship's id.
    pub id: String,
    /// Its name as printed.
    pub name: String,
    /// The kind of model.
    pub kind: String,
    /// Usual hull length of its model, inches.
    pub length_in: f64,
    /// Usual beam, inches.
    pub beam_in: f64,
    /// Usual stack height, inches.
    pub stack_height_in: f64,
    /// Usual place of the stack ahead of the middle, inches.
    pub stack_ahead_in: f64,
}

/// A battle in the campaign file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct BattleRow {
    /// Its number.
    pub battle: i32,
    /// Its name.
    pub name: String,
    /// When it began, ISO 8601.
    pub began_at: String,
    /// Events in its log.
    pub events: i32,
}

/// A refused wish or an error: one sentence that says what is wrong, why, and what to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Trouble {
    /// The sentence.
    pub sentence: String,
}
