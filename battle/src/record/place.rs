//! Official places of ships: stored, compared, and measured.

use geometry::{Heading, Observation, Point, Pose, Similarity, round_bearing_deg, round_in};
use serde::{Deserialize, Serialize};
use std::f64::consts::FRAC_PI_2;

/// The largest small shift, and the largest error of a model set down at its place, inches.
pub(crate) const NEAR_IN: f64 = 0.25;
/// A place as stored: rounded to 0.001 in and 0.01 degree.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// Inches east, below the stack.
    pub x_in: f64,
    /// Inches north, below the stack.
    pub y_in: f64,
    /// Degrees clockwise from north.
    pub heading_deg: f64,
    /// Standard deviation of the position, inches along each axis.
    pub sigma_in: f64,
    /// Standard deviation of the heading, degrees.
    pub heading_sigma_deg: f64,
    /// Whether it was typed or dragged on the map, not seen by a camera.
    #[serde(default, skip_serializing_if = "is_false")]
    pub by_hand: bool,
}

impl Place {
    /// An observation, rounded for storage.
    pub fn of(observation: &Observation) -> Self {
        Self {
            x_in: round_in(observation.pose.stack.x_in),
            y_in: round_in(observation.pose.stack.y_in),
            heading_deg: round_bearing_deg(observation.pose.heading.deg()),
            sigma_in: round_in(observation.sigma_in),
            heading_sigma_deg: geometry::round_deg(observation.heading_sigma_rad.to_degrees()),
            by_hand: false,
        }
    }

    /// A place that players typed or dragged on the map: taken as exact.
    pub fn by_hand(pose: Pose) -> Self {
        Self {
            x_in: round_in(pose.stack.x_in),
            y_in: round_in(pose.stack.y_in),
            heading_deg: round_bearing_deg(pose.heading.deg()),
            sigma_in: 0.0,
            heading_sigma_deg: 0.0,
            by_hand: true,
        }
    }

    /// Another pose with the same uncertainty.
    #[must_use]
    pub fn standing(&self, pose: Pose) -> Self {
        Self {
            x_in: round_in(pose.stack.x_in),
            y_in: round_in(pose.stack.y_in),
            heading_deg: round_bearing_deg(pose.heading.deg()),
            ..*self
        }
    }

    /// The pose.
    pub fn pose(&self) -> Pose {
        Pose { stack: Point::new(self.x_in, self.y_in), heading: Heading::from_deg(self.heading_deg) }
    }
}

impl Place {
    /// The same place in another frame of reference.
    #[must_use]
    pub fn in_frame(&self, change: &Similarity) -> Self {
        Self { sigma_in: round_in(self.sigma_in * change.scale()), ..self.standing(change.pose(self.pose())) }
    }
}

impl Place {
    /// Returns whether the stack is at the same place, whatever the heading, within the tolerance for models set down
    /// and nudged.
    pub(crate) fn is_at(&self, read: &Self) -> bool {
        self.pose().stack.distance_in(read.pose().stack) <= NEAR_IN
    }

    /// Returns whether the bow points the same way rather than the opposite one.
    pub(crate) fn heads_with(&self, read: &Self) -> bool {
        self.pose().heading.angle_to(read.pose().heading) < FRAC_PI_2
    }
}

pub(crate) fn is_false(flag: &bool) -> bool {
    !flag
}
