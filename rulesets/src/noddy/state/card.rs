//! The ship card (NOD-32): what a vessel is before any damage.

use crate::core::SideId;
use geometry::ShipId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Speeds in half knots: losses come in halves (NOD-18). Astern is negative.
pub type HalfKnots = i16;

/// The three sizes of gun (NOD-12).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GunClass {
    /// Up to 18 pounds.
    Baby,
    /// Between the two.
    Mummy,
    /// Over 8 inches or 100 pounds.
    Daddy,
}

impl GunClass {
    /// The class of a gun by its bore or the weight of its shot (NOD-12); `daddy_100lb` reads "over 100 pounds" as
    /// "from 100 pounds" (NOD-AMB-3).
    pub fn of(bore_in: Option<f64>, pounds: Option<f64>, daddy_100lb: bool) -> Self {
        let over = |value: f64, edge: f64| if daddy_100lb { value >= edge } else { value > edge };
        if bore_in.is_some_and(|bore| over(bore, 8.0)) || pounds.is_some_and(|weight| over(weight, 100.0)) {
            Self::Daddy
        } else if pounds.is_some_and(|weight| weight <= 18.0) {
            Self::Baby
        } else {
            Self::Mummy
        }
    }

    /// For sentences and cards.
    pub fn word(self) -> &'static str {
        match self {
            Self::Baby => "Baby",
            Self::Mummy => "Mummy",
            Self::Daddy => "Daddy",
        }
    }
}

/// Where a gun stands, and so where it points (NOD-15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GunPosition {
    /// Ahead.
    Bow,
    /// On the right beam.
    Starboard,
    /// Astern.
    Stern,
    /// On the left beam.
    Port,
    /// In a turret: any direction.
    Turret,
}

impl GunPosition {
    /// The middle of its arc, degrees clockwise from the bow; none in a turret.
    pub fn bearing_deg(self) -> Option<f64> {
        match self {
            Self::Bow => Some(0.0),
            Self::Starboard => Some(90.0),
            Self::Stern => Some(180.0),
            Self::Port => Some(270.0),
            Self::Turret => None,
        }
    }

    /// The side of a hull that looks this way (house: quarters of the circle).
    pub fn facing(bearing_deg: f64) -> Self {
        match bearing_deg.rem_euclid(360.0) {
            b if (45.0..135.0).contains(&b) => Self::Starboard,
            b if (135.0..225.0).contains(&b) => Self::Stern,
            b if (225.0..315.0).contains(&b) => Self::Port,
            _ => Self::Bow,
        }
    }

    /// How far a gun here stands from a place that is hit, in steps along the hull (NOD-AMB-29): there, in a turret amidships,
    /// round the corner, on the other side.
    pub fn steps_from(self, hit: Self) -> u8 {
        match (self.bearing_deg(), hit.bearing_deg()) {
            _ if self == hit => 0,
            (Some(own), Some(hit)) if ((own - hit).rem_euclid(360.0) - 180.0).abs() < 1.0 => 3,
            (Some(_), Some(_)) => 2,
            (None, _) | (_, None) => 1,
        }
    }

    /// For sentences and keys.
    pub fn word(self) -> &'static str {
        match self {
            Self::Bow => "bow",
            Self::Starboard => "starboard",
            Self::Stern => "stern",
            Self::Port => "port",
            Self::Turret => "turret",
        }
    }
}

/// Names a gun of a ship ("starboard-1").
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GunId(pub String);

impl fmt::Display for GunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A gun of a ship or of a shore battery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gun {
    /// Which.
    pub id: GunId,
    /// Where it stands; guns ashore point where their battery faces.
    pub place: GunPosition,
    /// Its size.
    pub class: GunClass,
    /// Rifled.
    pub rifled: bool,
    /// Early turrets: only one gun of this place fires in a move (NOD-33).
    #[serde(default)]
    pub one_at_a_time: bool,
}

impl Gun {
    /// Guns alike at one place, numbered from `first`.
    pub fn row(place: GunPosition, class: GunClass, rifled: bool, guns: u8, first: u8) -> Vec<Self> {
        let gun = |i: u8| Self {
            id: GunId(format!("{}-{}", place.word(), u16::from(first) + u16::from(i))),
            place,
            class,
            rifled,
            one_at_a_time: false,
        };
        (0..guns).map(gun).collect()
    }
}

/// What a vessel is to her rudder (NOD-6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Build {
    /// 60 degrees.
    Riverboat,
    /// 45 degrees.
    OceanGoing,
    /// 45 degrees.
    Monitor,
    /// 30 degrees.
    IroncladRam,
}

/// Armour classes (NOD-16): the hull's, and where a side of her has another (NOD-AMB-25).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Armour {
    /// What counts where nothing else is marked.
    pub hull: u8,
    /// Seen from ahead.
    #[serde(default)]
    pub bow: Option<u8>,
    /// Seen from abeam.
    #[serde(default)]
    pub side: Option<u8>,
    /// Seen from astern.
    #[serde(default)]
    pub stern: Option<u8>,
}

impl Armour {
    /// The same all round.
    pub fn all_round(hull: u8) -> Self {
        Self { hull, bow: None, side: None, stern: None }
    }

    /// The class that a shot at this side must beat.
    pub fn facing(&self, struck: GunPosition) -> u8 {
        let marked = match struck {
            GunPosition::Bow => self.bow,
            GunPosition::Starboard | GunPosition::Port => self.side,
            GunPosition::Stern => self.stern,
            GunPosition::Turret => None,
        };
        marked.unwrap_or(self.hull)
    }

    /// Does it matter from where she is hit?
    pub fn differs(&self) -> bool {
        [self.bow, self.side, self.stern].into_iter().flatten().any(|class| class != self.hull)
    }
}

/// A figure that nobody recorded, or that is converted from another scale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guess {
    /// Which field.
    pub what: String,
    /// What it rests on.
    pub why: String,
}

/// A vessel's card (NOD-32).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipCard {
    /// The name by which everything knows her.
    pub id: ShipId,
    /// Her name for people.
    pub name: String,
    /// Whose she is.
    pub side: SideId,
    /// How she turns.
    pub build: Build,
    /// Top speed.
    pub top_speed: HalfKnots,
    /// Her armour.
    pub armour: Armour,
    /// Her guns, one by one.
    pub guns: Vec<Gun>,
    /// Her bow is made for ramming.
    pub reinforced_bow: bool,
    /// Draught, feet.
    pub draught_ft: f64,
    /// What of it is a guess or a conversion.
    #[serde(default)]
    pub guessed: Vec<Guess>,
}

impl ShipCard {
    /// A gun by its name.
    pub fn gun(&self, id: &GunId) -> Option<&Gun> {
        self.guns.iter().find(|gun| gun.id == *id)
    }
}

/// A battery on the bank (NOD-16, NOD-22).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BatteryCard {
    /// The name by which everything knows it.
    pub id: ShipId,
    /// Its name for people.
    pub name: String,
    /// Whose it is.
    pub side: SideId,
    /// Its armour class: 9, 10 or 11.
    pub armour: u8,
    /// Its guns.
    pub guns: Vec<Gun>,
    /// Inches east.
    pub x_in: f64,
    /// Inches north.
    pub y_in: f64,
    /// Where its guns face, degrees clockwise from north.
    pub facing_deg: f64,
}

/// A regiment on the bank (NOD-21).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RegimentCard {
    /// The name by which everything knows it.
    pub id: ShipId,
    /// Its name for people.
    pub name: String,
    /// Whose it is.
    pub side: SideId,
    /// Inches east.
    pub x_in: f64,
    /// Inches north.
    pub y_in: f64,
}
