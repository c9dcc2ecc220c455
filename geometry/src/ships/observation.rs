//! The camera's observation of one ship: plain data, passed from `tracking` to `battle`.

use crate::plane::place::Pose;
use crate::ships::camera_error::{CameraError, PlaceError};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

/// A ship's id, used everywhere: lower case, words joined by hyphens ("patrick-henry"). Clones share the text.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShipId(Arc<str>);

impl ShipId {
    /// A ship's id from text.
    pub fn new(id: impl Into<String>) -> Self {
        Self(id.into().into())
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Serialize for ShipId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for ShipId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(Self::new)
    }
}

impl fmt::Display for ShipId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The frame of the running source on which an observation was made, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FrameId(pub u64);

/// The calibration in force: a short hash of the table file's content.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CalibrationId(pub String);

/// The certainty of a ship's name and of its bow, which [`Observation::sigma_in`] doesn't cover.
/// Probabilities, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Confidence {
    /// That the ship has this name, and is no sister ship.
    pub name: f64,
    /// That the bow is not the stern.
    pub bow: f64,
}

impl Confidence {
    /// Certain: stated by a player, or read from a tag.
    pub const CERTAIN: Self = Self { name: 1.0, bow: 1.0 };
}

impl Default for Confidence {
    fn default() -> Self {
        Self::CERTAIN
    }
}

/// A ship's place, its uncertainty, and the source of both.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// The ship concerned.
    pub ship: ShipId,
    /// The pose; the last known one while the ship is not `seen`.
    pub pose: Pose,
    /// Standard deviation of the position, inches, along each axis.
    pub sigma_in: f64,
    /// Standard deviation of the heading, radians.
    pub heading_sigma_rad: f64,
    /// False while something hides the ship.
    pub seen: bool,
    /// False while the name or the bow is a guess.
    pub sure: bool,
    /// The certainty of the name and of the bow.
    #[serde(default)]
    pub confidence: Confidence,
    /// The frame it was read from.
    pub frame: FrameId,
    /// The calibration in force.
    pub calibration: CalibrationId,
    /// The calibration's part of the position's error, where it is known. It is shared with other ships and
    /// cancels between them. It is not stored: places of another time may belong to another calibration.
    #[serde(skip)]
    pub camera_error: Option<CameraError>,
}

impl Observation {
    /// A place known without observation: stated, typed or set by a scenario. Exact, seen and sure.
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

    /// The error of the position along any line.
    pub(crate) fn place_error(&self) -> PlaceError<'_> {
        PlaceError { sigma_in: self.sigma_in, camera: self.camera_error.as_ref() }
    }
}
