//! Ship cards: the boxes, the guns and their arcs.

use crate::core::{text_id, worded};
use geometry::{Arc, ShipId};
use serde::{Deserialize, Serialize};
use std::fmt;

pub use crate::core::fleet::{Circle, GunKind, Propulsion, Side}; // Two sides, the Union first (GUN-4, GUN-5).

text_id! {
    /// The id of a group of like guns on one ship ("port-broadside-9in").
    MountId
}

/// Like guns at one place with the same arcs; one gun box each (GUN-72).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GunMount {
    /// The id within the ship.
    pub id: MountId,
    /// The place, for the screen ("Port broadside").
    pub place: String,
    /// The gun's name in the penetration table ("9\" SMOOTHBORE").
    pub gun: String,
    /// The row of the range table.
    pub kind: GunKind,
    /// The penetration factor, written in the box (GUN-20).
    pub pf: u8,
    /// The number of guns, and of gun boxes.
    pub guns: u8,
    /// The arcs, degrees clockwise from the bow (GUN-AMB-22, house).
    pub arcs: Vec<Arc>,
    /// The turret, which may jam (GUN-80); none without one.
    #[serde(default)]
    pub turret: Option<Turret>,
}

/// A turret.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Turret {
    /// The distance on the model ahead of the point that ranges are measured from, inches; negative behind it
    /// (GUN-AMB-44: each of two turrets measures from its own place).
    #[serde(default)]
    pub ahead_in: f64,
}

worded! {
    /// The sections of a ship card.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum SectionKind: word {
        /// Half an inch of iron per box (GUN-AMB-13).
        Armor = "armor",
        /// One knot per box; half-knot boxes are included.
        Speed = "speed",
        /// 300 tons per box.
        Midships = "midships",
        /// One box for all stacks.
        Stack = "stack",
        /// Two feet of draft per box; a ship without any left sinks (GUN-41).
        Draft = "draft",
        /// One gun per box.
        Gun = "gun",
        /// One box on ships with a ram.
        Ram = "ram",
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
        /// The mount's id.
        mount: MountId,
    },
    /// The ram box.
    Ram,
}

impl Section {
    /// The rows without guns, in the order of the card.
    pub const WITHOUT_GUNS: [Self; 7] =
        [Self::Armor, Self::Speed, Self::HalfSpeed, Self::Midships, Self::Stack, Self::Draft, Self::Ram];

    /// The section that the row belongs to.
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
    /// The ship's id.
    pub id: ShipId,
    /// The name for display.
    pub name: String,
    /// The ship's side.
    pub side: Side,
    /// True if the ship counts as an ironclad (GUN-AMB-30: a flag, not a test).
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
    /// The ship's own turning circle (GUN-13).
    #[serde(default)]
    pub circle: Circle,
    /// The means of propulsion.
    #[serde(default)]
    pub propulsion: Propulsion,
    /// The draft of the undamaged ship, feet (GUN-53).
    #[serde(default)]
    pub draft_ft: f64,
    /// True for a steam launch (GUN-83 and following).
    #[serde(default)]
    pub launch: bool,
    /// The gun mounts.
    pub mounts: Vec<GunMount>,
    /// Fields that no source records, with our guesses ("speed_knots"); a screen marks them.
    #[serde(default)]
    pub guessed: Vec<String>,
}

impl ShipCard {
    /// The battering factor: armor boxes divided by three, fractions dropped (GUN-73, GUN-27).
    pub fn battering_factor(&self) -> u8 {
        self.armor / 3
    }

    /// A mount by its id.
    pub fn mount(&self, id: &MountId) -> Option<&GunMount> {
        self.mounts.iter().find(|mount| mount.id == *id)
    }

    /// Every possible row in order, including rows without a box.
    pub fn rows(&self) -> impl Iterator<Item = Section> {
        let [before @ .., ram] = Section::WITHOUT_GUNS;
        let guns = self.mounts.iter().map(|mount| Section::Gun { mount: mount.id.clone() });
        before.into_iter().chain(guns).chain([ram])
    }

    /// The rows with boxes, in the order of the card.
    pub fn sections(&self) -> Vec<Section> {
        self.rows().filter(|row| self.printed(row) > 0).collect()
    }

    /// The number of printed boxes in a row.
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

/// A speed in half knots, because good engines have half-knot boxes (GUN-9).
pub type HalfKnots = u16;
