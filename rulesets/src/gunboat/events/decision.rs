//! The decisions of players and umpire.

use crate::core::{Asked, Edge, Faces, OptionValue, RollId, Settlement, values};
use crate::gunboat::state::battle::MineArea;
use crate::gunboat::state::bond::Bond;
use crate::gunboat::state::card::{HalfKnots, MountId, Section, SectionKind, ShipCard};
use crate::gunboat::state::due::DueId;
use crate::gunboat::state::fort::{FortCard, FortFate, FortGunState};
use crate::gunboat::state::ship::{Effect, Fate, Location, MortarAim, ShipState, Ticks};
use crate::gunboat::state::step::Step;
use geometry::{ShipId, Terrain};
use serde::{Deserialize, Serialize};

/// A ship at the beginning of the battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipSetup {
    /// The card as printed.
    pub card: ShipCard,
    /// Boxes already checked off.
    #[serde(default)]
    pub ticks: Ticks,
    /// True if aground from the start.
    #[serde(default)]
    pub aground: bool,
    /// Boarding parties embarked (GUN-76: at most 2).
    #[serde(default)]
    pub boarding_parties: u8,
    /// True for a launch with a spar torpedo (GUN-83).
    #[serde(default)]
    pub spar_torpedo: bool,
    /// The speed when the battle begins.
    #[serde(default)]
    pub speed: HalfKnots,
    /// True if at anchor from the start.
    #[serde(default)]
    pub anchored: bool,
    /// The presence on the table.
    #[serde(default)]
    pub location: Location,
}

impl From<ShipCard> for ShipSetup {
    fn from(card: ShipCard) -> Self {
        Self {
            card,
            ticks: Ticks::default(),
            aground: false,
            boarding_parties: 0,
            spar_torpedo: false,
            speed: 0,
            anchored: false,
            location: Location::OnTable,
        }
    }
}

/// A speed to ring up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpeedOrder {
    /// The ship.
    pub ship: ShipId,
    /// The speed, half knots.
    pub speed: HalfKnots,
}

/// A move to be judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveOrder {
    /// The ship.
    pub ship: ShipId,
    /// The players' settlements of measures too close to call.
    #[serde(default)]
    pub settled: Vec<Settlement>,
    /// True if the ship is run ashore on purpose (GUN-57).
    #[serde(default)]
    pub ashore: bool,
}

/// Some guns of a mount.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MountGuns {
    /// The mount.
    pub mount: MountId,
    /// The number of guns.
    pub guns: u8,
}

/// The guns that fire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "choose", content = "mounts", rename_all = "snake_case")]
pub enum MountChoice {
    /// Every gun that bears, is in range and has not fired.
    AllThatBear,
    /// Only these guns: a broadside may be split between targets.
    These(Vec<MountGuns>),
}

/// Boxes of one row to check off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoxTick {
    /// The row.
    pub row: Section,
    /// The number of boxes.
    pub count: u8,
}

values! {
    /// A value of a ship that the umpire sets.
    #[serde(tag = "set")]
    pub enum ShipValue of ship: ShipState {
        /// The total of boxes checked off in a row.
        Ticked { row: Section, boxes: u8 } => ship.ticks.set(row, *boxes, ship.card.printed(row)),
        /// The speed, half knots.
        Speed { speed: HalfKnots } => ship.speed = *speed,
        /// The speed rung up for the present move; none to ring up again.
        Rung { speed: Option<HalfKnots> } => ship.rung = *speed,
        /// All lasting effects.
        Effects { effects: Vec<Effect> } => ship.effects.clone_from(effects),
        /// The power of disabled engines this turn, knots; none if it is not thrown yet.
        PowerKnots { knots: Option<u8> } => ship.power_knots = *knots,
        /// Boarding parties embarked.
        BoardingParties { parties: u8 } => ship.boarding_parties = *parties,
        /// The presence on the table.
        Location { location: Location } => ship.location = *location,
        /// Whether the ship is at anchor.
        Anchored { anchored: bool } => ship.anchored = *anchored,
        /// Whether the ship is ashore for the rest of the battle.
        Ashore { ashore: bool } => (ship.ashore, ship.aground) = (*ashore, *ashore),
        /// Whether the ship's move of this turn is over.
        Moved { moved: bool } => ship.has_moved = *moved,
        /// The number of guns of a mount that have fired.
        Fired { mount: MountId, guns: u8 } => {
            ship.fired.insert(mount.clone(), *guns);
        },
        /// Whether a melee on deck holds the ship.
        InMelee { held: bool } => ship.in_melee = *held,
        /// Enemy boarding parties on deck.
        Boarders { parties: u8 } => ship.boarders = *parties,
        /// Whether the enemy knows of the ship's boarding parties (GUN-76).
        PartiesRevealed { known: bool } => ship.parties_revealed = *known,
        /// Whether a launch carries a spar torpedo (GUN-83).
        SparTorpedo { carried: bool } => ship.spar_torpedo = *carried,
        /// The turn in which the ship last moved (GUN-59, GUN-60); none for never.
        UnderWay { turn: Option<u32> } => ship.under_way_turn = *turn,
        /// The ship's fate; none to bring the ship back into the battle.
        Fate { fate: Option<Fate> } => {
            ship.fate = *fate;
            ship.exploding = false;
        },
    }
}

/// A gun of a fort with its new state, set by the umpire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FortGunValue {
    /// The gun.
    pub gun: ShipId,
    /// The new state.
    pub state: FortGunState,
}

/// An order of the umpire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum UmpireOrder {
    /// A critical hit on a ship, whatever the cause: GUN-CRIT is rolled.
    CriticalHit { ship: ShipId },
    /// Sets a ship aground or afloat.
    Aground {
        ship: ShipId,
        /// True for aground.
        aground: bool,
    },
    /// Sets a value of a ship.
    Set { ship: ShipId, value: ShipValue },
    /// Sets the bonds between ships.
    SetBonds {
        /// The complete new list.
        bonds: Vec<Bond>,
    },
    /// Sets the terrain on the table.
    SetTerrain {
        /// The complete new list.
        terrain: Vec<Terrain>,
    },
    /// Sets the state of a fort.
    SetFort {
        fort: ShipId,
        /// The changed guns; the others stay as they are.
        guns: Vec<FortGunValue>,
        /// The fate; none for a fort in the battle.
        fate: Option<FortFate>,
    },
    /// Sets which mined areas are real, and who laid them; secret.
    SetMines {
        /// The complete new list.
        areas: Vec<MineArea>,
    },
    /// Sets the number of boarding parties that are formed but not on a ship yet.
    SetPartiesAshore { parties: u8 },
    /// Accepts a ship's move as the table shows it, whatever the review says.
    AllowMove { ship: ShipId },
    /// Cancels a roll.
    WaiveRoll { roll: RollId },
    /// Cancels hits that are due.
    WaiveHits { due: DueId },
}

impl UmpireOrder {
    /// The ship that the order concerns, if any.
    pub fn ship(&self) -> Option<&ShipId> {
        match self {
            Self::CriticalHit { ship }
            | Self::Aground { ship, .. }
            | Self::Set { ship, .. }
            | Self::AllowMove { ship } => Some(ship),
            Self::SetBonds { .. }
            | Self::SetTerrain { .. }
            | Self::SetFort { .. }
            | Self::SetMines { .. }
            | Self::SetPartiesAshore { .. }
            | Self::WaiveRoll { .. }
            | Self::WaiveHits { .. } => None,
        }
    }
}

/// A decision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "decision", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum Decision {
    /// Opens the battle.
    Open {
        ships: Vec<ShipSetup>,
        #[serde(default)]
        forts: Vec<FortCard>,
        /// The options that differ from their defaults, with their values.
        #[serde(default)]
        options: Vec<OptionValue>,
        #[serde(default)]
        terrain: Vec<Terrain>,
    },
    /// Records secretly which mined areas are real (GUN-56); all by one side, or by the umpire.
    LayMines { areas: Vec<MineArea> },
    /// Rams a ship after the own move (GUN-47).
    Ram {
        rammer: ShipId,
        /// The rammed ship.
        target: ShipId,
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Tries to refloat, instead of moving (GUN-54).
    Refloat { ship: ShipId },
    /// Types facts: the next ruling that needs them uses them instead of the table.
    TypeFacts { facts: Vec<Asked>, reason: String },
    /// Fires a forgotten shot from the positions of its step: it is judged as if in that step, but its damage takes
    /// effect now.
    FireLate {
        /// The turn in which it should have been fired.
        turn: u32,
        /// The fire step.
        step: Step,
        shooter: ShipId,
        target: ShipId,
        mounts: MountChoice,
        #[serde(default)]
        settled: Vec<Settlement>,
        reason: String,
    },
    /// Throws for all ships that fire at this target together (GUN-AMB-9 per target).
    Volley { target: ShipId },
    /// Declares fire of one ship at another (GUN-22 and following).
    Fire {
        shooter: ShipId,
        target: ShipId,
        mounts: MountChoice,
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Fires at the boarding parties on a ship's deck (GUN-78).
    FireAtBoarders {
        shooter: ShipId,
        /// The ship that is boarded.
        boarded: ShipId,
        mounts: MountChoice,
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Fires one mortar (GUN-59 and following).
    FireMortar {
        /// The mortar boat.
        ship: ShipId,
        /// The mortar.
        mount: MountId,
        /// The intended place of the burst.
        at: MortarAim,
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Puts boarding parties on ships (GUN-76).
    Embark {
        /// The ships with their parties.
        orders: Vec<PartyOrder>,
    },
    /// Tries to grapple: boarding parties a ship, or a launch another launch (GUN-77, GUN-85).
    Grapple {
        /// The ship that tries.
        ship: ShipId,
        target: ShipId,
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Throws pending rolls.
    Roll {
        /// The rolls; empty for all that are pending, in their order.
        #[serde(default)]
        rolls: Vec<RollId>,
        /// The app's dice, or the typed faces of all rolls.
        faces: Faces,
    },
    /// Chooses the section for hits that may go into one of several (GUN-AMB-15 with `firer`).
    Choose { due: DueId, section: SectionKind },
    /// Checks off one group of hits (GUN-40).
    Tick { due: DueId, boxes: Vec<BoxTick> },
    /// Rings up speeds for the present move; ships without an order keep last turn's speed as nearly as possible.
    RingUp {
        /// The ships with their speeds.
        orders: Vec<SpeedOrder>,
    },
    /// Ends these ships' moves at their positions on the table.
    Move {
        /// The ships with their settlements of measures too close to call.
        moves: Vec<MoveOrder>,
    },
    /// Drops or weighs an anchor.
    Anchor {
        ship: ShipId,
        /// True to drop it.
        down: bool,
    },
    /// Takes in tow, pushes, or lashes.
    Bind { bond: Bond },
    /// Casts off a bond.
    CastOff { bond: Bond },
    /// Leaves the table.
    Leave { ship: ShipId, edge: Edge },
    /// Goes on to the next step of the turn (GUN-4).
    NextStep,
    /// Changes an option during the battle.
    SetOption { option: OptionValue, reason: String },
    /// Carries out an order of the umpire, on the record.
    Umpire { order: UmpireOrder, reason: String },
}

/// Boarding parties to be put on a ship.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartyOrder {
    /// The ship.
    pub ship: ShipId,
    /// The number of parties.
    pub parties: u8,
}
