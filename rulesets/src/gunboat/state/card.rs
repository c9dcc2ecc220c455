//! Ship cards: the boxes, the guns and where they bear.

use geometry::{Arc, ShipId};
use serde::{Deserialize, Serialize};
use std::fmt;

pub use crate::core::fleet::{Circle, GunKind, Propulsion, Side}; // Two sides, the Union first (GUN-4, GUN-5).

/// Names a group of like guns on one ship ("port-broadside-9in").
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MountId(pub String);

impl fmt::Display for MountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Like guns that stand together and bear alike; one gun box each (GUN-72).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GunMount {
    /// Its name on this ship.
    pub id: MountId,
    /// Where it stands, for the screen ("Port broadside").
    pub place: String,
    /// The gun as the penetration table names it ("9\" SMOOTHBORE").
    pub gun: String,
    /// Its row of the range table.
    pub kind: GunKind,
    /// Its penetration factor, written in the box (GUN-20).
    pub pf: u8,
    /// How many guns, which is how many gun boxes.
    pub guns: u8,
    /// Where it bears, degrees clockwise from the bow (GUN-AMB-22, house).
    pub arcs: Vec<Arc>,
    /// It stands in a turret, which may jam (GUN-80).
    #[serde(default)]
    pub turret: Option<Turret>,
}

/// A turret.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Turret {
    /// So far ahead of the point that ranges are measured from, on the model, inches (GUN-AMB-44: of two turrets each
    /// measures from its own); negative abaft it.
    #[serde(default)]
    pub ahead_in: f64,
}

/// The sections of a ship card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SectionKind {
    /// Half an inch of iron a box (GUN-AMB-13).
    Armor,
    /// One knot a box; half-knot boxes belong here too.
    Speed,
    /// 300 tons a box.
    Midships,
    /// One box, however many stacks.
    Stack,
    /// Two feet of draft a box; when all are gone the ship sinks (GUN-41).
    Draft,
    /// One gun a box.
    Gun,
    /// One box on ships with a ram.
    Ram,
}

impl SectionKind {
    /// Every kind, in the order of the card.
    pub const ALL: [Self; 7] =
        [Self::Armor, Self::Speed, Self::Midships, Self::Stack, Self::Draft, Self::Gun, Self::Ram];

    /// For sentences.
    pub fn word(self) -> &'static str {
        match self {
            Self::Armor => "armor",
            Self::Speed => "speed",
            Self::Midships => "midships",
            Self::Stack => "stack",
            Self::Draft => "draft",
            Self::Gun => "gun",
            Self::Ram => "ram",
        }
    }
}

/// One row of boxes on a card: gun boxes row by mount, speed boxes by whole and half knots.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "section", rename_all = "snake_case")]
pub enum Section {
    /// Armor boxes.
    Armor,
    /// Whole-knot speed boxes.
    Speed,
    /// Half-knot speed boxes of a good engine.
    HalfSpeed,
    /// Midships boxes.
    Midships,
    /// The stack box.
    Stack,
    /// Draft boxes.
    Draft,
    /// The gun boxes of one mount.
    Gun {
        /// Which mount.
        mount: MountId,
    },
    /// The ram box.
    Ram,
}

impl Section {
    /// Every row but those of guns, in the order of the card.
    pub const WITHOUT_GUNS: [Self; 7] =
        [Self::Armor, Self::Speed, Self::HalfSpeed, Self::Midships, Self::Stack, Self::Draft, Self::Ram];

    /// The section of the card it belongs to.
    pub fn kind(&self) -> SectionKind {
        match self {
            Self::Armor => SectionKind::Armor,
            Self::Speed | Self::HalfSpeed => SectionKind::Speed,
            Self::Midships => SectionKind::Midships,
            Self::Stack => SectionKind::Stack,
            Self::Draft => SectionKind::Draft,
            Self::Gun { .. } => SectionKind::Gun,
            Self::Ram => SectionKind::Ram,
        }
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HalfSpeed => f.write_str("half-knot speed"),
            Self::Gun { mount } => write!(f, "gun ({mount})"),
            other => f.write_str(other.kind().word()),
        }
    }
}

/// A ship's card as printed, before any hit (GUN-72).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipCard {
    /// The name by which everything knows her.
    pub id: ShipId,
    /// Her name for people.
    pub name: String,
    /// Whose she is.
    pub side: Side,
    /// Counts as an ironclad (GUN-AMB-30: a flag, not a test).
    pub ironclad: bool,
    /// Armor boxes.
    pub armor: u8,
    /// Whole-knot speed boxes.
    pub speed: u8,
    /// Half-knot speed boxes.
    pub half_speed: u8,
    /// Midships boxes.
    pub midships: u8,
    /// Stack boxes: 1, or 0 on a ship without engines.
    pub stack: u8,
    /// Draft boxes; at least 1.
    pub draft: u8,
    /// Ram boxes: 0 or 1.
    pub ram: u8,
    /// Her own turning circle (GUN-13).
    #[serde(default)]
    pub circle: Circle,
    /// What moves her.
    #[serde(default)]
    pub propulsion: Propulsion,
    /// Her draft undamaged, feet (GUN-53).
    #[serde(default)]
    pub draft_ft: f64,
    /// A steam launch (GUN-83 and on).
    #[serde(default)]
    pub launch: bool,
    /// Her guns.
    pub mounts: Vec<GunMount>,
    /// Figures that nobody recorded and we guessed ("speed_knots"); a screen marks them.
    #[serde(default)]
    pub guessed: Vec<String>,
}

impl ShipCard {
    /// Armor boxes over three, fractions dropped (GUN-73, GUN-27).
    pub fn battering_factor(&self) -> u8 {
        self.armor / 3
    }

    /// A mount by its name.
    pub fn mount(&self, id: &MountId) -> Option<&GunMount> {
        self.mounts.iter().find(|mount| mount.id == *id)
    }

    /// Every row that a card may have, in order; those of guns she has none of, and rows without a box, too.
    pub fn rows(&self) -> impl Iterator<Item = Section> {
        let [before @ .., ram] = Section::WITHOUT_GUNS;
        let guns = self.mounts.iter().map(|mount| Section::Gun { mount: mount.id.clone() });
        before.into_iter().chain(guns).chain([ram])
    }

    /// Every row of boxes, in the order of the card.
    pub fn sections(&self) -> Vec<Section> {
        self.rows().filter(|row| self.printed(row) > 0).collect()
    }

    /// How many boxes are printed in a row.
    pub fn printed(&self, section: &Section) -> u8 {
        match section {
            Section::Armor => self.armor,
            Section::Speed => self.speed,
            Section::HalfSpeed => self.half_speed,
            Section::Midships => self.midships,
            Section::Stack => self.stack,
            Section::Draft => self.draft,
            Section::Gun { mount } => self.mount(mount).map_or(0, |mount| mount.guns),
            Section::Ram => self.ram,
        }
    }
}

/// Speeds are kept in half knots, because good engines have half-knot boxes (GUN-9).
pub type HalfKnots = u16;
