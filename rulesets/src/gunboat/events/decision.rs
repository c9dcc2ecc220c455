//! The decisions of players and umpire.

use crate::core::{Asked, Edge, Faces, OptionValue, RollId, Settlement};
use crate::gunboat::state::battle::MineArea;
use crate::gunboat::state::bond::Bond;
use crate::gunboat::state::card::{HalfKnots, MountId, Section, SectionKind, ShipCard};
use crate::gunboat::state::due::DueId;
use crate::gunboat::state::fort::{FortCard, FortFate, FortGunState};
use crate::gunboat::state::ship::{Effect, Fate, Location, MortarAim, Ticks};
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

/// A value of a ship that the umpire sets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "set", rename_all = "snake_case")]
pub enum ShipValue {
    /// Boxes checked off in a row.
    Ticked {
        /// The row.
        row: Section,
        /// The total number.
        boxes: u8,
    },
    /// The speed, half knots.
    Speed {
        /// The speed.
        speed: HalfKnots,
    },
    /// The speed rung up for the present move; none to ring up again.
    Rung {
        /// The speed.
        speed: Option<HalfKnots>,
    },
    /// All lasting effects.
    Effects {
        /// The complete new list.
        effects: Vec<Effect>,
    },
    /// The power of disabled engines this turn, knots.
    PowerKnots {
        /// The power; none if it is not thrown yet.
        knots: Option<u8>,
    },
    /// Boarding parties embarked.
    BoardingParties {
        /// The number.
        parties: u8,
    },
    /// The presence on the table.
    Location {
        /// The new location.
        location: Location,
    },
    /// Whether the ship is at anchor.
    Anchored {
        /// True if at anchor.
        anchored: bool,
    },
    /// Whether the ship is ashore for the rest of the battle.
    Ashore {
        /// True if ashore.
        ashore: bool,
    },
    /// Whether the ship's move of this turn is over.
    Moved {
        /// True if it is over.
        moved: bool,
    },
    /// Guns of a mount that have fired.
    Fired {
        /// The mount.
        mount: MountId,
        /// The number of guns.
        guns: u8,
    },
    /// Whether a melee on deck holds the ship.
    InMelee {
        /// True if it is held.
        held: bool,
    },
    /// Enemy boarding parties on deck.
    Boarders {
        /// The number.
        parties: u8,
    },
    /// Whether the enemy knows of the ship's boarding parties (GUN-76).
    PartiesRevealed {
        /// True if known.
        known: bool,
    },
    /// Whether a launch carries a spar torpedo (GUN-83).
    SparTorpedo {
        /// True if carried.
        carried: bool,
    },
    /// The turn in which the ship last moved (GUN-59, GUN-60).
    UnderWay {
        /// The turn; none for never.
        turn: Option<u32>,
    },
    /// The ship's fate.
    Fate {
        /// The fate; none to bring the ship back into the battle.
        fate: Option<Fate>,
    },
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
pub enum UmpireOrder {
    /// A critical hit on a ship, whatever the cause: GUN-CRIT is rolled.
    CriticalHit {
        /// The ship.
        ship: ShipId,
    },
    /// Sets a ship aground or afloat.
    Aground {
        /// The ship.
        ship: ShipId,
        /// True for aground.
        aground: bool,
    },
    /// Sets a value of a ship.
    Set {
        /// The ship.
        ship: ShipId,
        /// The value.
        value: ShipValue,
    },
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
        /// The fort.
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
    SetPartiesAshore {
        /// The number.
        parties: u8,
    },
    /// Accepts a ship's move as the table shows it, whatever the review says.
    AllowMove {
        /// The ship.
        ship: ShipId,
    },
    /// Cancels a roll.
    WaiveRoll {
        /// The roll.
        roll: RollId,
    },
    /// Cancels hits that are due.
    WaiveHits {
        /// The group of hits.
        due: DueId,
    },
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
pub enum Decision {
    /// Opens the battle.
    Open {
        /// The ships.
        ships: Vec<ShipSetup>,
        /// The forts.
        #[serde(default)]
        forts: Vec<FortCard>,
        /// The options that differ from their defaults, with their values.
        #[serde(default)]
        options: Vec<OptionValue>,
        /// The terrain on the table.
        #[serde(default)]
        terrain: Vec<Terrain>,
    },
    /// Records secretly which mined areas are real (GUN-56); all by one side, or by the umpire.
    LayMines {
        /// The areas.
        areas: Vec<MineArea>,
    },
    /// Rams a ship after the own move (GUN-47).
    Ram {
        /// The ramming ship.
        rammer: ShipId,
        /// The rammed ship.
        target: ShipId,
        /// The players' settlements of measures too close to call.
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Tries to refloat, instead of moving (GUN-54).
    Refloat {
        /// The ship.
        ship: ShipId,
    },
    /// Types facts: the next ruling that needs them uses them instead of the table.
    TypeFacts {
        /// The queries with their answers.
        facts: Vec<Asked>,
        /// The reason, for the log.
        reason: String,
    },
    /// Fires a forgotten shot from the positions of its step: it is judged as if in that step, but its damage takes
    /// effect now.
    FireLate {
        /// The turn in which it should have been fired.
        turn: u32,
        /// The fire step.
        step: Step,
        /// The shooter.
        shooter: ShipId,
        /// The target.
        target: ShipId,
        /// The guns.
        mounts: MountChoice,
        /// The players' settlements of measures too close to call.
        #[serde(default)]
        settled: Vec<Settlement>,
        /// The reason, for the log.
        reason: String,
    },
    /// Throws for all ships that fire at this target together (GUN-AMB-9 per target).
    Volley {
        /// The target.
        target: ShipId,
    },
    /// Declares fire of one ship at another (GUN-22 and following).
    Fire {
        /// The shooter.
        shooter: ShipId,
        /// The target.
        target: ShipId,
        /// The guns.
        mounts: MountChoice,
        /// The players' settlements of measures too close to call.
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Fires at the boarding parties on a ship's deck (GUN-78).
    FireAtBoarders {
        /// The shooter.
        shooter: ShipId,
        /// The ship that is boarded.
        boarded: ShipId,
        /// The guns.
        mounts: MountChoice,
        /// The players' settlements of measures too close to call.
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
        /// The players' settlements of measures too close to call.
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
        /// The target.
        target: ShipId,
        /// The players' settlements of measures too close to call.
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
    Choose {
        /// The group of hits.
        due: DueId,
        /// The section.
        section: SectionKind,
    },
    /// Checks off one group of hits (GUN-40).
    Tick {
        /// The group of hits.
        due: DueId,
        /// The boxes.
        boxes: Vec<BoxTick>,
    },
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
        /// The ship.
        ship: ShipId,
        /// True to drop it.
        down: bool,
    },
    /// Takes in tow, pushes, or lashes.
    Bind {
        /// The new bond.
        bond: Bond,
    },
    /// Casts off a bond.
    CastOff {
        /// The bond.
        bond: Bond,
    },
    /// Leaves the table.
    Leave {
        /// The ship.
        ship: ShipId,
        /// The edge.
        edge: Edge,
    },
    /// Goes on to the next step of the turn (GUN-4).
    NextStep,
    /// Changes an option during the battle.
    SetOption {
        /// The option with its new value.
        option: OptionValue,
        /// The reason, for the log.
        reason: String,
    },
    /// Carries out an order of the umpire, on the record.
    Umpire {
        /// The order.
        order: UmpireOrder,
        /// The reason, for the log.
        reason: String,
    },
}

/// Boarding parties to be put on a ship.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartyOrder {
    /// The ship.
    pub ship: ShipId,
    /// The number of parties.
    pub parties: u8,
}
