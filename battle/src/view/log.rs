//! Events as lines of the log, and as data.

use super::RuledSentence;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A die that was thrown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DieView {
    /// Number of faces.
    pub faces: u8,
    /// The face thrown, 1 to the number of faces.
    pub face: u8,
    /// What it was for ("Chart A: Virginia at Congress").
    pub purpose: String,
    /// Whether the app threw it; otherwise it was a real die.
    pub by_app: bool,
    /// How the camera read it; absent for dice that the app threw or that were typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub read: Option<DieReadView>,
}

/// How the camera read a die. Its place is in the photograph of the event, which shows the throw.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DieReadView {
    /// The name of a named die ("the green die").
    pub name: Option<String>,
    /// How likely the camera's reading is right, 0 to 1.
    pub p: f64,
    /// Whether the reading was beyond doubt; otherwise a player confirmed the face.
    pub sure: bool,
    /// The face that the camera read, where a player corrected it.
    pub read_as: Option<u8>,
    /// The middle of its upper face, pixels from the left.
    pub x_px: f64,
    /// The middle of its upper face, pixels from the top.
    pub y_px: f64,
    /// The side of its upper face, pixels.
    pub side_px: f64,
}

/// What an event looks like on the table for a moment, so that a screen can show it without reading sentences. Ships,
/// batteries and guns ashore are named by their ids.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "moment", rename_all = "snake_case")]
pub enum Moment {
    /// Guns fire.
    Salvo {
        /// Who fires.
        from: String,
        /// The target; absent for a shot at a point of the table.
        to: Option<String>,
        /// The number of guns.
        guns: u32,
    },
    /// Shot falls at a target.
    FallOfShot {
        /// Who fired, if it is known.
        from: Option<String>,
        /// The target.
        to: String,
        /// The hits; 0 for a miss.
        hits: u32,
    },
    /// A ship runs into another.
    Ram {
        /// The ship whose bow it is.
        from: String,
        /// The ship whose hull it is.
        to: String,
    },
    /// A mine, a torpedo or the ship's own magazine explodes.
    Explosion {
        /// The ship.
        ship: String,
    },
    /// A ship sinks.
    Sinking {
        /// The ship.
        ship: String,
    },
    /// A ship strikes her colours, or is taken.
    Struck {
        /// The ship.
        ship: String,
    },
}

/// An event as a line of the log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LogLine {
    /// The event's sequence number.
    #[ts(type = "number")]
    pub seq: i64,
    /// The turn.
    pub turn: u32,
    /// The step, in words.
    pub phase: String,
    /// The event's kind ("salvo_declared").
    pub kind: String,
    /// What happened, in sentences.
    pub sentences: Vec<RuledSentence>,
    /// The dice thrown for it, in the order of the rolls.
    pub dice: Vec<DieView>,
    /// What it looks like on the table, in order.
    pub moments: Vec<Moment>,
    /// Wall-clock time, ISO 8601.
    pub at: String,
    /// The photograph of that moment, if one was stored.
    #[ts(type = "number | null")]
    pub photo: Option<i64>,
}

/// An event as data, filtered for its audience.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct EventView {
    /// Its sequence number.
    #[ts(type = "number")]
    pub seq: i64,
    /// The turn.
    pub turn: u32,
    /// The step, in words.
    pub phase: String,
    /// Its kind.
    pub kind: String,
    /// Wall-clock time, ISO 8601.
    pub at: String,
    /// The photograph of that moment, if one was stored.
    #[ts(type = "number | null")]
    pub photo: Option<i64>,
    /// The event that took it back; absent if it stands.
    #[ts(type = "number | null")]
    pub taken_back_by: Option<i64>,
    /// Its content.
    #[ts(type = "unknown")]
    pub body: serde_json::Value,
}
