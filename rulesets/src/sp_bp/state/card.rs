//! A ship's card: its values before any damage.

use crate::core::{SideId, text_id, worded};
use geometry::{Arc, ShipId};
use serde::{Deserialize, Serialize};

worded! {
    /// The column of the hit location table (SPB-17).
    #[derive(Default)]
    pub enum TargetType: word {
        /// A monitor.
        Monitor = "monitor",
        /// A broadside warship.
        Broadside = "broadside warship",
        /// Any other ship.
        #[default]
        Other = "other ship",
    }
}

worded! {
    /// Ship size, for gunnery and steaming (SPB-15, SPB-37).
    #[derive(Default)]
    pub enum Size: word {
        /// Very large.
        VeryLarge = "very large",
        /// Large.
        Large = "large",
        /// Neither large nor small.
        #[default]
        Average = "average",
        /// Small.
        Small = "small",
        /// Very small.
        VerySmall = "very small",
    }
}

/// A gunnery table (SPB-14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nation {
    /// American Civil War.
    AmericanCivilWar,
    /// Generic.
    #[default]
    Generic,
    /// Austria.
    Austria,
    /// Italy.
    Italy,
}

/// The half of a gunnery table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GunKind {
    /// Smoothbores.
    Smoothbore,
    /// Rifles.
    Rifle,
}

/// A captain's personality trait, where traits are played (SPB-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Captain {
    /// No special trait.
    #[default]
    Ordinary,
    /// Acts first in the Shooting Phase.
    RazorSharp,
    /// Acts last in it.
    SlowWitted,
}

/// Paddle wheels (SPB-35).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PaddleWheels {
    /// None: a screw, or sails.
    #[default]
    None,
    /// One on each side.
    Sides,
    /// One at the stern or amidships: fire from either side hits that wheel.
    Middle,
}

/// A spar torpedo (SPB-5, SPB-34).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Spar {
    /// None carried.
    #[default]
    None,
    /// Carried, not rigged.
    Carried,
    /// Rigged.
    Rigged,
}

text_id! {
    /// A mount's name within its ship ("port").
    MountId
}

/// Guns that stand together with the same arcs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunMount {
    /// The name within the ship.
    pub id: MountId,
    /// The place for people ("Port broadside").
    pub place: String,
    /// The half of the gunnery table.
    pub kind: GunKind,
    /// The row of the gunnery table, as printed (SPB-AMB-28: the card names it).
    pub gun: String,
    /// The number of guns.
    pub guns: u8,
    /// Arcs of fire, degrees clockwise from the bow.
    pub arcs: Vec<Arc>,
    /// Armour of the guns (SPB-18); none where they are unprotected.
    #[serde(default)]
    pub at: Option<u8>,
    /// The guns stand in a turret (SPB-27).
    #[serde(default)]
    pub turret: bool,
    /// The guns stand in a casemate (SPB-16).
    #[serde(default)]
    pub casemate: bool,
    /// Over 15 inches with a slow rate of fire (SPB-16).
    #[serde(default)]
    pub slow_fire: bool,
    /// A turret with slow traverse (SPB-16).
    #[serde(default)]
    pub slow_traverse: bool,
}

/// A ship's card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipCard {
    /// The unique id.
    pub id: ShipId,
    /// The name to show.
    pub name: String,
    /// The ship's side.
    pub side: SideId,
    /// The ship's gunnery table.
    pub nation: Nation,
    /// The column of the hit location table.
    pub target_type: TargetType,
    /// The ship's size.
    #[serde(default)]
    pub size: Size,
    /// A low freeboard vessel.
    #[serde(default)]
    pub low_freeboard: bool,
    /// Structure points.
    pub sp: u16,
    /// Buoyancy points.
    pub bp: u16,
    /// Armour of the hull; none for an unarmoured one (SPB-AMB-6).
    #[serde(default)]
    pub hull_at: Option<u8>,
    /// Armour of the pilot house; none where it has none: the hull's counts (SPB-30).
    #[serde(default)]
    pub pilot_house_at: Option<u8>,
    /// Armour of the paddle wheels; none where they are unprotected (SPB-35).
    #[serde(default)]
    pub paddle_at: Option<u8>,
    /// Paddle wheels.
    #[serde(default)]
    pub paddle_wheels: PaddleWheels,
    /// Crew quality, +2 to -2.
    #[serde(default)]
    pub crew_quality: i8,
    /// Crew parties.
    #[serde(default)]
    pub crew_parties: u8,
    /// Best speed, knots.
    pub max_speed: u8,
    /// Turn class.
    pub turn_class: u8,
    /// Funnels.
    #[serde(default = "one")]
    pub funnels: u8,
    /// True if the ship has an anchor.
    #[serde(default = "yes")]
    pub anchor: bool,
    /// True if the ship has a ram bow (SPB-34).
    #[serde(default)]
    pub ram_bow: bool,
    /// The spar torpedo at the start.
    #[serde(default)]
    pub spar: Spar,
    /// The captain's trait.
    #[serde(default)]
    pub captain: Captain,
    /// The ship's guns.
    pub mounts: Vec<GunMount>,
    /// House estimates, each with its reason.
    #[serde(default)]
    pub guessed: Vec<String>,
}

fn one() -> u8 {
    1
}

fn yes() -> bool {
    true
}

impl ShipCard {
    /// Returns a mount by its id.
    pub fn mount(&self, id: &MountId) -> Option<&GunMount> {
        self.mounts.iter().find(|mount| mount.id == *id)
    }
}
