//! What one still picture says about the table.

use crate::identity::question::Question;
use crate::learn::correction::LearntCorrection;
use geometry::{Observation, Point};
use serde::{Deserialize, Serialize};

/// Presence of a ship in a still picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    /// It stands where the reading says.
    Seen,
    /// A hand is over the table and may hold or cover it, or something else lies on its place.
    Hidden,
    /// Its last place is empty table, no hand is near, and it stands nowhere else.
    Missing,
}

/// Something on the table that is no learnt ship: dice, smoke, a cup.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stranger {
    /// Its middle.
    pub middle: Point,
    /// Its size along its longer axis, inches.
    pub length_in: f64,
}

/// What one still picture says about the table.
#[derive(Debug, Clone, PartialEq)]
pub struct TableReading {
    /// Every learnt ship, in the order of the muster list.
    pub observations: Vec<Observation>,
    /// Whether each is there, hidden or gone, in the same order.
    pub presence: Vec<Presence>,
    /// False while something (an arm) covers part of the table.
    pub still: bool,
    /// What else stands there.
    pub strangers: Vec<Stranger>,
    /// What corrections by hand have taught on this picture ([`crate::Fleet::learn`]).
    pub lessons: Vec<LearntCorrection>,
    /// What only a player can settle.
    pub questions: Vec<Question>,
}
