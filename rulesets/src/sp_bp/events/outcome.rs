//! Outcomes carried by events: salvos and results of dice.

use crate::core::{Asked, Settlement, SideId, Term};
use crate::sp_bp::state::card::{GunKind, MountId};
use crate::sp_bp::state::due::{Points, SalvoId};
use geometry::{Flank, Measured, ShipId};
use serde::{Deserialize, Serialize};

/// A cell of the gunnery table (SPB-AMB-7).
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
    /// The mount concerned.
    pub mount: MountId,
    /// Smoothbore or rifle.
    pub kind: GunKind,
    /// The row of the gunnery table.
    pub gun: String,
    /// The number of its guns.
    pub guns: u8,
    /// The column of the table, by its upper range in inches.
    pub up_to_in: u8,
    /// The cell.
    pub cell: Cell,
    /// Damage rating without and with penetration.
    pub dr: (u8, u8),
    /// Every modifier as a term, then their sum.
    pub terms: Vec<Term>,
    /// The sum.
    pub modifier: i32,
}

/// A fired salvo.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Salvo {
    /// The unique id.
    pub id: SalvoId,
    /// The ship that fired.
    pub shooter: ShipId,
    /// The target.
    pub target: ShipId,
    /// Range from smokestack to smokestack, inches.
    pub range_in: Measured,
    /// Bearing of the target, degrees clockwise from the shooter's bow.
    pub bearing_deg: Measured,
    /// Bearing of the shooter, degrees clockwise from the target's bow.
    pub seen_from_deg: Measured,
    /// The side of the target that is engaged.
    pub side: Flank,
    /// The mounts that fire.
    pub mounts: Vec<FiringMount>,
    /// Every fact that was asked of the table, with its answer.
    pub asked: Vec<Asked>,
    /// The settlements used.
    pub settled: Vec<Settlement>,
}

/// The place of a hit (SPB-17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Location {
    /// The hull.
    Hull,
    /// A weapon or turret: lost if the penetration exceeds its AT.
    WeaponExceed,
    /// A weapon or turret: lost if the penetration equals or exceeds its AT.
    WeaponEqualOrExceed,
    /// A critical hit.
    Critical,
}

/// A penetration compared with an armour (SPB-19).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// There is no armour: it counts as penetrated (SPB-AMB-6).
    Unarmoured,
    /// More than the armour.
    Exceeds,
    /// Equal to the armour.
    Equals,
    /// Less than the armour.
    Below,
}

impl Against {
    /// Compares a penetration with an armour.
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
    /// The die with all modifiers.
    pub total: i32,
    /// True for a hit.
    pub hit: bool,
}

/// The result of a roll.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "read", rename_all = "snake_case")]
#[allow(missing_docs, reason = "a field without a line is what its name and type say")]
pub enum Read {
    /// The guns that hit.
    ToHit {
        /// The mount that fired.
        mount: MountId,
        /// The total needed.
        needed: u8,
        /// Each gun's die.
        shots: Vec<ShotRead>,
    },
    /// The place where a shot struck; for the hull, also its effect.
    Located {
        /// The place.
        location: Location,
        /// The penetration compared with the hull's armour, where it counts.
        against: Option<Against>,
        /// SP lost, not yet limited to what the ship has left.
        sp_loss: u16,
        /// A weapon is struck, and none is left on the engaged side.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        no_weapon: bool,
        /// The mount that was struck, where no die has to decide.
        mount: Option<MountId>,
        /// The number of guns lost.
        guns_lost: u8,
    },
    /// A gun of the engaged side was struck.
    Weapon {
        mount: MountId,
        /// The penetration compared with the mount's armour.
        against: Against,
        /// The number of guns lost.
        guns_lost: u8,
    },
    /// A critical hit.
    Critical {
        /// 1 to 20.
        n: u8,
        /// The text of the sheet.
        text: String,
        /// The penetration compared with the armour that counts, for 11 to 20.
        against: Option<Against>,
        /// True where the result could not be applied and a fire replaces it (SPB-22).
        fire_instead: bool,
        /// SP lost, not yet limited to what the ship has left.
        sp_loss: u16,
        /// The number of guns lost, including those still to be picked.
        guns_lost: u8,
    },
    /// Armour that is dislodged.
    Armour {
        /// The reduction.
        less: u8,
    },
    /// The commander.
    Commander {
        /// True for killed, false for wounded.
        killed: bool,
    },
    /// The result of a test: crew, morale, repair, undertaking.
    Test {
        total: i32,
        /// True for passed.
        passed: bool,
    },
    /// Structural damage.
    Structural {
        /// SP lost.
        sp_loss: u16,
    },
    /// A turret was hit.
    TurretHit {
        mount: MountId,
        /// The penetration compared with the turret's armour.
        against: Against,
        /// The number of guns lost; 0 where the turret is jammed.
        guns_lost: u8,
    },
    /// A gun was lost at random.
    GunLost {
        mount: MountId,
        /// The number of guns.
        guns: u8,
        /// The next mount, where it lost one gun as well.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        beside: Option<MountId>,
    },
    /// The faces pick no gun: the dice are thrown again.
    Again,
    /// Nothing is left to be struck: no die follows.
    NothingLeft,
    /// The number of guns lost by a blast.
    Blast {
        /// The number of guns.
        guns: u8,
    },
    /// The side to which the helm is jammed.
    HelmSide { side: Flank },
    /// The result of steaming.
    Steaming {
        total: i32,
        /// The row of the steaming table.
        effect: SteamEffect,
    },
    /// The result of a sinking test.
    Sinking {
        /// The kind of points that are exhausted.
        points: Points,
        /// The die with crew quality.
        total: i32,
        /// True if the ship sinks by it.
        sinks: bool,
    },
    /// A side's initiative.
    Initiative {
        side: SideId,
        total: i32,
        /// The order of the sides, once every die is thrown.
        order: Vec<SideId>,
        /// The highest totals were equal: those sides throw again (house).
        tied: bool,
    },
    /// House: a mine or torpedo.
    Explosion {
        /// BP lost.
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
    /// All pressure lost: the ship stops.
    Stops,
    /// The crew abandons the ship at once.
    Abandon,
}
