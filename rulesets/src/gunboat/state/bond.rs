//! Bonds between ships: towed, pushed, lashed side by side, grappled, or locked in a melee.

use geometry::ShipId;
use serde::{Deserialize, Serialize};

/// The kind of a bond between ships.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BondKind {
    /// The first tows the second.
    Towed,
    /// The first, a tug, pushes the second (GUN-16).
    Tugged,
    /// Side by side, moving as one.
    Lashed,
    /// The first has grappled the second (GUN-77).
    Grappled,
    /// Launches locked in a melee (GUN-86).
    Locked,
}

impl BondKind {
    /// Returns true if ships with this bond move as one.
    pub fn moves_together(self) -> bool {
        match self {
            Self::Towed | Self::Lashed | Self::Grappled => true,
            // A tug moves on its own; launches in a melee don't move at all.
            Self::Tugged | Self::Locked => false,
        }
    }
}

/// A bond between two ships. Contact between bound ships is no ram.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Bond {
    /// The kind of bond.
    pub kind: BondKind,
    /// The ship that acts.
    pub first: ShipId,
    /// The other ship.
    pub second: ShipId,
}

impl Bond {
    /// Returns true if this ship is one of the two.
    pub fn joins(&self, ship: &ShipId) -> bool {
        self.first == *ship || self.second == *ship
    }

    /// The other ship of the two; none if `ship` is not one of them.
    pub fn other(&self, ship: &ShipId) -> Option<&ShipId> {
        match ship {
            ship if *ship == self.first => Some(&self.second),
            ship if *ship == self.second => Some(&self.first),
            _ => None,
        }
    }
}
