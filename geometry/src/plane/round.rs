//! Permanent rounding: facts are rounded when they enter an event, and rules compare only the rounded values.

use crate::plane::measure::Measured;

/// Lengths in facts are rounded to this many parts of an inch.
const PARTS_PER_IN: f64 = 1000.0;
/// Angles in facts are rounded to this many parts of a degree.
const PARTS_PER_DEG: f64 = 100.0;

/// A length rounded to 0.001 in.
pub fn round_in(length_in: f64) -> f64 {
    (length_in * PARTS_PER_IN).round() / PARTS_PER_IN
}

/// An angle rounded to 0.01 degree.
pub fn round_deg(angle_deg: f64) -> f64 {
    (angle_deg * PARTS_PER_DEG).round() / PARTS_PER_DEG
}

/// A bearing rounded to 0.01 degree, in `[0, 360)`.
pub fn round_bearing_deg(bearing_deg: f64) -> f64 {
    let rounded = round_deg(bearing_deg.rem_euclid(360.0));
    if rounded >= 360.0 { 0.0 } else { rounded }
}

impl Measured {
    /// Value and sigma of a length, both rounded to 0.001 in.
    pub fn rounded_in(self) -> Self {
        Self::new(round_in(self.value), round_in(self.sigma))
    }

    /// Value and sigma of an angle, both rounded to 0.01 degree.
    pub fn rounded_deg(self) -> Self {
        Self::new(round_deg(self.value), round_deg(self.sigma))
    }
}
