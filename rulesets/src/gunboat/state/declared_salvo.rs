//! A declared salvo, with all values that its ruling depends on.

use crate::core::{Asked, Settlement, Term, worded};
use crate::gunboat::state::aim::Aim;
use crate::gunboat::state::card::{GunKind, MountId};
use crate::gunboat::state::due::{Chart, SalvoId};
use crate::gunboat::state::step::Step;
use geometry::{Measured, ShipId};
use serde::{Deserialize, Serialize};

worded! {
    /// Range bands (GUN-23).
    #[derive(PartialOrd, Ord, Hash)]
    pub enum Band: word {
        /// Penetration factor and number of guns doubled.
        Close = "close",
        /// Both unchanged.
        Normal = "normal",
        /// Both halved, fractions dropped.
        Distant = "distant",
        /// Can't fire.
        OutOfRange = "out_of_range",
    }
}

/// The guns of one mount in a salvo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FiringMount {
    /// The mount's id.
    pub mount: MountId,
    /// The gun's name.
    pub gun: String,
    /// The row of the range table.
    pub kind: GunKind,
    /// The number of guns that fire.
    pub guns: u8,
    /// The range band.
    pub band: Band,
    /// The penetration factor at this range.
    pub pf: u8,
    /// The calculation of `pf`.
    pub pf_terms: Vec<Term>,
    /// True if `pf` is enough for the target's armor (GUN-31).
    pub penetrates: bool,
}

/// The guns of a salvo that are read on one chart (GUN-32).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pool {
    /// The chart.
    pub chart: Chart,
    /// The number of guns after doubling and halving (GUN-26, GUN-27).
    pub counted_guns: u32,
    /// The number that selects the column: guns on A, the sum of penetration factors on B.
    pub total: u32,
    /// The calculation of `total`.
    pub terms: Vec<Term>,
    /// The column, from 0; none if no guns are left to count (GUN-AMB-7).
    pub column: Option<usize>,
    /// The column's heading ("3-4").
    pub column_label: Option<String>,
}

/// A declared salvo, with all values that its ruling depends on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Salvo {
    /// The salvo's id.
    pub id: SalvoId,
    /// The shooter.
    pub shooter: ShipId,
    /// The target.
    pub target: ShipId,
    /// The kind of target.
    #[serde(default)]
    pub aim: Aim,
    /// The range from stack to stack, inches (GUN-29).
    pub range_in: Measured,
    /// The target's bearing, degrees clockwise from the shooter's bow.
    pub bearing_deg: Measured,
    /// The target's effective armor (GUN-31, GUN-AMB-12).
    pub armor: u8,
    /// The mounts that fire.
    pub mounts: Vec<FiringMount>,
    /// Penetrating guns first (chart A), then the others (chart B).
    pub pools: Vec<Pool>,
    /// The queries to the table with their answers.
    pub asked: Vec<Asked>,
    /// The players' settlements of measures too close to call.
    pub settled: Vec<Settlement>,
    /// The step of a shot that was forgotten and is fired late.
    #[serde(default)]
    pub late: Option<LateShot>,
}

/// The step in which a late shot should have been fired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LateShot {
    /// The turn.
    pub turn: u32,
    /// The fire step.
    pub step: Step,
    /// True if it was the turn (or fire step) before the present one: then the guns fired in that period count.
    pub before: bool,
    /// The reason for allowing it, for the log.
    pub reason: String,
}
