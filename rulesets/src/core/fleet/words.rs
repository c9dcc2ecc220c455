//! The terms in which ship facts are written, independent of any book.

use crate::core::{SideId, worded};
use geometry::Arc;
use serde::{Deserialize, Serialize};

worded! {
    /// The two sides of the American Civil War.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum Side: word {
        /// The United States.
        Union = "Union",
        /// The Confederate States.
        Confederate = "Confederate",
    }
}

impl Side {
    /// The side's id in every book.
    pub fn id(self) -> SideId {
        match self {
            Self::Union => SideId::of("union"),
            Self::Confederate => SideId::of("confederate"),
        }
    }

    /// The enemy.
    pub fn other(self) -> Self {
        match self {
            Self::Union => Self::Confederate,
            Self::Confederate => Self::Union,
        }
    }
}

worded! {
    /// Kinds of guns.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum GunKind: word {
        /// Short-ranged.
        Howitzer = "howitzer",
        /// Smoothbore gun.
        Smoothbore = "smoothbore",
        /// Rifled gun.
        Rifle = "rifle",
        /// High-angle fire only.
        Mortar = "mortar",
    }
}

worded! {
    /// Turning circles (GUN-13, GUN-17).
    #[derive(PartialOrd, Ord, Hash, Default)]
    pub enum Circle: word {
        /// Steam launches.
        Launch = "the launches' circle",
        /// Union wooden screw and sternwheel gunboats.
        A = "circle A",
        /// Confederate wooden screw and sternwheel gunboats, Union centre-wheel ironclads, monitors.
        #[default]
        B = "circle B",
        /// Confederate ironclads.
        C = "circle C",
    }
}

/// The means of propulsion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Propulsion {
    /// A screw.
    #[default]
    Screw,
    /// Paddle wheels on both sides: the ship may turn in place (GUN-15).
    Sidewheel,
    /// A wheel at the stern.
    Sternwheel,
    /// A wheel amidships.
    CentreWheel,
    /// Sails, furled in battle: the ship is at anchor or drifts.
    Sail,
    /// None: the ship is towed.
    Towed,
}

impl Propulsion {
    /// Returns true if the ship is under steam.
    pub fn steams(self) -> bool {
        !matches!(self, Self::Sail | Self::Towed)
    }
}

/// The usual arcs of a kind of mount, for books without their own table (GUN-AMB-22, house): the mount's name for
/// display and the arcs, degrees clockwise from the bow.
pub fn usual_arcs(mount: &str) -> Option<(&'static str, Vec<Arc>)> {
    let (place, arcs): (_, &[(f64, f64)]) = match mount {
        "broadside_starboard" => ("Starboard broadside", &[(45.0, 135.0)]),
        "broadside_port" => ("Port broadside", &[(225.0, 315.0)]),
        "bow" => ("Bow", &[(315.0, 45.0)]),
        "stern" => ("Stern", &[(135.0, 225.0)]),
        "bow_pivot" => ("Bow pivot", &[(225.0, 135.0)]),
        "stern_pivot" => ("Stern pivot", &[(45.0, 315.0)]),
        "midships_pivot" => ("Midships pivot", &[(45.0, 135.0), (225.0, 315.0)]),
        "mortar" => ("Mortar", &[(0.0, 360.0)]),
        "turret" => ("Turret", &[(0.0, 360.0)]),
        _ => return None,
    };
    Some((place, arcs.iter().map(|&(from_deg, to_deg)| Arc::new(from_deg, to_deg)).collect()))
}
