//! The ship card (NOD-32): a ship before any damage.

use crate::core::{SideId, text_id, worded};
use geometry::ShipId;
use serde::{Deserialize, Serialize};

/// A speed in half knots, because losses come in halves (NOD-18). Astern is negative.
pub type HalfKnots = i16;

worded! {
    /// The three sizes of gun (NOD-12).
    #[derive(PartialOrd, Ord)]
    pub enum GunClass: word {
        /// Up to 18 pounds.
        Baby = "Baby",
        /// Between the two.
        Mummy = "Mummy",
        /// Over 8 inches or 100 pounds.
        Daddy = "Daddy",
    }
}

impl GunClass {
    /// The class of a gun by its bore or the weight of its shot (NOD-12); with `daddy_100lb` "over 100 pounds" means
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
}

worded! {
    /// The place of a gun, which gives its direction (NOD-15).
    #[derive(PartialOrd, Ord)]
    pub enum GunPosition: word {
        /// Ahead.
        Bow = "bow",
        /// On the right beam.
        Starboard = "starboard",
        /// Astern.
        Stern = "stern",
        /// On the left beam.
        Port = "port",
        /// In a turret: any direction.
        Turret = "turret",
    }
}

impl GunPosition {
    /// The middle of the gun's arc, degrees clockwise from the bow; none in a turret.
    pub fn bearing_deg(self) -> Option<f64> {
        match self {
            Self::Bow => Some(0.0),
            Self::Starboard => Some(90.0),
            Self::Stern => Some(180.0),
            Self::Port => Some(270.0),
            Self::Turret => None,
        }
    }

    /// The side of a hull in this direction (house: quarters of the circle).
    pub fn facing(bearing_deg: f64) -> Self {
        match bearing_deg.rem_euclid(360.0) {
            b if (45.0..135.0).contains(&b) => Self::Starboard,
            b if (135.0..225.0).contains(&b) => Self::Stern,
            b if (225.0..315.0).contains(&b) => Self::Port,
            _ => Self::Bow,
        }
    }

    /// The distance of a gun here from a place that is hit, in steps along the hull (NOD-AMB-29): 0 the same place, 1 a
    /// turret amidships, 2 an adjacent side, 3 the opposite side.
    pub fn steps_from(self, hit: Self) -> u8 {
        match (self.bearing_deg(), hit.bearing_deg()) {
            _ if self == hit => 0,
            (Some(own), Some(hit)) if ((own - hit).rem_euclid(360.0) - 180.0).abs() < 1.0 => 3,
            (Some(_), Some(_)) => 2,
            (None, _) | (_, None) => 1,
        }
    }
}

text_id! {
    /// The id of a gun on a ship ("starboard-1").
    GunId
}

/// A gun of a ship or of a shore battery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gun {
    /// The gun's id.
    pub id: GunId,
    /// The place; guns ashore point in the direction that their battery faces.
    pub place: GunPosition,
    /// The size class.
    pub class: GunClass,
    /// True if rifled.
    pub rifled: bool,
    /// True for early turrets: only one gun of this place fires in a move (NOD-33).
    #[serde(default)]
    pub one_at_a_time: bool,
}

impl Gun {
    /// Like guns at one place, numbered from `first`.
    pub fn row(place: GunPosition, class: GunClass, rifled: bool, guns: u8, first: u8) -> Vec<Self> {
        let gun = |i: u8| Self {
            id: GunId::new(format!("{}-{}", place.word(), u16::from(first) + u16::from(i))),
            place,
            class,
            rifled,
            one_at_a_time: false,
        };
        (0..guns).map(gun).collect()
    }
}

/// The type of a ship, which limits its turns (NOD-6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Build {
    /// Turns up to 60 degrees.
    Riverboat,
    /// Turns up to 45 degrees.
    OceanGoing,
    /// Turns up to 45 degrees.
    Monitor,
    /// Turns up to 30 degrees.
    IroncladRam,
}

/// Armour classes (NOD-16): that of the hull, and of sides that differ (NOD-AMB-25).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Armour {
    /// The class of sides without their own class.
    pub hull: u8,
    /// The bow's own class.
    #[serde(default)]
    pub bow: Option<u8>,
    /// The class of both beams.
    #[serde(default)]
    pub side: Option<u8>,
    /// The stern's own class.
    #[serde(default)]
    pub stern: Option<u8>,
}

impl Armour {
    /// The same class all round.
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

    /// Returns true if some side has another class than the hull.
    pub fn differs(&self) -> bool {
        [self.bow, self.side, self.stern].into_iter().flatten().any(|class| class != self.hull)
    }
}

/// A figure that no source records, or that is converted from another scale.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guess {
    /// The name of the field.
    pub what: String,
    /// The basis of the guess.
    pub why: String,
}

/// A ship's card (NOD-32).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipCard {
    /// The ship's id.
    pub id: ShipId,
    /// The name for display.
    pub name: String,
    /// The ship's side.
    pub side: SideId,
    /// The type, which limits turns.
    pub build: Build,
    /// Top speed.
    pub top_speed: HalfKnots,
    /// The armour.
    pub armour: Armour,
    /// The guns, one by one.
    pub guns: Vec<Gun>,
    /// True if the bow is reinforced for ramming.
    pub reinforced_bow: bool,
    /// Draught, feet.
    pub draught_ft: f64,
    /// Fields that are guesses or conversions.
    #[serde(default)]
    pub guessed: Vec<Guess>,
}

impl ShipCard {
    /// A gun by its id.
    pub fn gun(&self, id: &GunId) -> Option<&Gun> {
        self.guns.iter().find(|gun| gun.id == *id)
    }
}

/// A battery on the bank (NOD-16, NOD-22).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BatteryCard {
    /// The battery's id.
    pub id: ShipId,
    /// The name for display.
    pub name: String,
    /// The battery's side.
    pub side: SideId,
    /// The armour class: 9, 10 or 11.
    pub armour: u8,
    /// The guns.
    pub guns: Vec<Gun>,
    /// The position, inches east.
    pub x_in: f64,
    /// The position, inches north.
    pub y_in: f64,
    /// The direction that the guns face, degrees clockwise from north.
    pub facing_deg: f64,
}

/// A regiment on the bank (NOD-21).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RegimentCard {
    /// The regiment's id.
    pub id: ShipId,
    /// The name for display.
    pub name: String,
    /// The regiment's side.
    pub side: SideId,
    /// The position, inches east.
    pub x_in: f64,
    /// The position, inches north.
    pub y_in: f64,
}
