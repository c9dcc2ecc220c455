//! Outcomes that events carry, so that the fold looks up no table.

use crate::core::{Asked, Reason, Settlement, Term, TooClose, WayFact};
use crate::noddy::events::decision::Short;
use crate::noddy::state::card::{GunClass, GunId, GunPosition, HalfKnots};
use crate::noddy::state::ship::Course;
use crate::noddy::state::step::Step;
use geometry::{Measured, ShipId};
use serde::{Deserialize, Serialize};

/// Range bands (NOD-14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    /// 0 to 3 inches.
    PointBlank,
    /// To 18 inches.
    Effective,
    /// To 36 inches.
    Long,
    /// Further.
    Out,
}

impl Band {
    /// For keys and sentences.
    pub fn word(self) -> &'static str {
        match self {
            Self::PointBlank => "point_blank",
            Self::Effective => "effective",
            Self::Long => "long",
            Self::Out => "out",
        }
    }
}

/// One gun of a fire, with its sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GunShot {
    /// Which.
    pub gun: GunId,
    /// Its class.
    pub class: GunClass,
    /// Its fire value (NOD-13).
    pub value: i16,
    /// The sum of the modifiers.
    pub modifier: i16,
    /// Gun value and modifiers, term by term.
    pub terms: Vec<Term>,
}

impl GunShot {
    /// What is added to its die.
    pub fn plus(&self) -> i16 {
        self.value + self.modifier
    }
}

/// A fire as declared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fire {
    /// Who.
    pub firer: ShipId,
    /// At whom.
    pub target: ShipId,
    /// How far, inches.
    pub range_in: Measured,
    /// The band.
    pub band: Band,
    /// The armour class (NOD-16).
    pub armour: u8,
    /// The side of the target that is hit (NOD-AMB-23, NOD-AMB-25); none on shore.
    pub struck: Option<GunPosition>,
    /// The guns.
    pub guns: Vec<GunShot>,
    /// Questions to the table with their answers.
    pub asked: Vec<Asked>,
    /// What the players said.
    pub settled: Vec<Settlement>,
}

/// A regiment's fire as declared (NOD-21).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MusketFire {
    /// Who.
    pub regiment: ShipId,
    /// At whom.
    pub target: ShipId,
    /// How far, inches.
    pub range_in: Measured,
    /// The side of the target that is hit.
    pub struck: Option<GunPosition>,
    /// Questions to the table with their answers.
    pub asked: Vec<Asked>,
    /// What the players said.
    pub settled: Vec<Settlement>,
}

/// A move of one ship in one step, as it is judged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MoveReview {
    /// Whose.
    pub ship: ShipId,
    /// In this step.
    pub step: Step,
    /// Her orders.
    pub course: Course,
    /// How far they take her in this step, inches.
    pub expected_in: f64,
    /// How far they turn her in this step, degrees clockwise.
    pub expected_deg: f64,
    /// The way she made.
    pub way: Option<WayFact>,
    /// Why she stopped short, where she did.
    pub short: Option<Short>,
    /// Whose hulls she touches now.
    #[serde(default)]
    pub touching: Vec<ShipId>,
    /// What speaks against it.
    pub reasons: Vec<Reason>,
    /// What the players must say first.
    pub too_close: Vec<TooClose>,
    /// Questions to the table with their answers.
    pub asked: Vec<Asked>,
    /// What the players said.
    pub settled: Vec<Settlement>,
}

/// How two ships met, and what is added to the die.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Impact {
    /// Whose bow.
    pub rammer: ShipId,
    /// Whose hull.
    pub rammee: ShipId,
    /// The rammer's speed.
    pub speed: HalfKnots,
    /// Between the two keels, degrees.
    pub angle_deg: Measured,
    /// The sum of the modifiers.
    pub plus: i16,
    /// Term by term.
    pub terms: Vec<Term>,
    /// What speaks against it.
    pub reasons: Vec<Reason>,
    /// What the players must say first.
    pub too_close: Vec<TooClose>,
    /// Questions to the table with their answers.
    pub asked: Vec<Asked>,
    /// What the players said.
    pub settled: Vec<Settlement>,
}
