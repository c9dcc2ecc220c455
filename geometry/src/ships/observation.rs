//! What the camera says about one ship: plain data, handed from `tracking` to `battle`.

use crate::plane::place::Pose;
use crate::ships::camera_error::{CameraError, PlaceError};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The name by which a ship is known everywhere: lower case, words joined by hyphens ("patrick-henry").
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ShipId(pub String);

impl ShipId {
    /// A ship's name from text.
    pub fn new(id: impl Into<String>) -> Self {
        Self(id.into())
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ShipId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Which frame of the running source an observation was made on, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FrameId(pub u64);

/// Which calibration was in force: a short hash of the table file's content.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CalibrationId(pub String);

/// How sure it is who a ship is and which of its ends is the bow: two questions that [`Observation::sigma_in`] can't
/// answer. Probabilities, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Confidence {
    /// That the ship bears this name, and is no sister of it.
    pub name: f64,
    /// That its bow is not its stern.
    pub bow: f64,
}

impl Confidence {
    /// Beyond doubt: told by a player, or read from a tag.
    pub const CERTAIN: Self = Self { name: 1.0, bow: 1.0 };
}

impl Default for Confidence {
    fn default() -> Self {
        Self::CERTAIN
    }
}

/// Where one ship stands, how sure that is, and what it was read from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// The ship concerned.
    pub ship: ShipId,
    /// Where it stands; its last known place while it is not `seen`.
    pub pose: Pose,
    /// Standard deviation of the position, inches, along each axis.
    pub sigma_in: f64,
    /// Standard deviation of the heading, radians.
    pub heading_sigma_rad: f64,
    /// Something hides the ship while this is false.
    pub seen: bool,
    /// The name or the bow is a guess while this is false.
    pub sure: bool,
    /// How sure the name is, and how sure the bow.
    #[serde(default)]
    pub confidence: Confidence,
    /// The frame it was read from.
    pub frame: FrameId,
    /// The calibration in force.
    pub calibration: CalibrationId,
    /// What of the position's error is the calibration's own, and so shared with other ships', where that is known: it falls
    /// out of what lies between them. It is not written down: places of another time may be another calibration's.
    #[serde(skip)]
    pub camera_error: Option<CameraError>,
}

impl Observation {
    /// A place that is known without looking: told, typed or set up by a scenario. Exact, seen and sure.
    pub fn placed(ship: ShipId, pose: Pose) -> Self {
        Self {
            ship,
            pose,
            sigma_in: 0.0,
            heading_sigma_rad: 0.0,
            seen: true,
            sure: true,
            confidence: Confidence::CERTAIN,
            frame: FrameId(0),
            calibration: CalibrationId(String::new()),
            camera_error: None,
        }
    }

    /// How the position errs along any line.
    pub(crate) fn place_error(&self) -> PlaceError<'_> {
        PlaceError { sigma_in: self.sigma_in, camera: self.camera_error.as_ref() }
    }
}
