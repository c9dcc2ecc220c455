//! The preview of a salvo before it is declared.

use super::{RuledSentence, TermView, TooCloseView};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Whether a mount bears on the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Bears {
    /// It can fire.
    Yes,
    /// It can't; the reason is given with it.
    No,
    /// The measure is too close to call: the players decide.
    TooClose,
}

/// A mount in a salvo not yet declared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MountPreview {
    /// The mount's key.
    pub mount: String,
    /// Its place and guns.
    pub label: String,
    /// Guns that would fire.
    pub guns: u32,
    /// Whether it bears.
    pub bears: Bears,
    /// Why it bears or does not.
    pub why: RuledSentence,
    /// The range band ("close", "normal", "distant", "out of range"), for its kind of gun.
    pub band: String,
    /// Penetration factor at that range, itemised.
    pub penetration: Vec<TermView>,
}

/// A chart that would be rolled on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ChartPreview {
    /// "A" or "B".
    pub chart: String,
    /// The chart's column ("3-4"); empty if no gun counts.
    pub column: String,
    /// The number that selects the column, itemised.
    pub terms: Vec<TermView>,
    /// Expected hits.
    pub expected_hits: f64,
}

/// A salvo before it is declared: everything itemised.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SalvoPreviewView {
    /// The firing ship.
    pub shooter: String,
    /// The target.
    pub target: String,
    /// Range, inches.
    pub range_in: f64,
    /// Standard deviation of the range, inches.
    pub range_sigma_in: f64,
    /// Bearing of the target from the shooter's bow, degrees, starboard positive.
    pub bearing_deg: f64,
    /// Line of fire, in words.
    pub line_of_fire: RuledSentence,
    /// Every mount of the shooter.
    pub mounts: Vec<MountPreview>,
    /// The charts that would be rolled on if all bearing mounts fired.
    pub charts: Vec<ChartPreview>,
    /// Why it may not be declared; empty if it may.
    pub refusals: Vec<RuledSentence>,
    /// The readings that players must choose before it can be declared.
    pub too_close: Vec<TooCloseView>,
}
