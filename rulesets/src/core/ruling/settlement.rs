//! Measures that are too close to call, and the settlements by which the players answer them.

use crate::core::ruling::refusal::RuleId;
use geometry::Measured;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Which edge of which measure: "range:smoothbore", "arc:45-135", "line_of_fire:monitor". A settlement
/// answers by it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EdgeKey(pub String);

impl fmt::Display for EdgeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The unit of a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Inches on the table.
    Inch,
    /// Degrees.
    Degree,
}

/// One way to read a measure that is too close to call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// What the settlement names ("close", "bears", "blocked").
    pub id: String,
    /// What a screen shows.
    pub text: String,
}

/// What happens to a measure that is too close to call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieRule {
    /// The players look at the table and say how it is.
    #[default]
    Ask,
    /// It is read in favour of who acts: the firer, the mover, the rammer.
    Firer,
    /// The players may leave it to a die.
    Die,
}

/// A measure within 1.96 sigma of an edge: the players are asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TooClose {
    /// Names the question; the settlement answers by it.
    pub key: EdgeKey,
    /// The rule that draws the edge.
    pub rule: RuleId,
    /// One sentence for the player.
    pub what: String,
    /// The measure, in `unit`.
    pub measured: Measured,
    /// The edge it is too close to, in `unit`.
    pub edge: f64,
    /// The unit of `measured` and `edge`.
    pub unit: Unit,
    /// The ways to read it; the first favours who acts.
    pub readings: Vec<Reading>,
}

/// What the players said about one [`TooClose`]; given with the decision and kept in its event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settlement {
    /// Which question.
    pub key: EdgeKey,
    /// Which of its readings.
    pub reading: String,
}

impl TooClose {
    /// Settled in favour of who acts.
    pub fn first_reading(&self) -> Option<Settlement> {
        let reading = self.readings.first()?.id.clone();
        Some(Settlement { key: self.key.clone(), reading })
    }
}
