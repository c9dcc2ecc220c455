//! The shore: banks, islands, sandbars, forts and piers of carpet and card, found on a picture and kept as outlines.
//!
//! A [`Survey`] looks at one still picture from straight above and learns the sea's colour, with or without a picture
//! of the empty table. From it come outlines proposed from colour ([`Survey::piece_at`], [`Survey::all_pieces`]),
//! traced outlines drawn to the nearest edge ([`Survey::snapped`]), and the answer to "has the bank moved?"
//! ([`Survey::review`]). A [`Plan`] read from a file is laid over the table as [`Ghost`]s to lay the pieces by;
//! [`terrain_mask`] says which pixels belong to the pieces.
//!
//! An outline is always the *foot*: where the piece meets the table. A piece with height shows its foot on the side
//! towards the camera and its top edge on the other; [`Relief`] says how high it is, and `foot` does the rest.
//!
//! Stages: picture → log light from above and piece or sea at each place (`segment/`) →
//! region, foot and polygon (`outline/`).

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

/// How a piece rises from the table.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Relief {
    /// Its height over the table, inches; 0 for what is painted or cut from thin cloth.
    pub height_in: f64,
    /// How far its sides lean inward for each inch of height, inches; 0 for upright sides.
    pub slope: f64,
}

impl Relief {
    /// No height at all.
    pub const FLAT: Self = Self { height_in: 0.0, slope: 0.0 };

    /// Upright sides, `height_in` inches high.
    pub fn upright(height_in: f64) -> Self {
        Self { height_in, slope: 0.0 }
    }
}
