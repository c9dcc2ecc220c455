//! What a reading corrected by hand teaches.

use crate::hull::pose::HullPose;
use geometry::ShipId;
use geometry::wrap_pi;
use serde::{Deserialize, Serialize};

/// How the looks of a ship, as the muster learnt them, lie off its hull: told by a player who dragged the outline.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct AppearanceOffset {
    /// Bow and stern were exchanged when the ship was learnt.
    pub about: bool,
    /// The hull's middle lies so far ahead of that of the looks, inches.
    pub ahead_in: f64,
    /// And so far to starboard.
    pub starboard_in: f64,
    /// The keel is turned clockwise against the looks, radians.
    pub clockwise_rad: f64,
    /// Corrections this was learnt from.
    pub corrections: u32,
}

/// One thing learnt, to be kept with the fleet ([`crate::Fleet::learn`]).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum LearntCorrection {
    /// A ship's looks lie otherwise on its hull.
    Lies {
        /// Which ship.
        ship: ShipId,
        /// How, from now on.
        taught: AppearanceOffset,
    },
    /// Two ships were learnt under each other's name: their looks are exchanged.
    Exchanged {
        /// One.
        one: ShipId,
        /// The other.
        other: ShipId,
    },
}

/// How far a middle learnt at a muster may be off, and how exactly a hand drags an outline, inches.
const MUSTER_IN: f64 = 0.06;
const HAND_IN: f64 = 0.04;
/// Larger differences than these are another place, not another middle; inches and radians.
const FURTHEST_IN: f64 = 0.35;
const FURTHEST_RAD: f64 = 0.35;

impl AppearanceOffset {
    /// Where the hull lies whose looks lie at `looks`.
    pub fn hull(&self, looks: HullPose) -> HullPose {
        let looks = if self.about { looks.reversed() } else { looks };
        looks.stepped(self.ahead_in, self.starboard_in, self.clockwise_rad)
    }

    /// Where the looks lie of a hull that lies at `hull`.
    pub fn looks(&self, hull: HullPose) -> HullPose {
        let heading = hull.heading.turned(-self.clockwise_rad);
        let looks = HullPose { heading, ..hull }.stepped(-self.ahead_in, -self.starboard_in, 0.0);
        if self.about { looks.reversed() } else { looks }
    }

    /// What is believed after the looks were found at `looks` and a hand laid the hull to `told`: the mean of all
    /// corrections, drawn to the muster's word. `None` where the two are too far apart to teach anything.
    pub fn after(&self, looks: HullPose, told: HullPose) -> Option<Self> {
        let seen = if self.about { looks.reversed() } else { looks };
        let (ahead, starboard) = seen.ship_frame(told.middle);
        let clockwise = wrap_pi(told.heading.rad() - seen.heading.rad());
        if ahead.hypot(starboard) > FURTHEST_IN || clockwise.abs() > FURTHEST_RAD {
            return None;
        }
        let prior = (HAND_IN / MUSTER_IN).powi(2);
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

    /// The same with bow and stern exchanged.
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
