//! What crosses between the shell and the screens about the shore.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a piece is to a ship.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PieceKind {
    /// Dry land.
    Land,
    /// Water too shallow for some.
    Shoal,
    /// A work with guns in it.
    Fort,
    /// Rocks, piers, wrecks.
    Obstacle,
    /// Water with mines.
    Mined,
}

/// What a player says of a piece.
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
    /// Its height over the table, inches.
    pub height_in: f64,
    /// It stops fire and sight.
    pub blocks_sight: bool,
}

/// How a map is brought to the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PlanFit {
    /// The file's units are inches from the table's south-west corner.
    AsDrawn,
    /// Its sides become the table's sides.
    Sides,
    /// As large as the table allows without changing its shape.
    Whole,
}

/// What is asked or said about the shore.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "shore", rename_all = "snake_case")]
pub enum ShoreAsk {
    /// How it stands.
    Look,
    /// The outlines of all pieces of one height, as proposals.
    ProposeAll {
        /// Their height, inches.
        height_in: f64,
    },
    /// The outline of the piece at a place of the picture, as a proposal.
    ProposeAt {
        /// The place, pixels.
        at_px: (f64, f64),
        /// Its height, inches.
        height_in: f64,
    },
    /// An outline traced on the picture round the piece's foot.
    Trace {
        /// The line, pixels.
        line_px: Vec<(f64, f64)>,
        /// The piece's height, inches.
        height_in: f64,
    },
    /// What a piece is; a proposal is taken with it.
    Take {
        /// What is said of it.
        words: PieceWords,
    },
    /// A piece is no more, or a proposal is refused.
    Remove {
        /// Which piece.
        id: String,
    },
    /// Have pieces moved?
    Review,
    /// The new outline of a piece that moved is right.
    TakeNew {
        /// Which piece.
        id: String,
    },
    /// Shows a map from a file as ghosts.
    Plan {
        /// The file.
        path: String,
        /// How it is brought to the table.
        fit: PlanFit,
    },
    /// Shows no ghosts any more.
    NoPlan,
}

/// What became of a piece.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PieceNews {
    /// One sentence.
    pub sentence: String,
    /// The outline to take over, pixels; none where there is nothing to take.
    pub outline_px: Option<Vec<(f64, f64)>>,
}

/// A piece on the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PieceView {
    /// What is said of it.
    pub words: PieceWords,
    /// It is only proposed.
    pub proposed: bool,
    /// Standard deviation of its outline, inches.
    pub sigma_in: f64,
    /// Where it meets the table, pixels.
    pub foot_px: Vec<(f64, f64)>,
    /// The edge of its top, pixels.
    pub top_px: Vec<(f64, f64)>,
    /// What became of it.
    pub news: Option<PieceNews>,
}

/// Where a piece should lie.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct GhostView {
    /// Its name.
    pub name: String,
    /// Its outline on the table, pixels.
    pub outline_px: Vec<(f64, f64)>,
    /// A piece lies right there.
    pub done: bool,
    /// What is still to do, one sentence.
    pub sentence: String,
}

/// The shore as it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ShoreView {
    /// The pieces, proposals last.
    pub pieces: Vec<PieceView>,
    /// Where pieces should lie.
    pub ghosts: Vec<GhostView>,
}
