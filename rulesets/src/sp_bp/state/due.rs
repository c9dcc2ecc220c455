//! Dice that are due, and what their faces decide.

use crate::core::{RollRequest, SideId};
use crate::sp_bp::state::card::{GunKind, MountId};
use crate::sp_bp::state::guided::Procedure;
use geometry::{Flank, ShipId, TerrainId};
use serde::{Deserialize, Serialize};

/// Names a salvo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SalvoId(pub u32);

/// A shot on its way: everything that its damage depends on. The armour is the target's when the salvo was fired, so
/// that no shot of a salvo waits for another (house, SPB-AMB-5).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    /// The salvo; none for a hit that the umpire orders.
    pub salvo: Option<SalvoId>,
    /// Who fired.
    pub shooter: Option<ShipId>,
    /// The gun, for sentences.
    pub gun: String,
    /// What it penetrates.
    pub penetration: u8,
    /// Damage that does not penetrate, and that does.
    pub dr: (u8, u8),
    /// The side of the target that is engaged.
    pub side: Flank,
    /// Mounts of the target on that side (SPB-18).
    pub engaged: Vec<MountId>,
    /// The target's hull armour then.
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
        /// Which.
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

/// Which guns a random pick takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "pick", rename_all = "snake_case")]
pub enum GunPick {
    /// One at random, whatever protects it (critical 3).
    One,
    /// One, and its neighbour (criticals 12 and 13).
    Adjacent,
    /// So many more, each at random (critical 12 on armour).
    Several {
        /// This one and the ones after it.
        left: u8,
    },
}

/// Points that are all gone (SPB-8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Points {
    /// Structure.
    Sp,
    /// Buoyancy.
    Bp,
}

/// What a roll decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "decides", rename_all = "snake_case")]
pub enum RollUse {
    /// Which of some guns hit: a D10 each (SPB-15).
    ToHit {
        /// From which mount.
        mount: MountId,
        /// Smoothbore or rifle.
        kind: GunKind,
        /// What is needed.
        needed: u8,
        /// What is added to each die.
        modifier: i32,
        /// The shot that each hit is.
        shot: Shot,
    },
    /// Where a shot strikes (SPB-17).
    Location {
        /// The shot.
        shot: Shot,
    },
    /// Which gun of the engaged side is struck (SPB-18).
    Weapon {
        /// The shot.
        shot: Shot,
        /// Lost if AT is equalled, or only if it is exceeded.
        on_equal: bool,
    },
    /// Which critical hit (SPB-21).
    Critical {
        /// The shot.
        shot: Shot,
    },
    /// How much armour is dislodged (SPB-23).
    ArmourDislodged,
    /// What becomes of the commander (SPB-26).
    Commander,
    /// A crew test after it.
    CrewTest {
        /// Added besides crew quality.
        modifier: i32,
    },
    /// Structural damage (SPB-25).
    Structural,
    /// Which turret is hit (SPB-27).
    TurretHit {
        /// The shot.
        shot: Shot,
    },
    /// Which gun is lost at random.
    Guns {
        /// How many, and how.
        pick: GunPick,
    },
    /// How many guns a blast takes (SPB-AMB-18).
    Blast,
    /// To which side the helm is jammed (SPB-30).
    HelmSide,
    /// Steaming (SPB-37).
    Steaming,
    /// A sinking test (SPB-8).
    Sinking {
        /// Which points are gone.
        points: Points,
    },
    /// A morale test (SPB-13).
    Morale,
    /// Initiative of a side (SPB-2).
    Initiative {
        /// What the players added by hand.
        modifier: i32,
    },
    /// One crew party's attempt (SPB-AMB-3).
    Repair {
        /// At what.
        task: Task,
    },
    /// House: a crew test for a procedure that the sheet does not give.
    Undertaking {
        /// Which.
        procedure: Procedure,
        /// With whom.
        other: Option<ShipId>,
    },
    /// House: a mine or torpedo.
    Explosion {
        /// Where, for a mine.
        area: Option<TerrainId>,
    },
    /// House: boarders and defenders, a D10 each.
    Boarding {
        /// Who boards.
        boarder: ShipId,
    },
}

/// A roll that is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingRoll {
    /// What is thrown.
    pub request: RollRequest,
    /// The ship that it concerns; for initiative, nobody's.
    pub ship: ShipId,
    /// Who throws.
    pub by: SideId,
    /// What it decides.
    #[serde(flatten)]
    pub decides: RollUse,
}
