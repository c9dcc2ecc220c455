//! The state of a battle: what the cards say, whose step it is, and what is still due.

use crate::core::{Asked, Audience, Edge, RollId, RollRequest, RuleId};
use crate::gunboat::aim::Aim;
use crate::gunboat::card::{MountId, Section, SectionKind, ShipCard, Side};
use crate::gunboat::event::FiringMount;
use crate::gunboat::fort::{FortRoll, FortState};
use crate::gunboat::hazard_files::RamDie;
use crate::gunboat::mortar::MortarSpot;
use crate::gunboat::movement::HalfKnots;
use crate::gunboat::options::GunOptions;
use geometry::{Barrier, Flank, Point, ShipId, Terrain, TerrainId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The six steps of a turn (GUN-4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// 1: the Union moves, rams, grapples.
    #[default]
    UnionMove,
    /// 2: both sides fire.
    FirstFire,
    /// 3: the Confederates move, ram, grapple.
    ConfederateMove,
    /// 4: both sides fire.
    SecondFire,
    /// 5: boarding actions and launch combats.
    Boarding,
    /// 6: the turn is ticked off, ships drift.
    TurnEnd,
}

impl Step {
    /// Every step in order.
    pub const ALL: [Self; 6] = [
        Self::UnionMove,
        Self::FirstFire,
        Self::ConfederateMove,
        Self::SecondFire,
        Self::Boarding,
        Self::TurnEnd,
    ];

    /// Its number, 1 to 6.
    pub fn number(self) -> u8 {
        match self {
            Self::UnionMove => 1,
            Self::FirstFire => 2,
            Self::ConfederateMove => 3,
            Self::SecondFire => 4,
            Self::Boarding => 5,
            Self::TurnEnd => 6,
        }
    }

    /// For the screen.
    pub fn title(self) -> &'static str {
        match self {
            Self::UnionMove => "Union movement",
            Self::FirstFire => "First fire",
            Self::ConfederateMove => "Confederate movement",
            Self::SecondFire => "Second fire",
            Self::Boarding => "Boarding and launches",
            Self::TurnEnd => "End of turn",
        }
    }

    /// Do guns fire in it?
    pub fn is_fire(self) -> bool {
        matches!(self, Self::FirstFire | Self::SecondFire)
    }

    /// Whose ships move in it.
    pub fn moving_side(self) -> Option<Side> {
        match self {
            Self::UnionMove => Some(Side::Union),
            Self::ConfederateMove => Some(Side::Confederate),
            Self::FirstFire | Self::SecondFire | Self::Boarding | Self::TurnEnd => None,
        }
    }
}

/// Boxes checked off a card.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Ticks {
    /// Armor.
    #[serde(default)]
    pub armor: u8,
    /// Whole-knot speed.
    #[serde(default)]
    pub speed: u8,
    /// Half-knot speed.
    #[serde(default)]
    pub half_speed: u8,
    /// Midships.
    #[serde(default)]
    pub midships: u8,
    /// Stack.
    #[serde(default)]
    pub stack: u8,
    /// Draft.
    #[serde(default)]
    pub draft: u8,
    /// Ram.
    #[serde(default)]
    pub ram: u8,
    /// Guns by mount.
    #[serde(default)]
    pub guns: BTreeMap<MountId, u8>,
}

impl Ticks {
    /// How many boxes of a row are checked off.
    pub fn of(&self, section: &Section) -> u8 {
        match section {
            Section::Armor => self.armor,
            Section::Speed => self.speed,
            Section::HalfSpeed => self.half_speed,
            Section::Midships => self.midships,
            Section::Stack => self.stack,
            Section::Draft => self.draft,
            Section::Gun { mount } => self.guns.get(mount).copied().unwrap_or(0),
            Section::Ram => self.ram,
        }
    }

    /// Checks off boxes, never more than `printed`.
    pub(crate) fn add(&mut self, section: &Section, count: u8, printed: u8) {
        self.set(section, self.of(section).saturating_add(count), printed);
    }

    /// Sets how many boxes are checked off, never more than `printed`.
    pub(crate) fn set(&mut self, section: &Section, ticked: u8, printed: u8) {
        let ticked = ticked.min(printed);
        match section {
            Section::Armor => self.armor = ticked,
            Section::Speed => self.speed = ticked,
            Section::HalfSpeed => self.half_speed = ticked,
            Section::Midships => self.midships = ticked,
            Section::Stack => self.stack = ticked,
            Section::Draft => self.draft = ticked,
            Section::Gun { mount } if printed > 0 => {
                self.guns.insert(mount.clone(), ticked);
            }
            Section::Gun { .. } => {}
            Section::Ram => self.ram = ticked,
        }
    }
}

/// What lasts longer than a tick. Durations count the owner's movement steps, beginning with the next one
/// (GUN-AMB-18).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "effect", rename_all = "snake_case")]
pub enum Effect {
    /// The whole move is spent turning hard to that side (GUN-46).
    RudderJammed {
        /// Which side.
        helm: Flank,
        /// Movement steps still to suffer.
        moves_left: u8,
    },
    /// No change of course (GUN-46).
    PilotBlinded {
        /// Movement steps still to suffer.
        moves_left: u8,
    },
    /// No power (GUN-43).
    FiresOut {
        /// Movement steps still to suffer.
        moves_left: u8,
    },
    /// All engines disabled: no power this turn or the next, then what a D6 gives each turn (GUN-45).
    EnginesDisabled {
        /// The turn of the hit.
        since_turn: u32,
    },
    /// Rudder chains bound: she keeps her course (GUN-80; which way the rudder lies is not said, house).
    RudderBound {
        /// Movement steps still to suffer.
        moves_left: u8,
    },
    /// A turret does not turn, and its guns don't fire, till repaired (GUN-80).
    TurretJammed {
        /// Which.
        mount: MountId,
    },
    /// Full of smoke or gas: she must steam away, and can't fire, for the rest of the battle (GUN-80).
    SmokedOut,
}

/// Why a ship is out of the battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// All draft boxes gone (GUN-41).
    Sunk,
    /// The magazine exploded (GUN-44).
    Exploded,
    /// Taken by boarders or in a melee of launches (GUN-81, GUN-86).
    Captured,
    /// A launch that took captives home (GUN-87).
    WentHome,
}

/// Is she on the table?
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Location {
    /// She is.
    #[default]
    OnTable,
    /// She comes later.
    Arriving {
        /// In this turn's movement step of her side.
        turn: u32,
        /// Over this edge.
        edge: Edge,
    },
    /// She has gone.
    Left {
        /// In this turn.
        turn: u32,
        /// Over this edge.
        edge: Edge,
    },
}

/// How ships hang together.
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

/// A bond between two ships: they move together, and their touching is no ram.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Bond {
    /// What kind.
    pub kind: BondKind,
    /// Who does it.
    pub first: ShipId,
    /// To whom.
    pub second: ShipId,
}

impl Bond {
    /// Is this ship one of the two?
    pub fn joins(&self, ship: &ShipId) -> bool {
        self.first == *ship || self.second == *ship
    }

    /// The other of the two.
    pub fn other(&self, ship: &ShipId) -> Option<&ShipId> {
        match ship {
            ship if *ship == self.first => Some(&self.second),
            ship if *ship == self.second => Some(&self.first),
            _ => None,
        }
    }
}

/// One ship in the battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipState {
    /// Her card as printed.
    pub card: ShipCard,
    /// Boxes checked off that have taken hold.
    pub ticks: Ticks,
    /// Boxes checked off that take hold at the end of this step (GUN-AMB-11).
    pub ticks_at_step_end: Ticks,
    /// Guns fired, by mount, since the turn began (or the fire step, with GUN-AMB-10's other reading).
    pub fired: BTreeMap<MountId, u8>,
    /// Guns fired by mount in the turn (or fire step) before: for a shot fired late.
    #[serde(default)]
    pub fired_before: BTreeMap<MountId, u8>,
    /// Lasting effects.
    pub effects: Vec<Effect>,
    /// Knots her disabled engines give this turn, once the D6 is thrown (GUN-45).
    pub power_knots: Option<u8>,
    /// Aground: she can't sink (GUN-41, GUN-54).
    pub aground: bool,
    /// Boarding parties embarked.
    pub boarding_parties: u8,
    /// The magazine exploded in this step: destroyed when damage takes hold.
    pub exploding: bool,
    /// Her current speed (GUN-9).
    #[serde(default)]
    pub speed: HalfKnots,
    /// The speed rung up for the move at hand.
    #[serde(default)]
    pub rung: Option<HalfKnots>,
    /// She coasted in her last move (GUN-12).
    #[serde(default)]
    pub coasting: bool,
    /// Her move of this turn is made.
    #[serde(default)]
    pub has_moved: bool,
    /// The turn in which she last went anywhere (mortars, GUN-59, GUN-60).
    #[serde(default)]
    pub under_way_turn: Option<u32>,
    /// Aground on the shore for the rest of the battle (GUN-57).
    #[serde(default)]
    pub ashore: bool,
    /// Lies at anchor.
    #[serde(default)]
    pub anchored: bool,
    /// A melee on her deck holds her (GUN-81).
    #[serde(default)]
    pub in_melee: bool,
    /// The turn in which she last fired a mortar (GUN-AMB-36).
    #[serde(default)]
    pub mortar_fired_turn: Option<u32>,
    /// The turn in which she last rammed or ran into a ship (GUN-47).
    #[serde(default)]
    pub rammed_turn: Option<u32>,
    /// Spots her mortars fired at last, by mount (GUN-63).
    #[serde(default)]
    pub mortar_spots: BTreeMap<MountId, MortarSpot>,
    /// Enemy boarding parties on her deck.
    #[serde(default)]
    pub boarders: u8,
    /// The enemy knows of her own parties: she has tried to grapple (GUN-76).
    #[serde(default)]
    pub parties_revealed: bool,
    /// The turn in which she last tried to grapple.
    #[serde(default)]
    pub grapple_turn: Option<u32>,
    /// A launch with a spar torpedo (GUN-83).
    #[serde(default)]
    pub spar_torpedo: bool,
    /// A launch sunk in this step: lost when damage takes hold.
    #[serde(default)]
    pub foundering: bool,
    /// On the table, to come, or gone.
    #[serde(default)]
    pub location: Location,
    /// Out of the battle.
    pub fate: Option<Fate>,
}

impl ShipState {
    /// A ship as her card is printed, at rest on the table.
    pub fn new(card: ShipCard) -> Self {
        Self {
            card,
            ticks: Ticks::default(),
            ticks_at_step_end: Ticks::default(),
            fired: BTreeMap::new(),
            fired_before: BTreeMap::new(),
            effects: Vec::new(),
            power_knots: None,
            aground: false,
            boarding_parties: 0,
            exploding: false,
            speed: 0,
            rung: None,
            coasting: false,
            has_moved: false,
            under_way_turn: None,
            ashore: false,
            anchored: false,
            in_melee: false,
            mortar_fired_turn: None,
            rammed_turn: None,
            mortar_spots: BTreeMap::new(),
            boarders: 0,
            parties_revealed: false,
            grapple_turn: None,
            spar_torpedo: false,
            foundering: false,
            location: Location::OnTable,
            fate: None,
        }
    }

    /// On the table and in the battle.
    pub fn present(&self) -> bool {
        self.afloat() && self.location == Location::OnTable
    }

    /// Boxes of a row that are unchecked and in force (what her guns, armor and engines still have).
    pub fn in_force(&self, section: &Section) -> u8 {
        self.card.printed(section).saturating_sub(self.ticks.of(section))
    }

    /// Boxes of a row still free to be checked off: neither in force nor waiting for the end of the step.
    pub fn free(&self, section: &Section) -> u8 {
        self.in_force(section).saturating_sub(self.ticks_at_step_end.of(section))
    }

    /// The same for a whole section.
    pub fn free_of(&self, kind: SectionKind) -> u8 {
        let rows = self.card.sections().into_iter().filter(|row| row.kind() == kind);
        rows.fold(0, |sum: u8, row| sum.saturating_add(self.free(&row)))
    }

    /// Boxes free on the whole card.
    pub fn free_in_all(&self) -> u32 {
        self.card.sections().iter().map(|row| u32::from(self.free(row))).sum()
    }

    /// Guns of a mount that can still fire (GUN-7). The owner checks off guns that have fired first.
    pub fn ready_guns(&self, mount: &MountId) -> u8 {
        let section = Section::Gun { mount: mount.clone() };
        let printed = self.card.printed(&section);
        let fired = self.fired.get(mount).copied().unwrap_or(0);
        printed.saturating_sub(self.ticks.of(&section).max(fired))
    }

    /// The speed her boxes allow, in half knots (GUN-9).
    pub fn top_speed_half_knots(&self) -> u16 {
        2 * u16::from(self.in_force(&Section::Speed)) + u16::from(self.in_force(&Section::HalfSpeed))
    }

    /// Her draft has grown by this many feet (GUN-42).
    pub fn extra_draft_ft(&self) -> u8 {
        self.ticks.draft / 2
    }

    /// Knots her damaged engines give this turn; none while nothing keeps her from steaming (GUN-43, GUN-45).
    pub fn limited_power_knots(&self, turn: u32) -> Option<u8> {
        let limit = |effect: &Effect| match effect {
            Effect::FiresOut { .. } => Some(0),
            // "No power this turn or next turn": the turn of the hit is the first (GUN-AMB-18).
            Effect::EnginesDisabled { since_turn } if turn < since_turn.saturating_add(2) => Some(0),
            Effect::EnginesDisabled { .. } => Some(self.power_knots.unwrap_or(0)),
            Effect::RudderJammed { .. }
            | Effect::PilotBlinded { .. }
            | Effect::RudderBound { .. }
            | Effect::TurretJammed { .. }
            | Effect::SmokedOut => None,
        };
        self.effects.iter().filter_map(limit).min()
    }

    /// Still in the battle.
    pub fn afloat(&self) -> bool {
        self.fate.is_none()
    }
}

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

/// Everything the book knows of a battle. Rolls and hits that are due hold the step open.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct State {
    /// The version of this body.
    pub version: u32,
    /// A battle is running.
    pub opened: bool,
    /// Turns are counted from 1.
    pub turn: u32,
    /// The step of the turn.
    pub step: Step,
    /// How the holes in the rules are filled.
    pub options: GunOptions,
    /// The ships, by name.
    pub ships: BTreeMap<ShipId, ShipState>,
    /// The forts, by name.
    #[serde(default)]
    pub forts: BTreeMap<ShipId, FortState>,
    /// How ships hang together.
    #[serde(default)]
    pub bonds: Vec<Bond>,
    /// Boarding parties formed that no ship has taken on board yet (GUN-76).
    #[serde(default)]
    pub parties_ashore: u8,
    /// Mortar shots of this step.
    #[serde(default)]
    pub mortar_shots: Vec<SalvoId>,
    /// What lies on the table besides ships.
    #[serde(default)]
    pub terrain: Vec<Terrain>,
    /// Where mines are, really or seemingly (GUN-56): secret.
    #[serde(default)]
    pub mines: Vec<MineArea>,
    /// Facts typed for the next ruling that asks for them.
    #[serde(default)]
    pub typed: Vec<Asked>,
    /// Rolls that are due, in the order in which they are thrown.
    pub rolls: Vec<PendingRoll>,
    /// Hits that must be checked off.
    pub hits: Vec<HitsDue>,
    /// Salvos of this step: who fired at whom.
    pub salvos: Vec<SalvoBrief>,
    /// The next free number for salvos, rolls and lots of hits.
    pub next_number: u32,
}

/// Who fired at whom in this step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SalvoBrief {
    /// Names it.
    pub id: SalvoId,
    /// Who fired.
    pub shooter: ShipId,
    /// At whom.
    pub target: ShipId,
    /// At what of hers.
    #[serde(default)]
    pub aim: Aim,
    /// Fired late, for an earlier step.
    #[serde(default)]
    pub late: bool,
    /// Guns that wait for the others at the same target (GUN-AMB-9 per target); empty once they are thrown for.
    #[serde(default)]
    pub waiting: Vec<FiringMount>,
}

/// A mined area as it really is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MineArea {
    /// The piece of terrain that marks it.
    pub area: TerrainId,
    /// Real, or a dummy.
    pub real: bool,
    /// The side that laid it, and alone knows; none for the umpire.
    #[serde(default)]
    pub laid_by: Option<Side>,
}

impl MineArea {
    /// Who knows whether it is real.
    pub fn audience(&self) -> Audience {
        self.laid_by.map_or(Audience::Umpire, |side| Audience::Side(side.id()))
    }
}

impl State {
    /// What is known of a mined area. One of which nobody has said anything is real, and the umpire's.
    pub fn mine_area(&self, area: &TerrainId) -> MineArea {
        let known = self.mines.iter().find(|mines| mines.area == *area).cloned();
        known.unwrap_or_else(|| MineArea { area: area.clone(), real: true, laid_by: None })
    }

    /// Who may know how a roll falls.
    pub fn roll_audience(&self, roll: &PendingRoll) -> Audience {
        match &roll.decides {
            RollUse::Mine { area } => self.mine_area(area).audience(),
            _ => Audience::Everyone,
        }
    }

    /// The rolls that are thrown when nobody names any: all that everybody may see, else those that only one party may.
    pub fn handful(&self) -> Vec<&PendingRoll> {
        let first =
            [Audience::Everyone].into_iter().chain(self.rolls.iter().map(|roll| self.roll_audience(roll)));
        let of = |audience: Audience| -> Vec<&PendingRoll> {
            self.rolls.iter().filter(|roll| self.roll_audience(roll) == audience).collect()
        };
        first.map(of).find(|rolls| !rolls.is_empty()).unwrap_or_default()
    }

    /// A piece of terrain's name for people.
    pub fn area_name<'a>(&'a self, area: &'a TerrainId) -> &'a str {
        self.terrain.iter().find(|piece| piece.id == *area).map_or(area.0.as_str(), |piece| &piece.name)
    }

    /// Every gun of a fort that still stands, with its place on the table.
    pub fn guns_ashore(&self) -> Vec<(ShipId, Point)> {
        let guns = self.forts.values().flat_map(|fort| fort.card.guns.iter().map(move |gun| (fort, gun)));
        guns.filter(|(fort, gun)| fort.stands(&gun.id))
            .map(|(_, gun)| (gun.id.clone(), Point::new(gun.x_in, gun.y_in)))
            .collect()
    }

    /// In this fire step only mortars have fired so far (GUN-59).
    pub fn mortars_only(&self) -> bool {
        self.step.is_fire() && self.salvos.is_empty() && !self.mortar_shots.is_empty()
    }

    /// The ships that move with this one as one (GUN-AMB: tows and lashings; a tug goes where she is needed).
    pub fn bonded_with(&self, ship: &ShipId) -> Vec<&ShipId> {
        let holds = |kind| matches!(kind, BondKind::Towed | BondKind::Lashed | BondKind::Grappled);
        self.bonds.iter().filter(|bond| holds(bond.kind)).filter_map(|bond| bond.other(ship)).collect()
    }

    /// What stands in the way, by its name for people.
    pub fn barrier_name<'a>(&'a self, barrier: &'a Barrier) -> &'a str {
        match barrier {
            Barrier::Ship(ship) => self.name(ship),
            Barrier::Terrain(id) => self.area_name(id),
        }
    }

    /// A pending roll by its name.
    pub fn roll(&self, id: RollId) -> Option<&PendingRoll> {
        self.rolls.iter().find(|roll| roll.request.id == id)
    }

    /// A lot of hits by its name.
    pub fn due(&self, id: DueId) -> Option<&HitsDue> {
        self.hits.iter().find(|due| due.id == id)
    }

    /// A ship's name for people; the bare id when there is no such ship.
    pub fn name<'a>(&'a self, ship: &'a ShipId) -> &'a str {
        let fort = || self.forts.get(ship).map(|fort| fort.card.name.as_str());
        let name = self.ships.get(ship).map(|state| state.card.name.as_str()).or_else(fort);
        name.unwrap_or(ship.as_str())
    }
}
