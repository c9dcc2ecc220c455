//! What crosses between the shell and the screens besides the battle's own views: plain data, from which ts-rs
//! generates the TypeScript types in `ui/src/backend/types/`.
//!
//! Pixels belong to the frame named beside them; inches and degrees as everywhere at the edges.

use crate::ipc::table::DriftView;
use battle::view::{BandView, GhostReason};

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
        /// The number, from 0; where its id is told too, the one it had when it was listed.
        index: u32,
        /// What it is known by, whatever port it hangs on and whatever its number.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        id: Option<String>,
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

impl SourceChoice {
    /// What its camera is known by, where the system tells.
    pub fn camera_id(&self) -> Option<&str> {
        match self {
            Self::Camera { id, .. } => id.as_deref(),
            _ => None,
        }
    }

    /// The same source: a camera that is known is the same under whatever number.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self.camera_id(), other.camera_id()) {
            (Some(one), Some(other)) => one == other,
            _ => self == other,
        }
    }

    /// The same, with what is known of its camera now.
    pub fn known_as_now(self) -> Self {
        match self {
            Self::Camera { index, id: None } => {
                let plugged_in = tracking::source::cameras().into_iter();
                let id = plugged_in.filter(|camera| camera.index == index).map(|camera| camera.id).next();
                Self::Camera { index, id }
            }
            other => other,
        }
    }
}

/// A source that can be opened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SourceRow {
    /// What would be opened.
    pub choice: SourceChoice,
    /// Its name.
    pub name: String,
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
    /// How it shows itself.
    pub presence: Presence,
    /// Its name is a guess.
    pub name_doubt: bool,
    /// Its bow is a guess.
    pub bow_doubt: bool,
    /// Hull outline in the picture, pixels.
    pub outline_px: Vec<(f64, f64)>,
    /// The point below the stack, pixels.
    pub stack_px: (f64, f64),
    /// A point ahead of the bow, pixels: the tip of the heading's arrow.
    pub ahead_px: (f64, f64),
}

/// Where a ship of the battle in play should stand, in the live picture.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LiveGhost {
    /// The ship's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its side's key.
    pub side: String,
    /// Why it is shown.
    pub why: GhostReason,
    /// What to do, one sentence.
    pub sentence: String,
    /// Hull outline in the picture, pixels.
    pub outline_px: Vec<(f64, f64)>,
    /// The point below the stack, pixels.
    pub stack_px: (f64, f64),
    /// A point ahead of the stack, pixels: the tip of the heading's arrow.
    pub ahead_px: (f64, f64),
}

/// How a ship shows itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// It is seen where it stands.
    Seen,
    /// Something lies over its last place.
    Hidden,
    /// Its last place is bare, and it stands nowhere else.
    Missing,
    /// Missing, and the players say it keeps its place.
    Kept,
    /// Missing, and the players say it was picked up, or the record knows that she is lost.
    Off,
}

/// What a player tells by hand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "say", rename_all = "snake_case")]
pub enum HandWord {
    /// A ship stands here: where her stack and the tip of her heading's arrow lie in the picture, pixels.
    Laid {
        /// Which ship.
        ship: String,
        /// The point below the stack, pixels.
        stack_px: (f64, f64),
        /// The tip of the arrow, pixels.
        ahead_px: (f64, f64),
    },
    /// What is taken for one ship is another one (or the same: the guess is right).
    Named {
        /// What it is taken for.
        taken_for: String,
        /// What it is.
        ship: String,
    },
    /// Bow and stern are the other way about.
    TurnedAbout {
        /// Which ship.
        ship: String,
    },
    /// The bow is where it is drawn.
    BowRight {
        /// Which ship.
        ship: String,
    },
    /// A ship that is gone keeps her place.
    KeepPlace {
        /// Which ship.
        ship: String,
    },
    /// A ship that is gone was picked up: she is off the table until she is seen again.
    OffTable {
        /// Which ship.
        ship: String,
    },
    /// A ship that is gone is sunk: off the table, and where the record does not know of it, by the umpire's word.
    Sunk {
        /// Which ship.
        ship: String,
    },
}

/// Where an outline lies that a player is laying.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LaidView {
    /// Inches east, below the stack.
    pub x_in: f64,
    /// Inches north, below the stack.
    pub y_in: f64,
    /// Degrees clockwise from north.
    pub heading_deg: f64,
    /// Hull outline in the picture, pixels.
    pub outline_px: Vec<(f64, f64)>,
    /// The point below the stack, pixels.
    pub stack_px: (f64, f64),
    /// The tip of the heading's arrow, pixels.
    pub ahead_px: (f64, f64),
}

/// A doubt that one click settles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct QuestionView {
    /// The same for as long as the same is asked.
    pub key: String,
    /// The question, one sentence.
    pub sentence: String,
    /// The ships in doubt.
    pub ships: Vec<String>,
    /// What is asked about lies here, pixels.
    pub ring_px: (f64, f64),
    /// What can be answered.
    pub answers: Vec<AnswerChoice>,
}

/// One answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AnswerChoice {
    /// What its button says.
    pub label: String,
    /// What it tells.
    pub says: HandWord,
}

/// How long a still moment took from the camera to this view, in milliseconds. What the page adds, it measures itself.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct StillMoment {
    /// The frame it was measured on.
    #[ts(type = "number")]
    pub frame: u64,
    /// Since the first frame that showed the table at rest: the frames without motion that make a still moment.
    pub rest_ms: f64,
    /// From the decoded frame to the ships' places.
    pub placed_ms: f64,
    /// From the decoded frame until this view was handed to the window.
    pub handed_ms: f64,
    /// When it was handed over, milliseconds since 1970.
    pub handed_at_ms: f64,
}

/// The live table: sent whenever something changed, and about once a second where nothing did.
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
    /// The still moment this view is the first to show; none in views that repeat what was shown.
    pub still: Option<StillMoment>,
    /// Something moves, or an arm lies over the table: nothing is measured where it is.
    pub moving: bool,
    /// The table has been calibrated.
    pub calibrated: bool,
    /// The playing area's outline in the picture, pixels; empty before calibration.
    pub table_px: Vec<(f64, f64)>,
    /// The ships.
    pub ships: Vec<LiveShip>,
    /// Where models should stand and don't, by the battle in play.
    pub ghosts: Vec<LiveGhost>,
    /// What only a player can settle.
    pub questions: Vec<QuestionView>,
    /// Whether camera and table stand as they were calibrated; none before that is known.
    pub drift: Option<DriftView>,
    /// What should be said to the players, if anything (the source came back …).
    pub notices: Vec<String>,
    /// Another number whenever the battle in play has news: then `battle_changes` is asked for.
    #[ts(type = "number")]
    pub battle_news: u64,
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
    /// The bands of the book in play in which the range lies; none where no battle is in play, or its book has none.
    pub bands: Vec<BandView>,
    /// The water between the two hulls, inches; negative where the outlines overlap.
    pub gap_in: f64,
    /// Half the width of its 95 % interval, inches.
    pub gap_plus_minus_in: f64,
    /// "clear", "touching" or "too close to call".
    pub contact: String,
    /// How the first ship's bow meets the second's hull; none further than an inch away.
    pub ram: Option<RamView>,
    /// The demo table knows the truth, inches.
    pub truth_in: Option<f64>,
}

/// How a bow meets a hull.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RamView {
    /// The acute angle between the keels, degrees: 90 is square on the side.
    pub angle_deg: f64,
    /// Half the width of its 95 % interval, degrees.
    pub angle_plus_minus_deg: f64,
    /// The part struck, in words.
    pub part: String,
    /// From the struck place to where that part ends, inches along the keel.
    pub margin_in: f64,
    /// Half the width of its 95 % interval, inches.
    pub margin_plus_minus_in: f64,
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

/// Something that stands there, before the muster.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MusterProposalView {
    /// The ship, where its model is known by its looks.
    pub ship: Option<MusterShipView>,
    /// Its name as printed, empty where nobody knows it.
    pub name: String,
    /// How likely that is, 0 to 1.
    pub probability: f64,
    /// Its bow is no guess.
    pub bow_sure: bool,
    /// Its outline, pixels.
    pub outline_px: Vec<(f64, f64)>,
    /// The end taken for the bow, pixels.
    pub bow_px: (f64, f64),
    /// The other end, pixels.
    pub stern_px: (f64, f64),
    /// Its length, inches.
    pub length_in: f64,
    /// Its beam, inches.
    pub beam_in: f64,
    /// What would help to tell it from its likes, one sentence.
    pub advice: Option<String>,
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
    /// Which mustered ships look too alike to be told apart, and what to do, one sentence each.
    pub look_alike: Vec<String>,
}

/// A ship that can be mustered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct KnownShipView {
    /// The ship's id.
    pub id: String,
    /// Its name as printed.
    pub name: String,
    /// Her side's key.
    pub side: String,
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
    /// The rule book's id.
    pub book: String,
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
