//! Outcomes that events carry, so that `apply` looks up no table.

use crate::core::{Asked, Reason, Settlement, Term, TooClose, WayFact, worded};
use crate::noddy::events::decision::Short;
use crate::noddy::state::card::{GunClass, GunId, GunPosition, HalfKnots};
use crate::noddy::state::ship::Course;
use crate::noddy::state::step::Step;
use geometry::{Measured, ShipId};
use serde::{Deserialize, Serialize};

worded! {
    /// Range bands (NOD-14).
    #[derive(PartialOrd, Ord)]
    pub enum Band: word {
        /// 0 to 3 inches.
        PointBlank = "point_blank",
        /// Up to 18 inches.
        Effective = "effective",
        /// Up to 36 inches.
        Long = "long",
        /// Beyond 36 inches.
        Out = "out",
    }
}

/// One gun of a fire, with its sum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GunShot {
    /// The gun's id.
    pub gun: GunId,
    /// The size class.
    pub class: GunClass,
    /// The fire value (NOD-13).
    pub value: i16,
    /// The sum of the modifiers.
    pub modifier: i16,
    /// Gun value and modifiers, term by term.
    pub terms: Vec<Term>,
}

impl GunShot {
    /// The number that is added to the gun's die.
    pub fn plus(&self) -> i16 {
        self.value + self.modifier
    }
}

/// A declared fire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fire {
    /// The firer.
    pub firer: ShipId,
    /// The target.
    pub target: ShipId,
    /// The range, inches.
    pub range_in: Measured,
    /// The range band.
    pub band: Band,
    /// The armour class (NOD-16).
    pub armour: u8,
    /// The side of the target that is hit (NOD-AMB-23, NOD-AMB-25); none on shore.
    pub struck: Option<GunPosition>,
    /// The guns.
    pub guns: Vec<GunShot>,
    /// The queries to the table with their answers.
    pub asked: Vec<Asked>,
    /// The players' settlements.
    pub settled: Vec<Settlement>,
}

/// A regiment's declared fire (NOD-21).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MusketFire {
    /// The regiment.
    pub regiment: ShipId,
    /// The target.
    pub target: ShipId,
    /// The range, inches.
    pub range_in: Measured,
    /// The side of the target that is hit.
    pub struck: Option<GunPosition>,
    /// The queries to the table with their answers.
    pub asked: Vec<Asked>,
    /// The players' settlements.
    pub settled: Vec<Settlement>,
}

/// The review of one ship's move in one step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct MoveReview {
    /// The ship.
    pub ship: ShipId,
    /// The step.
    pub step: Step,
    /// The ordered course.
    pub course: Course,
    /// The distance that the orders require in this step, inches.
    pub expected_in: f64,
    /// The turn that the orders require in this step, degrees clockwise.
    pub expected_deg: f64,
    /// The measured way; none if the table can't answer.
    pub way: Option<WayFact>,
    /// The reason for stopping short, if it did.
    pub short: Option<Short>,
    /// The ships that it touches now.
    #[serde(default)]
    pub touching: Vec<ShipId>,
    /// The reasons against it.
    pub reasons: Vec<Reason>,
    /// The measures that the players must settle first.
    pub too_close: Vec<TooClose>,
    /// The queries to the table with their answers.
    pub asked: Vec<Asked>,
    /// The players' settlements.
    pub settled: Vec<Settlement>,
}

/// The contact of two ships in a ram, with the modifiers of its die.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Impact {
    /// The ship whose bow it is.
    pub rammer: ShipId,
    /// The ship whose hull it is.
    pub rammee: ShipId,
    /// The rammer's speed.
    pub speed: HalfKnots,
    /// The angle between the keels, degrees.
    pub angle_deg: Measured,
    /// The sum of the modifiers.
    pub plus: i16,
    /// The modifiers, term by term.
    pub terms: Vec<Term>,
    /// The reasons against it.
    pub reasons: Vec<Reason>,
    /// The measures that the players must settle first.
    pub too_close: Vec<TooClose>,
    /// The queries to the table with their answers.
    pub asked: Vec<Asked>,
    /// The players' settlements.
    pub settled: Vec<Settlement>,
}
