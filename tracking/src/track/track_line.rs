//! The line that `track` prints for each picture, in the format described at the head of `tables/score.py`.

use crate::state::reading::TableReading;
use geometry::{Confidence, Observation};
use serde::{Deserialize, Serialize};

/// The observations of one picture as one line of JSON.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrackLine {
    /// The picture's file name.
    pub image: String,
    /// Every learnt ship.
    pub ships: Vec<TrackShip>,
    /// False while something covers part of the table.
    pub still: bool,
    /// Milliseconds from the decoded frame to the observations.
    pub ms: f64,
}

/// One ship of a [`TrackLine`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TrackShip {
    /// The ship's name.
    pub id: String,
    /// Inches east of the south-west corner, below the stack.
    pub x: f64,
    /// Inches north of the south-west corner, below the stack.
    pub y: f64,
    /// Degrees clockwise from north.
    pub heading_deg: f64,
    /// Standard deviation of the position along each axis, inches.
    pub sigma_in: f64,
    /// Standard deviation of the heading, degrees.
    #[serde(default)]
    pub heading_sigma_deg: f64,
    /// False for a ship that something hides; then its last place is given.
    pub seen: bool,
    /// False if name or bow is a guess.
    pub sure: bool,
    /// The probabilities that the name and the bow are right.
    pub confidence: Confidence,
}

impl TrackShip {
    fn of(observation: &Observation) -> Self {
        let pose = observation.pose;
        Self {
            id: observation.ship.to_string(),
            x: pose.stack.x_in,
            y: pose.stack.y_in,
            heading_deg: pose.heading.deg(),
            sigma_in: observation.sigma_in,
            heading_sigma_deg: observation.heading_sigma_rad.to_degrees(),
            seen: observation.seen,
            sure: observation.sure,
            confidence: observation.confidence,
        }
    }
}

impl TrackLine {
    /// Creates the line for one picture, which took `ms` milliseconds.
    pub fn new(image: impl Into<String>, reading: &TableReading, ms: f64) -> Self {
        Self::of(image, &reading.observations, reading.still, ms)
    }

    /// Creates the line from observations alone.
    pub fn of(image: impl Into<String>, observations: &[Observation], still: bool, ms: f64) -> Self {
        Self { image: image.into(), ships: observations.iter().map(TrackShip::of).collect(), still, ms }
    }
}
