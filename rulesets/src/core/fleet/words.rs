//! The terms in which ship facts are written, independent of any book.

use crate::core::SideId;
use geometry::Arc;
use serde::{Deserialize, Serialize};

/// The two sides of the American Civil War.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The United States.
    Union,
    /// The Confederate States.
    Confederate,
}

impl Side {
    /// The side's id in every book.
    pub fn id(self) -> SideId {
        match self {
            Self::Union => SideId::of("union"),
            Self::Confederate => SideId::of("confederate"),
        }
    }

    /// The side's name for sentences.
    pub fn word(self) -> &'static str {
        match self {
            Self::Union => "Union",
            Self::Confederate => "Confederate",
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

/// Kinds of guns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GunKind {
    /// Short-ranged.
    Howitzer,
    /// Smoothbore gun.
    Smoothbore,
    /// Rifled gun.
    Rifle,
    /// High-angle fire only.
    Mortar,
}

impl GunKind {
    /// The kind's name for keys and sentences.
    pub fn word(self) -> &'static str {
        match self {
            Self::Howitzer => "howitzer",
            Self::Smoothbore => "smoothbore",
            Self::Rifle => "rifle",
            Self::Mortar => "mortar",
        }
    }
}

/// Turning circles (GUN-13, GUN-17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Circle {
    /// Steam launches.
    Launch,
    /// Union wooden screw and sternwheel gunboats.
    A,
    /// Confederate wooden screw and sternwheel gunboats, Union centre-wheel ironclads, monitors.
    #[default]
    B,
    /// Confederate ironclads.
    C,
}

impl Circle {
    /// The circle's name for sentences.
    pub fn word(self) -> &'static str {
        match self {
            Self::Launch => "the launches' circle",
            Self::A => "circle A",
            Self::B => "circle B",
            Self::C => "circle C",
        }
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
