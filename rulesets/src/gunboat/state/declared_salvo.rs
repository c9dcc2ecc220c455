//! A salvo as it was declared: all values that its ruling rests on.

use crate::core::{Asked, Settlement, Term};
use crate::gunboat::state::aim::Aim;
use crate::gunboat::state::card::{GunKind, MountId};
use crate::gunboat::state::due::{Chart, SalvoId};
use crate::gunboat::state::step::Step;
use geometry::{Measured, ShipId};
use serde::{Deserialize, Serialize};

/// Range bands (GUN-23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// Penetration and guns count double.
    Close,
    /// As they are.
    Normal,
    /// Both halved, fractions dropped.
    Distant,
    /// Can't fire.
    OutOfRange,
}

impl Band {
    /// For keys and sentences.
    pub fn word(self) -> &'static str {
        match self {
            Self::Close => "close",
            Self::Normal => "normal",
            Self::Distant => "distant",
            Self::OutOfRange => "out_of_range",
        }
    }
}

/// The guns of one mount in a salvo.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FiringMount {
    /// Which mount.
    pub mount: MountId,
    /// The gun's name.
    pub gun: String,
    /// Its row of the range table.
    pub kind: GunKind,
    /// How many guns fire.
    pub guns: u8,
    /// The band they fire in.
    pub band: Band,
    /// Their penetration factor at this range.
    pub pf: u8,
    /// How `pf` came about.
    pub pf_terms: Vec<Term>,
    /// `pf` is enough for the target's armor (GUN-31).
    pub penetrates: bool,
}

/// The guns of a salvo that go to one chart (GUN-32).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pool {
    /// Which chart.
    pub chart: Chart,
    /// Guns counted after doubling and halving (GUN-26, GUN-27).
    pub counted_guns: u32,
    /// What the chart is entered with: guns on A, the sum of penetration factors on B.
    pub total: u32,
    /// How `total` came about.
    pub terms: Vec<Term>,
    /// The column, counted from 0; none when nothing is left to count (GUN-AMB-7).
    pub column: Option<usize>,
    /// The column's heading ("3-4").
    pub column_label: Option<String>,
}

/// A salvo as declared: everything the ruling rests on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Salvo {
    /// Names it.
    pub id: SalvoId,
    /// Who fires.
    pub shooter: ShipId,
    /// At whom.
    pub target: ShipId,
    /// At what of hers.
    #[serde(default)]
    pub aim: Aim,
    /// Stack to stack, inches (GUN-29).
    pub range_in: Measured,
    /// Where the target lies, degrees clockwise from the shooter's bow.
    pub bearing_deg: Measured,
    /// The target's armor that counts (GUN-31, GUN-AMB-12).
    pub armor: u8,
    /// The guns that fire.
    pub mounts: Vec<FiringMount>,
    /// Penetrating guns first (chart A), then the others (chart B).
    pub pools: Vec<Pool>,
    /// Every question to the table with its answer.
    pub asked: Vec<Asked>,
    /// What the players said about measures too close to call.
    pub settled: Vec<Settlement>,
    /// It was forgotten, and is fired late.
    #[serde(default)]
    pub late: Option<LateShot>,
}

/// The step in which a shot that is fired late should have been fired.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LateShot {
    /// The turn.
    pub turn: u32,
    /// The fire step.
    pub step: Step,
    /// It lies in the turn (or fire step) before the present one: her guns of then count.
    pub before: bool,
    /// Why it is allowed, for the log.
    pub reason: String,
}
