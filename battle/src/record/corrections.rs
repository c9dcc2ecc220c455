//! Corrections by players: of the camera's readings, and of the terrain on the table.

use crate::record::place::Place;
use geometry::{Point, ShipId, Terrain, round_in};
use serde::{Deserialize, Serialize};

/// A reading of the camera that a player corrected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum ReadingCorrected {
    /// A ship's outline was laid where it stands, which becomes its official place.
    Laid {
        /// Which ship.
        ship: ShipId,
        /// Its new place.
        to: Place,
    },
    /// The model taken for one ship is another one; the two ships swap names.
    Named {
        /// The ship it was taken for.
        taken_for: ShipId,
        /// The ship it is.
        ship: ShipId,
        /// Where it was read; absent in events of earlier versions, which did not record it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        taken_at: Option<Place>,
        /// Where the model taken for `ship` was; absent if there was none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ship_at: Option<Place>,
    },
    /// Bow and stern were swapped.
    TurnedAbout {
        /// Which ship.
        ship: ShipId,
        /// How the ship was read; absent in events of earlier versions, which did not record it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        read: Option<Place>,
    },
    /// A missing ship was taken off the table.
    TakenOff {
        /// Which ship.
        ship: ShipId,
    },
}

impl ReadingCorrected {
    /// The ships that it concerns.
    pub(crate) fn ships(&self) -> Vec<&ShipId> {
        match self {
            Self::Laid { ship, .. } | Self::TurnedAbout { ship, .. } | Self::TakenOff { ship } => vec![ship],
            Self::Named { taken_for, ship, .. } => vec![taken_for, ship],
        }
    }
}

/// All pieces of terrain on the table from now on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TerrainLaid {
    /// The pieces.
    pub pieces: Vec<Terrain>,
}

impl TerrainLaid {
    /// Rounds pieces for storage, to 0.001 in.
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
