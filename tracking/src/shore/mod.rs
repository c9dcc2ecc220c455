//! The shore: banks, islands, sandbars, forts and piers of carpet and card, detected in a picture and stored
//! as outlines.
//!
//! A [`Survey`] takes one still picture, rectified to a top view, and learns the sea's colour, with or
//! without a picture of the empty table. It proposes outlines from colour ([`Survey::piece_at`],
//! [`Survey::all_pieces`]), snaps traced outlines to the nearest edge ([`Survey::snapped`]), and detects
//! moved banks ([`Survey::review`]). A [`Plan`] read from a file is shown over the table as [`Ghost`]s for
//! placing the pieces; [`terrain_mask`] gives the pixels that belong to the pieces.
//!
//! An outline is always the *foot*: the line where the piece meets the table. A piece with height shows its
//! foot on the side towards the camera and its top edge on the other side; [`Relief`] gives its height, and
//! `foot` computes the foot.
//!
//! Stages: picture → log light in the top view, classified as piece or sea (`segment/`) → region, foot and
//! polygon (`outline/`).

mod error;
mod ghost;
mod mask;
mod outline;
mod plan;
mod review;
mod segment;
mod survey;
mod trace;
#[cfg(test)]
mod trial;

pub use error::{PlanError, ShoreError};
pub use ghost::{Ghost, GhostFit};
pub use mask::terrain_mask;
pub use outline::icp::Shift;
pub use plan::{Plan, PlanPiece, PlanScaling};
pub use review::{PieceChange, Review, StoredPiece};
pub use segment::discriminant::PieceColour;
pub use survey::{OutlineProposal, Survey};
pub use trace::{Traced, traced};

use serde::{Deserialize, Serialize};

/// The height and slope of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Relief {
    /// Its height over the table, inches; 0 for paint or thin cloth.
    pub height_in: f64,
    /// Inward lean of its sides, inches per inch of height; 0 for upright sides.
    pub slope: f64,
}

impl Relief {
    /// A piece without height.
    pub const FLAT: Self = Self { height_in: 0.0, slope: 0.0 };

    /// Upright sides, `height_in` inches high.
    pub fn upright(height_in: f64) -> Self {
        Self { height_in, slope: 0.0 }
    }
}
