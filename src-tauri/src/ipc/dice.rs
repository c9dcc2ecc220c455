//! Dice by eye: what the camera sees of them, and the dice that players have taught.

use crate::ipc::messages::SourceChoice;
use dice::DieKind;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What happens in the tray.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TrayState {
    /// No tray was drawn in this picture.
    #[default]
    NoTray,
    /// Nothing new, or it is empty.
    Still,
    /// Something reaches over its rim.
    Hand,
    /// Dice are in free motion.
    Rolling,
    /// They lie, but not for long enough yet.
    Settling,
    /// A throw lies in it.
    Thrown,
}

/// A die in the tray.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DieSeenView {
    /// "d6", "d8", "d10", "tens" or "d20".
    pub kind: String,
    /// Its name, if it was given one.
    pub name: Option<String>,
    /// The face that it shows; a D10's zero is ten.
    pub value: u8,
    /// The middle of its upper face in the picture, pixels.
    pub x: f64,
    /// The middle of its upper face in the picture, pixels.
    pub y: f64,
    /// The side of its upper face, pixels.
    pub side_px: f64,
    /// Whether the value is beyond doubt.
    pub sure: bool,
    /// How likely the value is right, 0 to 1.
    pub p: f64,
    /// Whether it was thrown for what is asked for; a die that lay there before was not.
    pub counts: bool,
}

/// The tray and the dice in it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, TS)]
pub struct DiceView {
    /// The camera that sees only the tray; without one it is drawn in the picture of the table.
    pub camera: Option<TrayCameraView>,
    /// The tray in its picture: left, top, right and bottom, pixels.
    pub tray_px: Option<[f64; 4]>,
    /// What happens in it.
    pub state: TrayState,
    /// The number of the throw that lies in it.
    pub throw: Option<u32>,
    /// Since when it lies there, milliseconds since 1970: the page measures how long its values took.
    pub rested_at_ms: Option<f64>,
    /// The dice of that throw.
    pub dice: Vec<DieSeenView>,
    /// The index of the die for each roll asked for now, if number and kinds fit.
    pub order: Option<Vec<u32>>,
    /// Whether all of them are sure, so that the throw may be taken as it lies.
    pub all_sure: bool,
    /// What hinders the throw from being taken, and what to do.
    pub sentence: Option<String>,
    /// The lesson that takes the throws, while a die is taught by them.
    pub lesson: Option<ThrowLessonView>,
}

/// A die that is taught by throws.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ThrowLessonView {
    /// The die's name.
    pub name: String,
    /// How many throws taught something.
    pub throws: u32,
    /// Why the last one taught nothing.
    pub sentence: Option<String>,
}

/// A camera that sees only the tray.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TrayCameraView {
    /// The source as it was chosen.
    pub choice: SourceChoice,
    /// Its name.
    pub name: String,
    /// The width of its pictures, pixels; 0 before the first.
    pub width_px: u32,
    /// The height of its pictures, pixels; 0 before the first.
    pub height_px: u32,
    /// Why it sends no pictures now.
    pub sentence: Option<String>,
}

/// A request about tray and dice.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "ask", rename_all = "snake_case")]
pub enum DiceAsk {
    /// Which dice are known.
    Look,
    /// The tray is seen by a camera of its own; `None`: by that of the table.
    Camera {
        /// The source.
        choice: Option<SourceChoice>,
    },
    /// The tray is here; `None`: there is none, or it is the whole picture of its own camera.
    Tray {
        /// Left, top, right and bottom in the picture, pixels.
        tray_px: Option<[f64; 4]>,
    },
    /// The die that lies alone in the tray shows this face: taught, or taught again.
    Teach {
        /// The die's name.
        name: String,
        /// "d6", "d8", "d10", "tens" or "d20".
        kind: String,
        /// The face that it shows.
        value: u8,
    },
    /// From now on throws in the tray teach this die; a lesson that was left goes on.
    TeachByThrows {
        /// The die's name.
        name: String,
        /// "d6", "d8", "d10", "tens" or "d20".
        kind: String,
    },
    /// The group that a throw is in shows this face.
    NameGroup {
        /// The die's name.
        name: String,
        /// The number of the throw.
        throw: u32,
        /// What it shows; `None`: nobody has said it.
        value: Option<u8>,
    },
    /// The group that a throw is in shows more than one face, and is parted.
    PartGroup {
        /// The die's name.
        name: String,
        /// The number of the throw.
        throw: u32,
    },
    /// Throws in the tray are for rolls again; the lesson is kept.
    EndLesson,
    /// The die with pips that lies alone in the tray has this name: it is known by its colour.
    NameColour {
        /// The die's name.
        name: String,
    },
    /// Gives a die another name.
    Rename {
        /// Its name so far.
        name: String,
        /// Its new name.
        to: String,
    },
    /// Forgets a die.
    Forget {
        /// Its name.
        name: String,
    },
}

/// A die that players have taught or named.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct KnownDieView {
    /// Its name.
    pub name: String,
    /// "d6", "d8", "d10", "tens" or "d20"; "pips" for one with pips that is known by its colour.
    pub kind: String,
    /// Its body's colour: "#rrggbb".
    pub colour: String,
    /// The faces that were shown.
    pub shown: Vec<u8>,
    /// The faces that are still to be shown, in order.
    pub missing: Vec<u8>,
    /// The groups of its throws, largest first, while it is taught by throws.
    pub groups: Option<Vec<FaceGroupView>>,
}

/// Throws of a die that show the same face.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct FaceGroupView {
    /// The number of one of them, by which the group is named.
    pub throw: u32,
    /// How many they are.
    pub throws: u32,
    /// What they show, if it was said.
    pub value: Option<u8>,
    /// That throw's face as seen from above: the address of a picture.
    pub picture: String,
}

/// A kind's key in messages.
pub fn kind_key(kind: DieKind) -> &'static str {
    match kind {
        DieKind::D6 => "d6",
        DieKind::D8 => "d8",
        DieKind::D10 => "d10",
        DieKind::Tens => "tens",
        DieKind::D20 => "d20",
    }
}

/// The kind with this key.
pub fn kind_of(key: &str) -> Option<DieKind> {
    [DieKind::D6, DieKind::D8, DieKind::D10, DieKind::Tens, DieKind::D20]
        .into_iter()
        .find(|kind| kind_key(*kind) == key)
}

/// The kind of a die with so many faces that a book asks for.
pub fn kind_with(faces: u8) -> Option<DieKind> {
    match faces {
        6 => Some(DieKind::D6),
        8 => Some(DieKind::D8),
        10 => Some(DieKind::D10),
        20 => Some(DieKind::D20),
        _ => None,
    }
}
