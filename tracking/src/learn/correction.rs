//! Learning from corrections by hand.

use crate::hull::pose::HullPose;
use geometry::ShipId;
use geometry::wrap_pi;
use serde::{Deserialize, Serialize};

/// Offset between a ship's template and its hull, from outlines that the player dragged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct AppearanceOffset {
    /// Bow and stern were exchanged when the template was learnt.
    pub about: bool,
    /// The hull's middle ahead of the template's, inches.
    pub ahead_in: f64,
    /// The hull's middle to starboard of the template's, inches.
    pub starboard_in: f64,
    /// The keel's clockwise turn relative to the template, radians.
    pub clockwise_rad: f64,
    /// Number of corrections it was learnt from.
    pub corrections: u32,
}

/// One learnt correction, to be stored with the fleet ([`crate::Fleet::learn`]).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum LearntCorrection {
    /// A ship's template has a new offset from its hull.
    Lies {
        /// The ship.
        ship: ShipId,
        /// The new offset.
        taught: AppearanceOffset,
    },
    /// Two ships were learnt under each other's name: their templates are exchanged.
    Exchanged {
        /// The first ship.
        one: ShipId,
        /// The second ship.
        other: ShipId,
    },
}

/// Standard deviations of a middle learnt from the annotated picture, and of an outline dragged by hand,
/// inches.
const LEARNT_IN: f64 = 0.06;
const HAND_IN: f64 = 0.04;
/// Larger differences than these mean another place, not an offset; inches and radians.
const FURTHEST_IN: f64 = 0.35;
const FURTHEST_RAD: f64 = 0.35;

impl AppearanceOffset {
    /// The hull's pose for a template at `looks`.
    pub fn hull(&self, looks: HullPose) -> HullPose {
        let looks = if self.about { looks.reversed() } else { looks };
        looks.stepped(self.ahead_in, self.starboard_in, self.clockwise_rad)
    }

    /// The template's pose for a hull at `hull`.
    pub fn looks(&self, hull: HullPose) -> HullPose {
        let heading = hull.heading.turned(-self.clockwise_rad);
        let looks = HullPose { heading, ..hull }.stepped(-self.ahead_in, -self.starboard_in, 0.0);
        if self.about { looks.reversed() } else { looks }
    }

    /// The offset after a correction: the template was registered at `looks` and the player placed the hull
    /// at `told`. It is the mean of all corrections, with the learnt middle as a prior. `None` if the two
    /// poses are too far apart.
    pub fn after(&self, looks: HullPose, told: HullPose) -> Option<Self> {
        let seen = if self.about { looks.reversed() } else { looks };
        let (ahead, starboard) = seen.ship_frame(told.middle);
        let clockwise = wrap_pi(told.heading.rad() - seen.heading.rad());
        if ahead.hypot(starboard) > FURTHEST_IN || clockwise.abs() > FURTHEST_RAD {
            return None;
        }
        let prior = (HAND_IN / LEARNT_IN).powi(2);
        let before = f64::from(self.corrections) + prior;
        let mean = |was: f64, now: f64| (was * before + now) / (before + 1.0);
        Some(Self {
            about: self.about,
            ahead_in: mean(self.ahead_in, ahead),
            starboard_in: mean(self.starboard_in, starboard),
            clockwise_rad: mean(self.clockwise_rad, clockwise),
            corrections: self.corrections + 1,
        })
    }

    /// The offset with bow and stern exchanged.
    pub fn turned_about(&self) -> Self {
        Self { about: !self.about, ahead_in: -self.ahead_in, starboard_in: -self.starboard_in, ..*self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::{Heading, Point};

    fn pose(x_in: f64, y_in: f64, deg: f64) -> HullPose {
        HullPose { middle: Point::new(x_in, y_in), heading: Heading::from_deg(deg) }
    }

    #[test]
    fn a_hull_and_its_looks_are_found_from_each_other() {
        let taught = AppearanceOffset {
            about: true,
            ahead_in: 0.08,
            starboard_in: -0.03,
            clockwise_rad: 0.1,
            corrections: 2,
        };
        let hull = taught.hull(pose(20.0, 11.0, 40.0));
        let back = taught.looks(hull);
        assert!(back.middle.distance_in(Point::new(20.0, 11.0)) < 1e-12);
        assert!(back.heading.angle_to(Heading::from_deg(40.0)) < 1e-12);
    }

    #[test]
    fn corrections_that_agree_are_believed_more_and_more() {
        let (looks, told) = (pose(20.0, 11.0, 0.0), pose(20.0, 11.1, 0.0));
        let mut taught = AppearanceOffset::default();
        let mut before = 0.0;
        for _ in 0..3 {
            taught = taught.after(looks, told).unwrap();
            assert!(taught.ahead_in > before && taught.ahead_in < 0.1);
            before = taught.ahead_in;
        }
        assert!(before > 0.08, "{taught:?}");
        assert_eq!(taught.after(looks, pose(21.0, 11.0, 0.0)), None);
    }
}
