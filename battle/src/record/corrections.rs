//! Corrections by the players: readings of the camera put right, and the terrain on the table.

use crate::record::place::Place;
use geometry::{Point, ShipId, Terrain, round_in};
use serde::{Deserialize, Serialize};

/// A reading of the camera that a player corrected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum ReadingCorrected {
    /// A ship's outline was laid where she stands: from now on her official place.
    Laid {
        /// Which ship.
        ship: ShipId,
        /// Where she stands.
        to: Place,
    },
    /// The model taken for one ship is another one; they change names.
    Named {
        /// What it was taken for.
        taken_for: ShipId,
        /// What it is.
        ship: ShipId,
        /// Where it was read; none in events of earlier versions, which did not record it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        taken_at: Option<Place>,
        /// Where the model was that was taken for `ship`; none where there was no such model.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ship_at: Option<Place>,
    },
    /// Bow and stern were exchanged.
    TurnedAbout {
        /// Which ship.
        ship: ShipId,
        /// How she was read; none in events of earlier versions, which did not record it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        read: Option<Place>,
    },
    /// A ship that can't be found was taken off the table.
    TakenOff {
        /// Which ship.
        ship: ShipId,
    },
}

impl ReadingCorrected {
    /// The ships it speaks of.
    pub(crate) fn ships(&self) -> Vec<&ShipId> {
        match self {
            Self::Laid { ship, .. } | Self::TurnedAbout { ship, .. } | Self::TakenOff { ship } => vec![ship],
            Self::Named { taken_for, ship, .. } => vec![taken_for, ship],
        }
    }
}

/// The pieces of terrain that lie on the table from now on: all of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TerrainLaid {
    /// The pieces.
    pub pieces: Vec<Terrain>,
}

impl TerrainLaid {
    /// Pieces as events keep them: rounded to 0.001 in.
    pub fn of(pieces: &[Terrain]) -> Self {
        let rounded = |piece: &Terrain| Terrain {
            outline: piece
                .outline
                .iter()
                .map(|corner| Point::new(round_in(corner.x_in), round_in(corner.y_in)))
                .collect(),
            outline_sigma_in: round_in(piece.outline_sigma_in),
            height_in: round_in(piece.height_in),
            ..piece.clone()
        };
        Self { pieces: pieces.iter().map(rounded).collect() }
    }
}
