//! Messages between the shell and the screens, other than the battle's own views: plain data from which ts-rs generates
//! the TypeScript types in `ui/src/backend/types/`.
//!
//! Pixels are those of the frame named beside them; inches and degrees as everywhere at the edges.

use crate::ipc::dice::DiceView;
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
        /// The number, from 0; if `id` is given, the number it had when it was listed.
        index: u32,
        /// Identifies the camera independent of its port and number.
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
    /// A phone's camera, while the phone offers it.
    Phone {
        /// Identifies the phone (its browser) from evening to evening: 32 hexadecimal digits.
        device: String,
        /// The lens, as the phone names it.
        lens: String,
        /// Width of its full pictures, pixels.
        width_px: u32,
        /// Height of its full pictures, pixels.
        height_px: u32,
        /// Whose phone it was when it was listed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        name: Option<String>,
    },
}

impl SourceChoice {
    /// The camera's id, if there is one. A phone's names lens and picture size too, because its browser cuts pictures of
    /// another size otherwise.
    pub fn camera_id(&self) -> Option<String> {
        match self {
            Self::Camera { id, .. } => id.clone(),
            Self::Phone { device, lens, width_px, height_px, .. } => {
                Some(format!("phone {device}, {lens}, {width_px}x{height_px}"))
            }
            _ => None,
        }
    }

    /// Returns whether both are the same source: cameras with an id are compared by the id alone.
    pub fn is_same(&self, other: &Self) -> bool {
        match (self.camera_id(), other.camera_id()) {
            (Some(one), Some(other)) => one == other,
            _ => self == other,
        }
    }

    /// The same source; a camera without an id gets the id of the camera that now has its number.
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
    /// The source.
    pub choice: SourceChoice,
    /// Its name.
    pub name: String,
}

/// The state of the source.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SourceView {
    /// The source that was opened.
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
    /// Whether nothing hides it.
    pub seen: bool,
    /// Whether name and bow are certain.
    pub sure: bool,
    /// Whether and how it is visible.
    pub presence: Presence,
    /// Whether its name is a guess.
    pub name_doubt: bool,
    /// Whether its bow is a guess.
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

/// Whether and how a ship is visible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// Seen at its place.
    Seen,
    /// Something covers its last place.
    Hidden,
    /// Not at its last place, which is visible, and nowhere else.
    Missing,
    /// Missing; the players say that it keeps its place.
    Kept,
    /// Missing; the players say that it was picked up, or the battle's log says that it is lost.
    Off,
}

/// A player's correction of what the tracker sees.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "say", rename_all = "snake_case")]
pub enum HandWord {
    /// A ship stands here: stack and tip of the heading's arrow in the picture, pixels.
    Laid {
        /// Which ship.
        ship: String,
        /// The point below the stack, pixels.
        stack_px: (f64, f64),
        /// The tip of the arrow, pixels.
        ahead_px: (f64, f64),
    },
    /// The ship taken for one is another one, or the same if the guess was right.
    Named {
        /// The ship it is taken for.
        taken_for: String,
        /// The ship it is.
        ship: String,
    },
    /// Bow and stern are swapped.
    TurnedAbout {
        /// Which ship.
        ship: String,
    },
    /// The bow is at the end where it is drawn.
    BowRight {
        /// Which ship.
        ship: String,
    },
    /// A missing ship keeps its place.
    KeepPlace {
        /// Which ship.
        ship: String,
    },
    /// A missing ship was picked up: off the table until it is seen again.
    OffTable {
        /// Which ship.
        ship: String,
    },
    /// A missing ship has sunk: off the table, and ruled lost by the umpire if the log does not say so yet.
    Sunk {
        /// Which ship.
        ship: String,
    },
}

/// The outline of a ship that a player is laying by hand.
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

/// A question that one key or click answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct QuestionView {
    /// Identifies the question; stays the same while the question stays.
    pub key: String,
    /// The question, one sentence.
    pub sentence: String,
    /// The ships in doubt.
    pub ships: Vec<String>,
    /// Whether the decision in hand depends on the answer; until then the doubt is only drawn.
    pub due: bool,
    /// The place in question, pixels.
    pub ring_px: (f64, f64),
    /// The part of the picture that shows the ship in question: left, top, width and height, pixels.
    pub part_px: (f64, f64, f64, f64),
    /// The possible answers.
    pub answers: Vec<AnswerChoice>,
}

/// One answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AnswerChoice {
    /// The text of its button.
    pub label: String,
    /// The correction that it sends.
    pub says: HandWord,
}

/// How long a still moment took from the camera to this view, milliseconds. The page measures the rest itself.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct StillMoment {
    /// The frame it was measured on.
    #[ts(type = "number")]
    pub frame: u64,
    /// Time since the first frame that showed the table at rest, up to the frame that was measured.
    pub rest_ms: f64,
    /// Time from the decoded frame to the positions of the ships.
    pub placed_ms: f64,
    /// Time from the decoded frame until this view was sent to the window.
    pub handed_ms: f64,
    /// When it was sent, milliseconds since 1970.
    pub handed_at_ms: f64,
}

/// A thing that lies on the table and is no ship: a cup, a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LiveThing {
    /// Its number on this table, from 1.
    pub number: u32,
    /// The name of the marker that it is, if players say so.
    pub marker: Option<String>,
    /// Its outline in the picture, pixels.
    pub outline_px: Vec<(f64, f64)>,
}

/// What players say of a thing that lies on the table. It holds until the thing has gone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum ThingWord {
    /// Nothing to be shown.
    Nothing,
    /// A marker with this name.
    Marker {
        /// The name.
        name: String,
    },
}

/// The live table: sent on every change, and otherwise about once a second.
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
    /// Pictures per second that reached the screen.
    pub shown_fps: f64,
    /// Milliseconds from decoded frame to observations, at the last measurement.
    pub vision_ms: f64,
    /// The still moment that this view is the first to show; absent in later views.
    pub still: Option<StillMoment>,
    /// Whether something moves or an arm is over the table; then nothing is measured there.
    pub moving: bool,
    /// Whether the table has been calibrated.
    pub calibrated: bool,
    /// The playing area's outline in the picture, pixels; empty before calibration.
    pub table_px: Vec<(f64, f64)>,
    /// The ships.
    pub ships: Vec<LiveShip>,
    /// Ships of the battle in play that do not stand where they should.
    pub ghosts: Vec<LiveGhost>,
    /// Things that lie on the table and are no ships.
    pub things: Vec<LiveThing>,
    /// The tray for dice, and the dice in it.
    pub dice: DiceView,
    /// Doubts that only a player can resolve, those that are due first.
    pub questions: Vec<QuestionView>,
    /// Whether camera and table still stand as calibrated; absent while unknown.
    pub drift: Option<DriftView>,
    /// Messages for the players (the source came back …).
    pub notices: Vec<String>,
    /// Changes whenever lens, table or fleet are replaced; the page then calls `app`.
    #[ts(type = "number")]
    pub calibration_news: u64,
    /// Changes whenever the battle in play has news; the page then calls `battle_changes`.
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
    /// The range bands of the book in play that contain the range; empty without a battle or bands.
    pub bands: Vec<BandView>,
    /// The water between the two hulls, inches; negative where the outlines overlap.
    pub gap_in: f64,
    /// Half the width of its 95 % interval, inches.
    pub gap_plus_minus_in: f64,
    /// "clear", "touching" or "too close to call".
    pub contact: String,
    /// How the first ship's bow meets the second's hull; absent if they are more than an inch apart.
    pub ram: Option<RamView>,
    /// The true range on the demo table, inches.
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
    /// Distance from the struck point to the end of that part, inches along the keel.
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
    /// Whether it was found.
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

/// An object on the table, proposed for the muster.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MusterProposalView {
    /// The ship, if its model is recognised.
    pub ship: Option<MusterShipView>,
    /// Its printed name; empty if unknown.
    pub name: String,
    /// Probability of that name, 0 to 1.
    pub probability: f64,
    /// Whether its bow is certain.
    pub bow_sure: bool,
    /// Its outline, pixels.
    pub outline_px: Vec<(f64, f64)>,
    /// The end proposed as the bow, pixels.
    pub bow_px: (f64, f64),
    /// The other end, pixels.
    pub stern_px: (f64, f64),
    /// Its length, inches.
    pub length_in: f64,
    /// Its beam, inches.
    pub beam_in: f64,
    /// How to make it easier to tell from similar models, one sentence.
    pub advice: Option<String>,
}

/// The state of the app.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AppView {
    /// The program's version.
    pub version: String,
    /// The source.
    pub source: SourceView,
    /// Whether a lens is known.
    pub lens_known: bool,
    /// Whether the table is calibrated.
    pub table_known: bool,
    /// The mustered ships.
    pub mustered: Vec<String>,
    /// The campaign file.
    pub campaign: String,
    /// The battle in play, if there is one.
    pub battle: Option<i32>,
    /// The errors at the start.
    pub troubles: Vec<Trouble>,
    /// The ships of the book, with the sizes of their models, to muster from.
    pub known_ships: Vec<KnownShipView>,
    /// Which mustered ships look too similar to distinguish, and what to do, one sentence each.
    pub look_alike: Vec<String>,
}

/// A ship that can be mustered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct KnownShipView {
    /// The ship's id.
    pub id: String,
    /// Its name as printed.
    pub name: String,
    /// Its side's key.
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

/// A refused request or an error: one sentence that says what is wrong, why, and what to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Trouble {
    /// The sentence.
    pub sentence: String,
    /// The technical reason, as the system gave it, if there is more to say than the sentence does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub details: Option<String>,
}
