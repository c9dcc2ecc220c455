//! What players and umpire may decide.

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

/// A ship as she enters the battle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ShipSetup {
    /// Her card as printed.
    pub card: ShipCard,
    /// Boxes already checked off.
    #[serde(default)]
    pub ticks: Ticks,
    /// Aground from the start.
    #[serde(default)]
    pub aground: bool,
    /// Boarding parties embarked (GUN-76: at most 2).
    #[serde(default)]
    pub boarding_parties: u8,
    /// A launch with a spar torpedo (GUN-83).
    #[serde(default)]
    pub spar_torpedo: bool,
    /// Her speed when the battle begins.
    #[serde(default)]
    pub speed: HalfKnots,
    /// At anchor from the start.
    #[serde(default)]
    pub anchored: bool,
    /// On the table, or to come.
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
    /// Whose.
    pub ship: ShipId,
    /// How fast, half knots.
    pub speed: HalfKnots,
}

/// A move to be judged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveOrder {
    /// Whose.
    pub ship: ShipId,
    /// What the players said about measures too close to call.
    #[serde(default)]
    pub settled: Vec<Settlement>,
    /// She is run ashore on purpose (GUN-57).
    #[serde(default)]
    pub ashore: bool,
}

/// Some guns of a mount.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MountGuns {
    /// Which mount.
    pub mount: MountId,
    /// How many of its guns.
    pub guns: u8,
}

/// Which guns fire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "choose", content = "mounts", rename_all = "snake_case")]
pub enum MountChoice {
    /// Every gun that bears, is in range and has not fired.
    AllThatBear,
    /// These, and no others: a broadside may be split between targets.
    These(Vec<MountGuns>),
}

/// Boxes of one row to check off.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoxTick {
    /// Which row.
    pub row: Section,
    /// How many boxes.
    pub count: u8,
}

/// A value of a ship that the umpire sets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "set", rename_all = "snake_case")]
pub enum ShipValue {
    /// Boxes checked off in a row.
    Ticked {
        /// Which row.
        row: Section,
        /// How many in all.
        boxes: u8,
    },
    /// Her speed, half knots.
    Speed {
        /// How fast.
        speed: HalfKnots,
    },
    /// The speed rung up for the move at hand; none to ring up anew.
    Rung {
        /// How fast.
        speed: Option<HalfKnots>,
    },
    /// All her lasting effects.
    Effects {
        /// These, and no others.
        effects: Vec<Effect>,
    },
    /// Knots her disabled engines give this turn.
    PowerKnots {
        /// How many; none for not thrown yet.
        knots: Option<u8>,
    },
    /// Boarding parties embarked.
    BoardingParties {
        /// How many.
        parties: u8,
    },
    /// On the table, to come, or gone.
    Location {
        /// Where.
        location: Location,
    },
    /// At anchor or not.
    Anchored {
        /// At anchor?
        anchored: bool,
    },
    /// Ashore for the rest of the battle, or not.
    Ashore {
        /// Ashore?
        ashore: bool,
    },
    /// Her move of this turn is made, or she may move.
    Moved {
        /// Made?
        moved: bool,
    },
    /// Guns of a mount that have fired.
    Fired {
        /// Which mount.
        mount: MountId,
        /// How many.
        guns: u8,
    },
    /// Held by a melee on her deck, or free.
    InMelee {
        /// Held?
        held: bool,
    },
    /// Enemy boarding parties on her deck.
    Boarders {
        /// How many.
        parties: u8,
    },
    /// The enemy knows of her boarding parties, or not (GUN-76).
    PartiesRevealed {
        /// Known?
        known: bool,
    },
    /// A launch carries a spar torpedo, or not (GUN-83).
    SparTorpedo {
        /// Carried?
        carried: bool,
    },
    /// The turn in which she last went anywhere (GUN-59, GUN-60).
    UnderWay {
        /// Which; none for never.
        turn: Option<u32>,
    },
    /// Lost, or in the battle again.
    Fate {
        /// How she was lost; none to bring her back.
        fate: Option<Fate>,
    },
}

/// A gun of a fort as the umpire sets it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FortGunValue {
    /// Which gun.
    pub gun: ShipId,
    /// What is left of it.
    pub state: FortGunState,
}

/// What the umpire orders.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum UmpireOrder {
    /// A critical hit on a ship (whatever caused it): GUN-CRIT is rolled.
    CriticalHit {
        /// On whom.
        ship: ShipId,
    },
    /// A ship is aground, or afloat again.
    Aground {
        /// Which ship.
        ship: ShipId,
        /// Aground?
        aground: bool,
    },
    /// A value of a ship is set.
    Set {
        /// Which ship.
        ship: ShipId,
        /// What, and to what.
        value: ShipValue,
    },
    /// How ships hang together.
    SetBonds {
        /// These bonds, and no others.
        bonds: Vec<Bond>,
    },
    /// What lies on the table besides ships.
    SetTerrain {
        /// These pieces, and no others.
        terrain: Vec<Terrain>,
    },
    /// What is left of a fort.
    SetFort {
        /// Which fort.
        fort: ShipId,
        /// Its guns, each as it stands now; the others stay as they are.
        guns: Vec<FortGunValue>,
        /// Out of the battle, or in it.
        fate: Option<FortFate>,
    },
    /// Which mined areas are real, and whose: secret.
    SetMines {
        /// These areas, and no others.
        areas: Vec<MineArea>,
    },
    /// Boarding parties formed that no ship has taken on board yet.
    SetPartiesAshore {
        /// How many.
        parties: u8,
    },
    /// A ship's move stands as the table shows it, whatever the review says.
    AllowMove {
        /// Whose.
        ship: ShipId,
    },
    /// A roll is not thrown.
    WaiveRoll {
        /// Which.
        roll: RollId,
    },
    /// Hits are not checked off.
    WaiveHits {
        /// Which lot.
        due: DueId,
    },
}

impl UmpireOrder {
    /// The ship it is about, if it is about one.
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
    /// Open the battle.
    Open {
        /// The ships.
        ships: Vec<ShipSetup>,
        /// The forts.
        #[serde(default)]
        forts: Vec<FortCard>,
        /// The options that differ from their defaults: name and value.
        #[serde(default)]
        options: Vec<OptionValue>,
        /// What lies on the table besides ships.
        #[serde(default)]
        terrain: Vec<Terrain>,
    },
    /// Note secretly which mined areas are real (GUN-56); all by one side, or by the umpire.
    LayMines {
        /// The areas.
        areas: Vec<MineArea>,
    },
    /// Ram a ship after one's move (GUN-47).
    Ram {
        /// Who.
        rammer: ShipId,
        /// Whom.
        target: ShipId,
        /// What the players said about measures too close to call.
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Try to come afloat, instead of moving (GUN-54).
    Refloat {
        /// Who.
        ship: ShipId,
    },
    /// Type facts: the next ruling that asks for them takes them instead of what the table shows.
    TypeFacts {
        /// Each question with its answer.
        facts: Vec<Asked>,
        /// Why, for the log.
        reason: String,
    },
    /// Fire a shot that was forgotten, from the places of its step: judged as if in that step, its damage takes hold now.
    FireLate {
        /// The turn in which it should have been fired.
        turn: u32,
        /// The fire step.
        step: Step,
        /// Who fires.
        shooter: ShipId,
        /// At whom.
        target: ShipId,
        /// With which guns.
        mounts: MountChoice,
        /// What the players said about measures too close to call.
        #[serde(default)]
        settled: Vec<Settlement>,
        /// Why, for the log.
        reason: String,
    },
    /// Throw for all ships that fire at this target together (GUN-AMB-9 per target).
    Volley {
        /// The target.
        target: ShipId,
    },
    /// Declare fire of one ship at another (GUN-22 and on).
    Fire {
        /// Who fires.
        shooter: ShipId,
        /// At whom.
        target: ShipId,
        /// With which guns.
        mounts: MountChoice,
        /// What the players said about measures too close to call.
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Fire at the boarding parties on a ship's deck (GUN-78).
    FireAtBoarders {
        /// Who fires.
        shooter: ShipId,
        /// The ship that is boarded.
        boarded: ShipId,
        /// With which guns.
        mounts: MountChoice,
        /// What the players said about measures too close to call.
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Fire one mortar (GUN-59 and on).
    FireMortar {
        /// Who fires.
        ship: ShipId,
        /// Which mortar.
        mount: MountId,
        /// Where the shell is to burst.
        at: MortarAim,
        /// What the players said about measures too close to call.
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Put boarding parties on ships (GUN-76).
    Embark {
        /// Ships, each with the parties she takes.
        orders: Vec<PartyOrder>,
    },
    /// Try to grapple: boarding parties a ship, a launch a launch (GUN-77, GUN-85).
    Grapple {
        /// Who.
        ship: ShipId,
        /// Whom.
        target: ShipId,
        /// What the players said about measures too close to call.
        #[serde(default)]
        settled: Vec<Settlement>,
    },
    /// Throw pending rolls.
    Roll {
        /// Which; empty for all that are pending, in their order.
        #[serde(default)]
        rolls: Vec<RollId>,
        /// By the app, or typed: one handful for them all.
        faces: Faces,
    },
    /// Choose the section for hits that may go into one of several (GUN-AMB-15 with `firer`).
    Choose {
        /// Which lot of hits.
        due: DueId,
        /// Which section.
        section: SectionKind,
    },
    /// Check off the hits of one lot (GUN-40).
    Tick {
        /// Which lot of hits.
        due: DueId,
        /// Which boxes.
        boxes: Vec<BoxTick>,
    },
    /// Ring up speeds for the move at hand; ships nobody names keep last turn's as near as they can.
    RingUp {
        /// Ships with their speeds.
        orders: Vec<SpeedOrder>,
    },
    /// These ships' moves stand as the table shows them.
    Move {
        /// Ships, each with what the players said about measures too close to call.
        moves: Vec<MoveOrder>,
    },
    /// Drop or weigh an anchor.
    Anchor {
        /// Whose.
        ship: ShipId,
        /// Drop it?
        down: bool,
    },
    /// Take in tow, push, or lash.
    Bind {
        /// Who, whom and how.
        bond: Bond,
    },
    /// Let go.
    CastOff {
        /// What.
        bond: Bond,
    },
    /// Leave the table.
    Leave {
        /// Who.
        ship: ShipId,
        /// Over which edge.
        edge: Edge,
    },
    /// Go on to the next step of the turn (GUN-4).
    NextStep,
    /// Change an option during the battle.
    SetOption {
        /// Name and value.
        option: OptionValue,
        /// Why, for the log.
        reason: String,
    },
    /// The umpire orders something, on the record.
    Umpire {
        /// What.
        order: UmpireOrder,
        /// Why, for the log.
        reason: String,
    },
}

/// Boarding parties put on a ship.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PartyOrder {
    /// Which ship.
    pub ship: ShipId,
    /// How many.
    pub parties: u8,
}
