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
