//! Rolls to throw and hits to check off.

use crate::core::{RollRequest, RuleId, worded};
use crate::gunboat::state::aim::Aim;
use crate::gunboat::state::card::{SectionKind, Side};
use geometry::{ShipId, TerrainId};
use serde::{Deserialize, Serialize};

/// The id of a salvo within its battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SalvoId(pub u32);

/// The id of a group of hits that must be checked off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DueId(pub u32);

worded! {
    /// One of the two damage charts.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum Chart: letter {
        /// The chart for guns that penetrate (GUN-33).
        A = "A",
        /// The chart for guns that don't (GUN-36).
        B = "B",
    }
}

/// The purpose of a pending roll.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "use", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum RollUse {
    /// A damage chart for one salvo.
    Chart {
        salvo: SalvoId,
        chart: Chart,
        /// The column, from 0.
        column: usize,
        /// The column's heading ("3-4").
        column_label: String,
        /// Guns (chart A) or penetration factors (chart B).
        total: u32,
        /// The kind of target of the salvo.
        #[serde(default)]
        aim: Aim,
    },
    /// A D6 table for one ship, or a further roll on it.
    Table {
        table: TableId,
        /// The faces thrown in this table so far ("roll again").
        path: Vec<u8>,
        /// The salvo that caused it, if any.
        salvo: Option<SalvoId>,
        /// The launch whose spar torpedo caused it, if any (GUN-89).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        spar: Option<ShipId>,
    },
    /// The power of disabled engines this turn (GUN-45).
    Power,
    /// Whether the ship grounds in this shoal or strip (GUN-53, GUN-55).
    Shoal {
        /// The piece of terrain.
        area: TerrainId,
    },
    /// Whether the ship strikes a mine here (GUN-56).
    Mine {
        /// The piece of terrain.
        area: TerrainId,
    },
    /// Whether the ship refloats (GUN-54).
    Refloat,
    /// The number of guns that a torpedo destroys in addition to these hits (GUN-58).
    TorpedoGuns {
        /// Draft hits.
        draft: u8,
        /// Speed hits.
        speed: u8,
    },
    /// One die of a ram; the roll's ship is the one that it damages (GUN-48).
    Ram {
        /// The die.
        which: RamDie,
        rammer: ShipId,
        /// The rammed ship.
        target: ShipId,
        /// The speed in whole knots (GUN-AMB-26).
        knots: u16,
        /// True if the rammer had its ram at the impact (GUN-AMB-28).
        had_ram: bool,
    },
    /// Whether a ship loses its stack in the impact (GUN-50).
    StackCheck,
    /// Whether a mortar's shell hits (GUN-62).
    Mortar {
        shot: SalvoId,
        /// The number of successive turns at this spot (GUN-63).
        turns: u8,
        /// True if it is fired at a ship, not at a target ashore.
        on_ship: bool,
        /// Guns of forts under the circle.
        under: Vec<ShipId>,
    },
    /// Whether shells that hit a fort cause a critical hit (GUN-67).
    FortCheck {
        /// The guns that were under the circle.
        guns: Vec<ShipId>,
    },
    /// A fort's table (GUN-75).
    Fort {
        /// The table and the rolls so far.
        roll: FortRoll,
    },
    /// The number of boarding parties that are formed (GUN-76).
    PartiesFormed,
    /// The parties that board, one die each (GUN-77).
    Grapple {
        /// The ship to be boarded.
        target: ShipId,
    },
    /// The hits that destroy a party, one die each (GUN-78).
    PartyFire,
    /// The result of boarding (GUN-80, GUN-81).
    Boarding {
        /// The number of parties that the die represents.
        parties: u8,
    },
    /// The effect of hits on a launch (GUN-84).
    LaunchHits { hits: u8 },
    /// The launch of a locked pair that each hit strikes (GUN-88).
    LockedHits {
        /// The Union's launch.
        union: ShipId,
        /// The Confederates' launch.
        confederate: ShipId,
    },
    /// Whether a launch grapples this one (GUN-85).
    LaunchGrapple {
        /// The launch that tries.
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

worded! {
    /// The D6 tables.
    #[derive(PartialOrd, Ord, Hash)]
    pub enum TableId: title {
        /// GUN-CRIT.
        Critical = "Critical hit chart",
        /// GUN-LUCKY.
        Lucky = "Lucky hit chart",
        /// GUN-STACK.
        Stack = "Loss of a stack",
        /// GUN-TORP against an ironclad.
        TorpedoIronclad = "Torpedoing an ironclad",
        /// GUN-TORP against a wooden ship.
        TorpedoWooden = "Torpedoing a wooden ship",
    }
}

impl TableId {
    /// The purpose of the table's first roll ("critical").
    pub fn purpose(self) -> &'static str {
        match self {
            Self::Critical => "critical",
            Self::Lucky => "lucky",
            Self::Stack => "stack_loss",
            Self::TorpedoIronclad | Self::TorpedoWooden => "torpedo",
        }
    }
}

/// A roll that is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingRoll {
    /// The dice and the label.
    pub request: RollRequest,
    /// The ship that the roll concerns.
    pub ship: ShipId,
    /// The side that throws.
    pub by: Side,
    /// The purpose.
    pub decides: RollUse,
}

impl AsRef<RollRequest> for PendingRoll {
    fn as_ref(&self) -> &RollRequest {
        &self.request
    }
}

/// The sections that hits must go into.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "into", content = "sections", rename_all = "snake_case")]
pub enum Into {
    /// Any section, by choice of the target's owner (GUN-40).
    Any,
    /// One of these sections, all hits into the same one (GUN-AMB-15); hits without room there may go anywhere
    /// (GUN-38).
    OneOf(Vec<SectionKind>),
}

impl Into {
    /// Returns true if it names this section.
    pub fn names(&self, section: SectionKind) -> bool {
        matches!(self, Self::OneOf(kinds) if kinds.contains(&section))
    }

    /// Reduces the choice to this section, if it is one of those named.
    pub(crate) fn narrow(&mut self, to: SectionKind) {
        if let Self::OneOf(kinds) = self
            && kinds.contains(&to)
        {
            *kinds = vec![to];
        }
    }
}

/// Part of a group of hits.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Demand {
    /// The number of boxes.
    pub hits: u8,
    /// The sections that they must go into.
    pub into: Into,
    /// The rule for it.
    pub rule: RuleId,
}

/// A group of hits that the target's owner must check off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HitsDue {
    /// The id.
    pub id: DueId,
    /// The ship whose card it is.
    pub ship: ShipId,
    /// The salvo that caused it, if any.
    pub salvo: Option<SalvoId>,
    /// The cause in words ("Chart A, 5-8 guns, die 3: 5 hits").
    pub cause: String,
    /// The numbers of hits with their sections.
    pub demands: Vec<Demand>,
    /// The side that must choose a section before anything is checked off (GUN-AMB-15 with `firer`).
    pub chooser: Option<Side>,
    /// True if only one of the demands applies: the one that names the chosen section (GUN-AMB-35).
    #[serde(default)]
    pub either: bool,
}

/// The content of a cell of a chart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "cell", rename_all = "snake_case")]
pub enum ChartCell {
    /// A number of hits; `party` for the asterisk (GUN-34).
    Hits {
        /// The number; 0 for "None".
        hits: u8,
        /// True if one boarding party is destroyed or diverted in addition.
        party: bool,
    },
    /// Roll on GUN-CRIT.
    Critical,
    /// Roll on GUN-LUCKY.
    Lucky,
}

worded! {
    /// The two dice of a ram (GUN-48).
    pub enum RamDie: word {
        /// The die for the rammed ship; for the ramming ship if a wooden ship rams an ironclad (GUN-52).
        White = "white",
        /// The die for the other ship.
        Colored = "colored",
    }
}

impl RamDie {
    /// The die of a ram that this roll is for; `None` for other rolls.
    pub(crate) fn of_roll(request: &RollRequest) -> Option<Self> {
        let is_for = |which: &Self| request.purpose.as_str() == which.word();
        [Self::White, Self::Colored].into_iter().find(is_for)
    }

    /// The name by which a player is asked for the die.
    pub(crate) fn die_name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Colored => "coloured",
        }
    }
}

/// The tables for forts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FortTable {
    /// GUN-FORT-LUCKY.
    Lucky,
    /// GUN-FORT-CRIT.
    Critical,
}

/// A roll on a fort's table, with the rolls before it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FortRoll {
    /// The fort.
    pub fort: ShipId,
    /// The table.
    pub table: FortTable,
    /// The guns that are damaged first: the one fired at, or those under the circle.
    pub guns: Vec<ShipId>,
    /// The results so far, including the mortars' bonus.
    pub path: Vec<u8>,
    /// True if mortars caused it (GUN-68).
    pub by_mortar: bool,
    /// The salvo that caused it, if any.
    pub salvo: Option<SalvoId>,
}
