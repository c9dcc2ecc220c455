//! Measured values with their uncertainty.

use serde::{Deserialize, Serialize};

/// An edge closer to a measure than this number of standard deviations is too close to call: the two-sided 95
/// % interval of a normal distribution.
pub const TOO_CLOSE_SIGMAS: f64 = 1.96;

/// A value with its standard deviation, both in the same unit (given by the name of the field that holds it).
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The best estimate.
    pub value: f64,
    /// One standard deviation; 0 for a value that was stated rather than measured.
    pub sigma: f64,
}

/// The answer to a threshold comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Certainly true.
    Yes,
    /// Certainly false.
    No,
    /// The edge is within [`TOO_CLOSE_SIGMAS`] of the measure: players decide.
    TooClose,
}

impl Measured {
    /// A measure with its standard deviation.
    pub fn new(value: f64, sigma: f64) -> Self {
        Self { value, sigma }
    }

    /// A value taken as exact, because it was stated.
    pub fn exact(value: f64) -> Self {
        Self { value, sigma: 0.0 }
    }

    /// Half the width of the 95 % interval, shown after "±" on screens.
    pub fn half_width_95(self) -> f64 {
        TOO_CLOSE_SIGMAS * self.sigma
    }

    /// Tells whether the measured quantity is at most `edge`, inclusive.
    pub fn at_most(self, edge: f64) -> Verdict {
        let distance = self.value - edge;
        if self.sigma > 0.0 && distance.abs() <= self.half_width_95() {
            Verdict::TooClose
        } else if distance <= 0.0 {
            Verdict::Yes
        } else {
            Verdict::No
        }
    }

    /// Tells whether the measured quantity is at least `edge`, inclusive.
    pub fn at_least(self, edge: f64) -> Verdict {
        Self::new(-self.value, self.sigma).at_most(-edge)
    }

    /// Tells whether the measured quantity is in `[low, high]`.
    pub fn between(self, low: f64, high: f64) -> Verdict {
        self.at_least(low).and(self.at_most(high))
    }
}

impl Verdict {
    /// The logical "and": one certain no is enough for no.
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, Self::Yes) => Self::Yes,
            _ => Self::TooClose,
        }
    }

    /// The logical "or": one certain yes is enough for yes.
    pub fn or(self, other: Self) -> Self {
        self.negated().and(other.negated()).negated()
    }

    /// The logical "not".
    pub fn negated(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
            Self::TooClose => Self::TooClose,
        }
    }
}
