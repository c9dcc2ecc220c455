//! Directions on the table.

use serde::{Deserialize, Serialize};
use std::f64::consts::{PI, TAU};

/// Wraps an angle into `[0, 2 pi)`.
pub fn wrap_tau(angle_rad: f64) -> f64 {
    let wrapped = angle_rad.rem_euclid(TAU);
    if wrapped >= TAU { 0.0 } else { wrapped }
}

/// Wraps an angle into `[-pi, pi)`.
pub fn wrap_pi(angle_rad: f64) -> f64 {
    wrap_tau(angle_rad + PI) - PI
}

/// A direction over the table: radians clockwise from north (+y), in `[0, 2 pi)`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Heading(f64);

impl Heading {
    /// From radians clockwise from north, reduced to one turn.
    pub fn from_rad(heading_rad: f64) -> Self {
        Self(wrap_tau(heading_rad))
    }

    /// From degrees clockwise from north.
    pub fn from_deg(heading_deg: f64) -> Self {
        Self::from_rad(heading_deg.to_radians())
    }

    /// The direction of a vector (x east, y north).
    pub fn of_vector(dx_in: f64, dy_in: f64) -> Self {
        Self::from_rad(dx_in.atan2(dy_in))
    }

    /// Radians clockwise from north, in `[0, 2 pi)`.
    pub fn rad(self) -> f64 {
        self.0
    }

    /// Degrees clockwise from north, in `[0, 360)`.
    pub fn deg(self) -> f64 {
        let deg = self.0.to_degrees();
        if deg >= 360.0 { 0.0 } else { deg }
    }

    /// The unit vector of this direction (x east, y north).
    pub fn unit(self) -> (f64, f64) {
        let (sin, cos) = self.0.sin_cos();
        (sin, cos)
    }

    /// This direction turned clockwise by an angle.
    pub fn turned(self, clockwise_rad: f64) -> Self {
        Self::from_rad(self.0 + clockwise_rad)
    }

    /// The smallest angle between two directions, radians in `[0, pi]`.
    pub fn angle_to(self, other: Self) -> f64 {
        wrap_pi(other.0 - self.0).abs()
    }

    /// The bearing of direction `other` relative to this heading: clockwise (to starboard) positive.
    pub fn relative(self, other: Self) -> RelativeBearing {
        RelativeBearing::from_rad(other.0 - self.0)
    }
}

/// A bearing relative to a ship's bow: radians in `[-pi, pi)`, starboard positive.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RelativeBearing(f64);

impl RelativeBearing {
    /// From radians, starboard positive.
    pub fn from_rad(rad: f64) -> Self {
        Self(wrap_pi(rad))
    }

    /// From degrees, starboard positive.
    pub fn from_deg(deg: f64) -> Self {
        Self::from_rad(deg.to_radians())
    }

    /// Radians in `[-pi, pi)`, starboard positive.
    pub fn rad(self) -> f64 {
        self.0
    }

    /// Degrees in `[-180, 180)`, starboard positive.
    pub fn deg(self) -> f64 {
        self.0.to_degrees()
    }
}

/// A side of the keel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flank {
    /// Left of the keel.
    Port,
    /// Right of the keel.
    Starboard,
}

impl Flank {
    /// Both sides.
    pub const BOTH: [Self; 2] = [Self::Port, Self::Starboard];

    /// 1 for starboard, -1 for port: the sign of a turn to that side.
    pub fn clockwise(self) -> f64 {
        match self {
            Self::Starboard => 1.0,
            Self::Port => -1.0,
        }
    }

    /// The other side.
    pub fn other(self) -> Self {
        match self {
            Self::Starboard => Self::Port,
            Self::Port => Self::Starboard,
        }
    }
}
