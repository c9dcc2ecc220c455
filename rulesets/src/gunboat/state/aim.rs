//! The kind of target of a salvo: a ship, a launch, or a gun of a fort.

use crate::core::Reason;
use crate::gunboat::state::declared_salvo::Band;
use geometry::ShipId;
use serde::{Deserialize, Serialize};

/// The kind of target of a salvo, in addition to its id.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "at", rename_all = "snake_case")]
pub enum Aim {
    /// A ship.
    #[default]
    Ship,
    /// A steam launch (GUN-84).
    Launch,
    /// A launch locked in a melee: either of the pair may be hit (GUN-88).
    Locked {
        /// The Union's launch.
        union: ShipId,
        /// The Confederates' launch.
        confederate: ShipId,
    },
    /// A gun of a fort (GUN-74).
    FortGun {
        /// The fort.
        fort: ShipId,
    },
    /// Boarding parties on a ship's deck (GUN-78).
    Boarders,
}

impl Aim {
    /// The reason why guns in this band can't fire at it; none if they can.
    pub(crate) fn too_far(&self, place: &str, band: Band) -> Option<Reason> {
        match (self, band) {
            (Self::Boarders, Band::Normal | Band::Distant) => {
                let text = format!("{place}: only close range reaches boarders on a deck.");
                Some(Reason::new("GUN-78", text))
            }
            (Self::Launch | Self::Locked { .. }, Band::Distant) => {
                let text = format!("{place}: no distant fire at steam launches.");
                Some(Reason::new("GUN-84", text))
            }
            _ => None,
        }
    }
}
