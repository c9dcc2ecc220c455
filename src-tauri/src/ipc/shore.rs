//! Messages between the shell and the screens about the shore.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a piece means for ships.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PieceKind {
    /// Dry land.
    Land,
    /// Water too shallow for some ships.
    Shoal,
    /// A fortification with guns.
    Fort,
    /// Rocks, piers, wrecks.
    Obstacle,
    /// Water with mines.
    Mined,
}

/// A player's description of a piece.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PieceWords {
    /// Its id.
    pub id: String,
    /// Its name for players.
    pub name: String,
    /// What it is.
    pub kind: PieceKind,
    /// Feet of water over it; shoals only.
    pub depth_ft: f64,
    /// Its height above the table, inches.
    pub height_in: f64,
    /// Whether it blocks fire and sight.
    pub blocks_sight: bool,
}

/// How a map is fitted to the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PlanFit {
    /// The file's units are inches from the table's south-west corner.
    AsDrawn,
    /// The map's sides are stretched to the table's sides.
    Sides,
    /// As large as fits on the table with its proportions kept.
    Whole,
}

/// A request about the shore.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "shore", rename_all = "snake_case")]
pub enum ShoreAsk {
    /// Reads the state.
    Look,
    /// Proposes the outlines of all pieces of one height.
    ProposeAll {
        /// Their height, inches.
        height_in: f64,
    },
    /// Proposes the outline of the piece at a place of the picture.
    ProposeAt {
        /// The place, pixels.
        at_px: (f64, f64),
        /// Its height, inches.
        height_in: f64,
    },
    /// Adds an outline traced on the picture around the foot of the piece.
    Trace {
        /// The line, pixels.
        line_px: Vec<(f64, f64)>,
        /// The piece's height, inches.
        height_in: f64,
    },
    /// Describes a piece; a proposal is accepted by it.
    Take {
        /// The description.
        words: PieceWords,
    },
    /// Removes a piece, or rejects a proposal.
    Remove {
        /// Which piece.
        id: String,
    },
    /// Checks whether pieces have moved.
    Review,
    /// Accepts the new outline of a piece that moved.
    TakeNew {
        /// Which piece.
        id: String,
    },
    /// Shows a map from a file, as ghosts.
    Plan {
        /// The file.
        path: String,
        /// How it is fitted to the table.
        fit: PlanFit,
    },
    /// Hides the ghosts.
    NoPlan,
}

/// What a check found about a piece.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PieceNews {
    /// One sentence.
    pub sentence: String,
    /// The new outline, pixels; absent if there is none.
    pub outline_px: Option<Vec<(f64, f64)>>,
}

/// A piece on the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PieceView {
    /// The player's description.
    pub words: PieceWords,
    /// Whether it is only a proposal.
    pub proposed: bool,
    /// Standard deviation of its outline, inches.
    pub sigma_in: f64,
    /// Where it meets the table, pixels.
    pub foot_px: Vec<(f64, f64)>,
    /// The edge of its top, pixels.
    pub top_px: Vec<(f64, f64)>,
    /// What the last check found.
    pub news: Option<PieceNews>,
}

/// Where a piece should lie.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct GhostView {
    /// Its name.
    pub name: String,
    /// Its outline on the table, pixels.
    pub outline_px: Vec<(f64, f64)>,
    /// Whether a piece lies right there.
    pub done: bool,
    /// What is left to do, one sentence.
    pub sentence: String,
}

/// The state of the shore.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ShoreView {
    /// The pieces, proposals last.
    pub pieces: Vec<PieceView>,
    /// Where pieces should lie.
    pub ghosts: Vec<GhostView>,
}
