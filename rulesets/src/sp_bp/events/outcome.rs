//! Outcomes that events carry: what a salvo was, and what dice showed.

use crate::core::{Asked, Settlement, SideId, Term};
use crate::sp_bp::state::card::{GunKind, MountId};
use crate::sp_bp::state::due::{Points, SalvoId};
use geometry::{Flank, Measured, ShipId};
use serde::{Deserialize, Serialize};

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
        /// A weapon is struck, and none is left on the engaged side.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        no_weapon: bool,
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
        /// The mount beside it, of which one is lost as well.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        beside: Option<MountId>,
    },
    /// The die showed no gun: throw again.
    Again,
    /// Nothing that could be struck is left there: no die follows.
    NothingLeft,
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
