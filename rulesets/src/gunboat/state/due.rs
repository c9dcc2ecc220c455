//! What is due: rolls to throw and hits to check off.

use crate::core::{RollRequest, RuleId};
use crate::gunboat::state::aim::Aim;
use crate::gunboat::state::card::{SectionKind, Side};
use geometry::{ShipId, TerrainId};
use serde::{Deserialize, Serialize};

/// Names one salvo of a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SalvoId(pub u32);

/// Names one lot of hits that must be checked off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DueId(pub u32);

/// Which of the two damage charts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chart {
    /// For guns that penetrate (GUN-33).
    A,
    /// For guns that don't (GUN-36).
    B,
}

impl Chart {
    /// For keys and sentences.
    pub fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}

/// What a pending roll decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "use", rename_all = "snake_case")]
pub enum RollUse {
    /// A damage chart for one salvo.
    Chart {
        /// Which salvo.
        salvo: SalvoId,
        /// Which chart.
        chart: Chart,
        /// Which column, counted from 0.
        column: usize,
        /// The column's heading ("3-4").
        column_label: String,
        /// Guns (chart A) or penetration factors (chart B).
        total: u32,
        /// What the salvo was fired at.
        #[serde(default)]
        aim: Aim,
    },
    /// A D6 table for one ship, at some point of its chain.
    Table {
        /// Which table.
        table: TableId,
        /// The faces thrown in this table so far ("roll again").
        path: Vec<u8>,
        /// The salvo that led here, if one did.
        salvo: Option<SalvoId>,
        /// The launch whose spar torpedo led here, if one did (GUN-89).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spar: Option<ShipId>,
    },
    /// What disabled engines give this turn (GUN-45).
    Power,
    /// Does she ground in this shoal or strip (GUN-53, GUN-55)?
    Shoal {
        /// Which piece of terrain.
        area: TerrainId,
    },
    /// Does she strike a mine here (GUN-56)?
    Mine {
        /// Which piece of terrain.
        area: TerrainId,
    },
    /// Does she come afloat again (GUN-54)?
    Refloat,
    /// How many guns a torpedo destroys besides these hits (GUN-58).
    TorpedoGuns {
        /// Draft hits.
        draft: u8,
        /// Speed hits.
        speed: u8,
    },
    /// One die of a ram; the roll's ship is the one that suffers it (GUN-48).
    Ram {
        /// Which die.
        which: RamDie,
        /// Who rams.
        rammer: ShipId,
        /// Whom.
        target: ShipId,
        /// Whole knots (GUN-AMB-26).
        knots: u16,
        /// She had her ram at the impact (GUN-AMB-28).
        had_ram: bool,
    },
    /// Does the impact cost her the stack (GUN-50)?
    StackCheck,
    /// Does a mortar's shell hit (GUN-62)?
    Mortar {
        /// Which shot.
        shot: SalvoId,
        /// Turns running at this spot (GUN-63).
        turns: u8,
        /// It is fired at a ship, not at what stands ashore.
        on_ship: bool,
        /// Guns of forts under the circle.
        under: Vec<ShipId>,
    },
    /// Do shells that hit a fort do more (GUN-67)?
    FortCheck {
        /// The guns that were under the circle.
        guns: Vec<ShipId>,
    },
    /// A fort's table (GUN-75).
    Fort {
        /// Which, and how far.
        roll: FortRoll,
    },
    /// How many boarding parties are formed (GUN-76).
    PartiesFormed,
    /// Which parties come over, a die each (GUN-77).
    Grapple {
        /// Onto whose deck.
        target: ShipId,
    },
    /// Which hits destroy a party, a die each (GUN-78).
    PartyFire,
    /// What boarders bring about (GUN-80, GUN-81).
    Boarding {
        /// How many parties this die stands for.
        parties: u8,
    },
    /// What hits do to a launch (GUN-84).
    LaunchHits {
        /// How many.
        hits: u8,
    },
    /// Which of a locked pair each hit strikes (GUN-88).
    LockedHits {
        /// The Union's launch.
        union: ShipId,
        /// The Confederates' launch.
        confederate: ShipId,
    },
    /// Does a launch grapple this one (GUN-85)?
    LaunchGrapple {
        /// Who tries.
        by: ShipId,
    },
    /// A melee of launches: the Union's die, then the Confederates' (GUN-86).
    Melee {
        /// The Union's launches.
        union: Vec<ShipId>,
        /// The Confederates' launches.
        confederate: Vec<ShipId>,
    },
}

/// The D6 tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TableId {
    /// GUN-CRIT.
    Critical,
    /// GUN-LUCKY.
    Lucky,
    /// GUN-STACK.
    Stack,
    /// GUN-TORP against an ironclad.
    TorpedoIronclad,
    /// GUN-TORP against a wooden ship.
    TorpedoWooden,
}

impl TableId {
    /// The name of its first roll ("critical").
    pub fn purpose(self) -> &'static str {
        match self {
            Self::Critical => "critical",
            Self::Lucky => "lucky",
            Self::Stack => "stack_loss",
            Self::TorpedoIronclad | Self::TorpedoWooden => "torpedo",
        }
    }

    /// For sentences.
    pub fn title(self) -> &'static str {
        match self {
            Self::Critical => "Critical hit chart",
            Self::Lucky => "Lucky hit chart",
            Self::Stack => "Loss of a stack",
            Self::TorpedoIronclad => "Torpedoing an ironclad",
            Self::TorpedoWooden => "Torpedoing a wooden ship",
        }
    }
}

/// A roll that is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingRoll {
    /// What is thrown, and what for.
    pub request: RollRequest,
    /// The ship that suffers (or enjoys) it.
    pub ship: ShipId,
    /// The side that throws.
    pub by: Side,
    /// What it decides.
    pub decides: RollUse,
}

/// Where hits must go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "into", content = "sections", rename_all = "snake_case")]
pub enum Into {
    /// Wherever the target's owner likes (GUN-40).
    Any,
    /// Into one of these sections, all of them into the same (GUN-AMB-15); what finds no room goes anywhere
    /// (GUN-38).
    OneOf(Vec<SectionKind>),
}

impl Into {
    /// Does it name this section?
    pub fn names(&self, section: SectionKind) -> bool {
        matches!(self, Self::OneOf(kinds) if kinds.contains(&section))
    }

    /// Only this section is left to choose from, if it was among them.
    pub(crate) fn narrow(&mut self, to: SectionKind) {
        if let Self::OneOf(kinds) = self
            && kinds.contains(&to)
        {
            *kinds = vec![to];
        }
    }
}

/// Part of a lot of hits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Demand {
    /// How many boxes.
    pub hits: u8,
    /// Where they must go.
    pub into: Into,
    /// The rule that says so.
    pub rule: RuleId,
}

/// A lot of hits that the target's owner must check off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HitsDue {
    /// Names it.
    pub id: DueId,
    /// Whose card.
    pub ship: ShipId,
    /// The salvo it came from, if one did.
    pub salvo: Option<SalvoId>,
    /// For the screen ("Chart A, 5-8 guns, die 3: 5 hits").
    pub cause: String,
    /// How many, and where.
    pub demands: Vec<Demand>,
    /// The side that must choose between sections before anything is checked off (GUN-AMB-15 with `firer`).
    pub chooser: Option<Side>,
    /// Only one of the demands is to be met: the one that names the chosen section (GUN-AMB-35).
    #[serde(default)]
    pub either: bool,
}

/// What a cell of a chart says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "cell", rename_all = "snake_case")]
pub enum ChartCell {
    /// So many hits; `party` for the asterisk (GUN-34).
    Hits {
        /// How many; 0 for "None".
        hits: u8,
        /// One boarding party is destroyed or diverted besides.
        party: bool,
    },
    /// Roll on GUN-CRIT.
    Critical,
    /// Roll on GUN-LUCKY.
    Lucky,
}

/// The two dice of a ram (GUN-48).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RamDie {
    /// For the ship that is struck; for the ramming ship when wood rams iron (GUN-52).
    White,
    /// The other.
    Colored,
}

impl RamDie {
    /// For keys and sentences.
    pub fn word(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Colored => "colored",
        }
    }
}

/// Which table of a fort.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FortTable {
    /// GUN-FORT-LUCKY.
    Lucky,
    /// GUN-FORT-CRIT.
    Critical,
}

/// A roll on a fort's table, on its way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FortRoll {
    /// Which fort.
    pub fort: ShipId,
    /// Which table.
    pub table: FortTable,
    /// The guns that suffer first: the one fired at, or those under the circle.
    pub guns: Vec<ShipId>,
    /// What was thrown so far, the mortars' bonus added.
    pub path: Vec<u8>,
    /// Mortars did it (GUN-68).
    pub by_mortar: bool,
    /// The salvo that did it, if one did.
    pub salvo: Option<SalvoId>,
}
