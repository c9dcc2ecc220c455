//! Measures that are too close to call, and the players' settlements of them.

use crate::core::ruling::refusal::RuleId;
use geometry::Measured;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The id of one edge of one measure: "range:smoothbore", "arc:45-135", "line_of_fire:monitor". A settlement refers to
/// it.
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
    /// The id that a settlement names ("close", "bears", "blocked").
    pub id: String,
    /// The text on a screen.
    pub text: String,
}

/// The treatment of a measure that is too close to call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieRule {
    /// The players look at the table and decide.
    #[default]
    Ask,
    /// It is read in favour of the acting side: the firer, the mover, the rammer.
    Firer,
    /// The players may leave it to a die.
    Die,
}

/// A measure within 1.96 sigma of an edge, which the players must settle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TooClose {
    /// The id of the question; the settlement refers to it.
    pub key: EdgeKey,
    /// The rule that defines the edge.
    pub rule: RuleId,
    /// One sentence for the player.
    pub what: String,
    /// The measure, in `unit`.
    pub measured: Measured,
    /// The edge, in `unit`.
    pub edge: f64,
    /// The unit of `measured` and `edge`.
    pub unit: Unit,
    /// The possible readings; the first favours the acting side.
    pub readings: Vec<Reading>,
}

/// The players' answer to one [`TooClose`]; given with the decision and stored in its event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settlement {
    /// The question.
    pub key: EdgeKey,
    /// The chosen reading.
    pub reading: String,
}

impl TooClose {
    /// A question about a measure in inches; `readings` are ids with their texts, the first favours the acting side.
    pub fn inches(
        (key, rule): (impl Into<String>, impl Into<RuleId>),
        what: impl Into<String>,
        (measured, edge): (Measured, f64),
        readings: [(&str, &str); 2],
    ) -> Self {
        let reading = |(id, text): (&str, &str)| Reading { id: id.to_owned(), text: text.to_owned() };
        Self {
            key: EdgeKey(key.into()),
            rule: rule.into(),
            what: what.into(),
            measured,
            edge,
            unit: Unit::Inch,
            readings: readings.map(reading).to_vec(),
        }
    }

    /// A question about an angle in degrees, as [`TooClose::inches`].
    pub fn degrees(
        key_and_rule: (impl Into<String>, impl Into<RuleId>),
        what: impl Into<String>,
        measured_and_edge: (Measured, f64),
        readings: [(&str, &str); 2],
    ) -> Self {
        Self { unit: Unit::Degree, ..Self::inches(key_and_rule, what, measured_and_edge, readings) }
    }

    /// The settlement in favour of the acting side.
    pub fn first_reading(&self) -> Option<Settlement> {
        let reading = self.readings.first()?.id.clone();
        Some(Settlement { key: self.key.clone(), reading })
    }
}
