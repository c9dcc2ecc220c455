//! Due dice, and the question that each roll decides.

use crate::core::{RollRequest, SideId};
use crate::sp_bp::state::card::{GunKind, MountId};
use crate::sp_bp::state::guided::Procedure;
use geometry::{Flank, ShipId, TerrainId};
use serde::{Deserialize, Serialize};

/// A salvo's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SalvoId(pub u32);

/// A shot that has been fired: everything that its damage depends on. The armour is that at the time of the
/// salvo, so that the shots of a salvo are independent (house, SPB-AMB-5).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    /// The salvo; none for a hit that the umpire orders.
    pub salvo: Option<SalvoId>,
    /// The ship that fired.
    pub shooter: Option<ShipId>,
    /// The gun's name, for sentences.
    pub gun: String,
    /// Penetration.
    pub penetration: u8,
    /// Damage rating without and with penetration.
    pub dr: (u8, u8),
    /// The side of the target that is engaged.
    pub side: Flank,
    /// Mounts of the target on that side (SPB-18).
    pub engaged: Vec<MountId>,
    /// The target's hull armour at that time.
    pub hull_at: Option<u8>,
}

/// A repair that crew parties attempt (SPB-1, SPB-36, SPB-AMB-3).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "task", rename_all = "snake_case")]
pub enum Task {
    /// Put out a fire (1b).
    Fire,
    /// Stop a leak: one flood marker (1c).
    Leak,
    /// Steering cables (critical 6).
    Steering,
    /// A jammed turret (critical 11).
    Turret {
        /// The mount concerned.
        mount: MountId,
    },
    /// The helm (critical 14).
    Helm,
    /// Boiler valves (critical 15).
    Valves,
    /// A boiler (critical 17).
    Boiler,
}

impl Task {
    /// For sentences: "put out a fire".
    pub fn title(&self) -> String {
        match self {
            Self::Fire => "put out a fire".to_owned(),
            Self::Leak => "plug a leak".to_owned(),
            Self::Steering => "mend the steering cables".to_owned(),
            Self::Turret { mount } => format!("free the turret “{mount}”"),
            Self::Helm => "free the helm".to_owned(),
            Self::Valves => "mend the boiler valves".to_owned(),
            Self::Boiler => "mend the boiler".to_owned(),
        }
    }
}

/// The guns that a random pick takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "pick", rename_all = "snake_case")]
pub enum GunPick {
    /// One at random, regardless of armour (critical 3).
    One,
    /// One, and its neighbour (criticals 12 and 13).
    Adjacent,
    /// Several more, each at random (critical 12 on armour).
    Several {
        /// The number left to pick, including this one.
        left: u8,
    },
}

/// The kind of points that are exhausted (SPB-8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Points {
    /// Structure.
    Sp,
    /// Buoyancy.
    Bp,
}

/// The question that a roll decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "decides", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum RollUse {
    /// The guns that hit: a D10 each (SPB-15).
    ToHit {
        /// The mount that fired.
        mount: MountId,
        /// Smoothbore or rifle.
        kind: GunKind,
        /// The total needed.
        needed: u8,
        /// The modifier of each die.
        modifier: i32,
        /// The shot that a hit becomes.
        shot: Shot,
    },
    /// The place where a shot strikes (SPB-17).
    Location { shot: Shot },
    /// The gun of the engaged side that is struck (SPB-18).
    Weapon {
        shot: Shot,
        /// True: lost if AT is equalled or exceeded; false: only if exceeded.
        on_equal: bool,
    },
    /// The critical hit's number (SPB-21).
    Critical { shot: Shot },
    /// The amount of armour dislodged (SPB-23).
    ArmourDislodged,
    /// The commander's fate (SPB-26).
    Commander,
    /// The crew test that follows.
    CrewTest {
        /// The modifier besides crew quality.
        modifier: i32,
    },
    /// Structural damage (SPB-25).
    Structural,
    /// The turret that is hit (SPB-27).
    TurretHit { shot: Shot },
    /// The gun lost at random.
    Guns {
        /// The guns to pick.
        pick: GunPick,
    },
    /// The number of guns lost by a blast (SPB-AMB-18).
    Blast,
    /// The side to which the helm is jammed (SPB-30).
    HelmSide,
    /// Steaming (SPB-37).
    Steaming,
    /// A sinking test (SPB-8).
    Sinking {
        /// The kind of points that are exhausted.
        points: Points,
    },
    /// A morale test (SPB-13).
    Morale,
    /// Initiative of a side (SPB-2).
    Initiative {
        /// The modifier that the players added by hand.
        modifier: i32,
    },
    /// One crew party's attempt (SPB-AMB-3).
    Repair { task: Task },
    /// House: a crew test for a procedure that the sheet does not give.
    Undertaking {
        procedure: Procedure,
        /// The other ship, if any.
        other: Option<ShipId>,
    },
    /// House: a mine or torpedo.
    Explosion {
        /// The mined area, for a mine.
        area: Option<TerrainId>,
    },
    /// House: boarders and defenders, a D10 each.
    Boarding {
        /// The boarding ship.
        boarder: ShipId,
    },
}

/// A roll that is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingRoll {
    /// The dice to throw.
    pub request: RollRequest,
    /// The ship concerned; empty for initiative.
    pub ship: ShipId,
    /// The side that throws.
    pub by: SideId,
    /// The question that the roll decides.
    #[serde(flatten)]
    pub decides: RollUse,
}

impl AsRef<RollRequest> for PendingRoll {
    fn as_ref(&self) -> &RollRequest {
        &self.request
    }
}
