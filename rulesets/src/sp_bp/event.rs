//! What happened, each with its outcome: `apply` looks up no table.

use crate::core::{
    Asked, DiceKind, Edge, OptionValue, RollId, RollRequest, RuleId, Settlement, SideId, Term, WayFact,
};
use crate::sp_bp::card::{GunKind, MountId};
use crate::sp_bp::change::ShipChange;
use crate::sp_bp::decision::{Declares, ShipSetup, UmpireOrder};
use crate::sp_bp::due::PendingRoll;
use crate::sp_bp::due::{Points, SalvoId, Task};
use crate::sp_bp::options::SpbOptions;
use crate::sp_bp::procedure::{Guided, GuidedId, Procedure};
use crate::sp_bp::state::{Bond, Marker};
use crate::sp_bp::step::Step;
use geometry::{Flank, Measured, ShipId, Steering, Terrain, TerrainId};
use serde::{Deserialize, Serialize};

/// The faces of one roll.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThrownRoll {
    /// What it was for.
    pub request: RollRequest,
    /// The faces.
    pub faces: Vec<u8>,
    /// Where they came from.
    pub kind: DiceKind,
}

/// What a shot needs and does, as the gunnery table says (SPB-AMB-7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// Needed on the D10.
    pub needed: u8,
    /// Penetration.
    pub penetration: u8,
}

/// A mount that fires.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FiringMount {
    /// Which mount.
    pub mount: MountId,
    /// Smoothbore or rifle.
    pub kind: GunKind,
    /// The row of the gunnery table.
    pub gun: String,
    /// How many of its guns.
    pub guns: u8,
    /// The column: up to so many inches.
    pub up_to_in: u8,
    /// The cell.
    pub cell: Cell,
    /// Damage that does not penetrate, and that does.
    pub dr: (u8, u8),
    /// Every modifier, itemised, then their sum.
    pub terms: Vec<Term>,
    /// The sum.
    pub modifier: i32,
}

/// A salvo as it was fired.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Salvo {
    /// Names it.
    pub id: SalvoId,
    /// Who fired.
    pub shooter: ShipId,
    /// At whom.
    pub target: ShipId,
    /// Stack to stack, inches.
    pub range_in: Measured,
    /// Where the target lies, degrees clockwise from the shooter's bow.
    pub bearing_deg: Measured,
    /// Where the shooter lies, degrees clockwise from the target's bow.
    pub seen_from_deg: Measured,
    /// The side of the target that is engaged.
    pub side: Flank,
    /// The mounts that fire.
    pub mounts: Vec<FiringMount>,
    /// Every question to the table with its answer.
    pub asked: Vec<Asked>,
    /// The settlements that were used.
    pub settled: Vec<Settlement>,
}

/// Where a shot struck (SPB-17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Location {
    /// The hull.
    Hull,
    /// A weapon or turret: lost if its AT is exceeded.
    WeaponExceed,
    /// The same, if it is equalled or exceeded.
    WeaponEqualOrExceed,
    /// A critical hit.
    Critical,
}

/// How a penetration lies to an armour (SPB-19).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// There is no armour: it counts as penetrated (SPB-AMB-6).
    Unarmoured,
    /// More than the armour.
    Exceeds,
    /// As much.
    Equals,
    /// Less.
    Below,
}

impl Against {
    /// A penetration against an armour.
    pub fn of(penetration: u8, at: Option<u8>) -> Self {
        match at {
            None => Self::Unarmoured,
            Some(at) if penetration > at => Self::Exceeds,
            Some(at) if penetration == at => Self::Equals,
            Some(_) => Self::Below,
        }
    }
}

/// One gun of a salvo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShotRead {
    /// Its die.
    pub die: u8,
    /// With the modifiers.
    pub total: i32,
    /// Did it hit?
    pub hit: bool,
}

/// What a roll showed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "read", rename_all = "snake_case")]
pub enum Read {
    /// Which guns hit.
    ToHit {
        /// From which mount.
        mount: MountId,
        /// Needed.
        needed: u8,
        /// Each gun.
        shots: Vec<ShotRead>,
    },
    /// Where a shot struck; for the hull, what it did.
    Located {
        /// Where.
        location: Location,
        /// Against the hull, where that matters.
        against: Option<Against>,
        /// SP it costs, before there are none left.
        sp_loss: u16,
        /// Which mount was struck, where no die has to say.
        mount: Option<MountId>,
        /// Guns that are lost.
        guns_lost: u8,
    },
    /// A gun of the engaged side was struck.
    Weapon {
        /// Which mount.
        mount: MountId,
        /// Against what protects it.
        against: Against,
        /// Guns that are lost.
        guns_lost: u8,
    },
    /// A critical hit.
    Critical {
        /// 1 to 20.
        n: u8,
        /// The sheet's words.
        text: String,
        /// Against the area that counts, for 11 to 20.
        against: Option<Against>,
        /// The result could not be applied: a fire instead (SPB-22).
        fire_instead: bool,
        /// SP it costs, before there are none left.
        sp_loss: u16,
        /// Guns it costs, those that are still to be picked included.
        guns_lost: u8,
    },
    /// Armour that is dislodged.
    Armour {
        /// By so much.
        less: u8,
    },
    /// The commander.
    Commander {
        /// Killed, or wounded.
        killed: bool,
    },
    /// A test: crew, morale, repair, undertaking.
    Test {
        /// With everything that is added.
        total: i32,
        /// Passed?
        passed: bool,
    },
    /// Structural damage.
    Structural {
        /// SP it costs.
        sp_loss: u16,
    },
    /// A turret was hit.
    TurretHit {
        /// Which.
        mount: MountId,
        /// Against its armour.
        against: Against,
        /// Guns that are lost; none where it is jammed.
        guns_lost: u8,
    },
    /// A gun was lost at random.
    GunLost {
        /// Of which mount.
        mount: MountId,
        /// How many.
        guns: u8,
    },
    /// The die showed no gun: throw again.
    Again,
    /// So many guns are lost by a blast.
    Blast {
        /// How many.
        guns: u8,
    },
    /// The helm is jammed to this side.
    HelmSide {
        /// Which.
        side: Flank,
    },
    /// Steaming.
    Steaming {
        /// With everything that is added.
        total: i32,
        /// Which row.
        effect: SteamEffect,
    },
    /// A sinking test.
    Sinking {
        /// Which points are gone.
        points: Points,
        /// With crew quality.
        total: i32,
        /// She sinks by it.
        sinks: bool,
    },
    /// A side's initiative.
    Initiative {
        /// Whose.
        side: SideId,
        /// With what was added.
        total: i32,
        /// The order, once every die is thrown.
        order: Vec<SideId>,
        /// The highest were equal: they throw again (house).
        tied: bool,
    },
    /// House: a mine or torpedo.
    Explosion {
        /// BP it costs.
        bp_loss: u16,
    },
    /// House: boarders and defenders.
    Boarding {
        /// The boarders' total.
        boarders: i32,
        /// The defenders'.
        defenders: i32,
        /// The ship is taken.
        taken: bool,
    },
}

/// A row of the steaming table (SPB-37).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SteamEffect {
    /// Best speed is halved.
    Half,
    /// All pressure lost: she stops.
    Stops,
    /// The crew abandon her at once.
    Abandon,
}

/// What follows from something: values of ships, dice, the umpire's entries.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Follows {
    /// Values that are new.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<ShipChange>,
    /// Rolls that it calls for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<PendingRoll>,
    /// What the umpire must enter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub guided: Vec<Guided>,
    /// All bonds as they are now; none where they stay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bonds: Option<Vec<Bond>>,
}

/// A ship's move as it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MoveReview {
    /// Whose.
    pub ship: ShipId,
    /// Knots she makes.
    pub speed: u8,
    /// How far that lets her go, inches; none where the sheet's silence stands.
    pub allowance_in: Option<f64>,
    /// How she had to be steered.
    pub steering: Steering,
    /// Her way; none when the table can't say.
    pub way: Option<WayFact>,
    /// Mined areas that she started in or entered.
    pub mined: Vec<TerrainId>,
    /// Ships that she touches.
    pub touches: Vec<ShipId>,
    /// Why it is not legal; empty if it is, or if the umpire allowed it all the same.
    pub reasons: Vec<crate::core::Reason>,
    /// What the players must settle first.
    pub too_close: Vec<crate::core::TooClose>,
    /// Every question to the table with its answer.
    pub asked: Vec<Asked>,
    /// The settlements that were used.
    pub settled: Vec<Settlement>,
}

/// How a ship drifts (SPB-4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DriftOf {
    /// Who.
    pub ship: ShipId,
    /// Downstream.
    pub downstream: bool,
    /// Downwind.
    pub downwind: bool,
}

/// An event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The battle began.
    Opened {
        /// The version of the bodies.
        version: u32,
        /// The ships.
        ships: Vec<ShipSetup>,
        /// All options as they stand.
        options: SpbOptions,
        /// What lies on the table besides ships.
        terrain: Vec<Terrain>,
    },
    /// A step began.
    StepBegan {
        /// The turn.
        turn: u32,
        /// The step.
        step: Step,
        /// Who acts first in it, where the sides take turns.
        to_act: Option<SideId>,
        /// What it brings of itself.
        follows: Follows,
    },
    /// Dice were thrown, one handful for all these rolls.
    DiceThrown {
        /// Each roll with its faces.
        thrown: Vec<ThrownRoll>,
    },
    /// A roll was read.
    RollRead {
        /// The roll that is settled.
        roll: RollId,
        /// The ship that it concerns.
        ship: ShipId,
        /// Its faces.
        faces: Vec<u8>,
        /// What it showed.
        read: Read,
        /// What follows.
        follows: Follows,
        /// The rules it rests on.
        rules: Vec<RuleId>,
    },
    /// A side adds to its initiative.
    InitiativeAdded {
        /// Whose.
        side: SideId,
        /// How much.
        modifier: i32,
        /// Why.
        reason: String,
    },
    /// Crew parties were sent to work.
    RepairTried {
        /// Whose.
        ship: ShipId,
        /// At what.
        task: Task,
        /// How many.
        parties: u8,
        /// What follows.
        follows: Follows,
    },
    /// A ship did something that the sheet gives no procedure for.
    Undertaken {
        /// Who.
        ship: ShipId,
        /// What.
        procedure: Procedure,
        /// The other ship.
        other: Option<ShipId>,
        /// A torpedo marker that was placed.
        marker: Option<Marker>,
        /// What follows.
        follows: Follows,
        /// Every question to the table with its answer.
        asked: Vec<Asked>,
    },
    /// The umpire entered what came of something.
    Adjudicated {
        /// What it settles.
        entry: GuidedId,
        /// What for.
        procedure: Procedure,
        /// Whose.
        ship: ShipId,
        /// What follows.
        follows: Follows,
        /// What happened.
        note: String,
    },
    /// A ship began to act.
    ActionBegan {
        /// Who.
        ship: ShipId,
    },
    /// A ship has done what she will do in this step.
    ActionEnded {
        /// Who.
        ship: ShipId,
        /// Whose turn it is now.
        to_act: Option<SideId>,
    },
    /// A ship's move was judged and stands.
    Moved {
        /// The whole of it.
        review: MoveReview,
        /// What she declared.
        declares: Vec<Declares>,
        /// What follows.
        follows: Follows,
    },
    /// An anchor was raised or lowered.
    Anchored {
        /// Whose.
        ship: ShipId,
        /// Lowered?
        down: bool,
    },
    /// A change of speed was planned.
    SpeedPlanned {
        /// Whose.
        ship: ShipId,
        /// Knots from next turn on.
        knots: u8,
    },
    /// Stream and wind took the ships along (SPB-4).
    Drifted {
        /// Each ship that drifts.
        ships: Vec<DriftOf>,
        /// How far, inches, each way.
        inches: f64,
        /// Where the stream sets, degrees clockwise from north.
        current_toward_deg: f64,
        /// Where the wind blows to.
        wind_toward_deg: f64,
    },
    /// Whether ships drifted into mined areas was looked at (SPB-4).
    DriftChecked {
        /// What follows.
        follows: Follows,
        /// Every question to the table with its answer.
        asked: Vec<Asked>,
    },
    /// A salvo was fired.
    SalvoFired {
        /// The whole of it.
        salvo: Salvo,
        /// The rolls that it calls for.
        rolls: Vec<PendingRoll>,
    },
    /// A ship came on the table.
    Arrived {
        /// Who.
        ship: ShipId,
    },
    /// A ship left the table.
    Left {
        /// Who.
        ship: ShipId,
        /// Over which edge.
        edge: Edge,
    },
    /// Facts were typed for the next ruling that asks for them.
    FactsTyped {
        /// Each question with its typed answer.
        facts: Vec<Asked>,
        /// Why.
        reason: String,
    },
    /// An option was changed.
    OptionSet {
        /// Which, and to what.
        option: OptionValue,
        /// All options as they stand now.
        options: SpbOptions,
        /// Why.
        reason: String,
    },
    /// The umpire ordered something.
    UmpireOrdered {
        /// What.
        order: UmpireOrder,
        /// Why.
        reason: String,
        /// The rolls that it calls for.
        rolls: Vec<PendingRoll>,
    },
}
