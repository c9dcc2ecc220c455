//! Ways over the table, leg by leg: the track of the stack (GUN-19).

use crate::plane::heading::{Flank, Heading};
use crate::plane::place::{Point, Pose};
use serde::{Deserialize, Serialize};
use std::f64::consts::FRAC_PI_2;

/// A shorter turn or straight counts as none, inches.
pub(crate) const NO_WAY_IN: f64 = 1e-9;

/// One leg of a way.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(tag = "leg", rename_all = "snake_case")]
pub enum Leg {
    /// Straight, along the keel.
    Straight {
        /// Inches ahead; negative for backing.
        ahead_in: f64,
    },
    /// On a circle.
    Turn {
        /// The side of the turn.
        helm: Flank,
        /// The circle's radius, inches.
        radius_in: f64,
        /// The turn of the heading, radians, not negative.
        angle_rad: f64,
    },
    /// Turning in place about the stack.
    Pivot {
        /// Clockwise positive, radians.
        clockwise_rad: f64,
    },
}

impl Leg {
    /// The length at the stack, inches; 0 for a pivot; backing counts like going ahead.
    pub fn length_in(&self) -> f64 {
        match *self {
            Self::Straight { ahead_in } => ahead_in.abs(),
            Self::Turn { radius_in, angle_rad, .. } => radius_in * angle_rad,
            Self::Pivot { .. } => 0.0,
        }
    }

    /// Returns true if the leg has a length, or is a turn in place.
    fn is_way(&self) -> bool {
        let pivots = matches!(*self, Self::Pivot { clockwise_rad } if clockwise_rad.abs() > NO_WAY_IN);
        self.length_in() > NO_WAY_IN || pivots
    }

    /// The pose of a ship that begins this leg at `from` and has gone `share` of it (0 to 1).
    pub fn pose_after(&self, from: Pose, share: f64) -> Pose {
        match *self {
            Self::Straight { ahead_in } => {
                Pose { stack: from.stack.moved(from.heading, share * ahead_in), heading: from.heading }
            }
            Self::Turn { helm, radius_in, angle_rad } => {
                let heading = from.heading.turned(helm.clockwise() * share * angle_rad);
                let centre = turning_centre(from, helm, radius_in);
                Pose { stack: off_centre(centre, helm, radius_in, heading), heading }
            }
            Self::Pivot { clockwise_rad } => {
                Pose { stack: from.stack, heading: from.heading.turned(share * clockwise_rad) }
            }
        }
    }
}

/// The centre of the circle on which a ship at `pose` turns.
pub(crate) fn turning_centre(pose: Pose, helm: Flank, radius_in: f64) -> Point {
    pose.stack.moved(pose.heading.turned(FRAC_PI_2), helm.clockwise() * radius_in)
}

/// The point of that circle at which a ship has this heading.
pub(crate) fn off_centre(centre: Point, helm: Flank, radius_in: f64, heading: Heading) -> Point {
    centre.moved(heading.turned(FRAC_PI_2), -helm.clockwise() * radius_in)
}

/// A way: its start and its legs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Path {
    /// The pose at the start.
    pub start: Pose,
    /// The legs, in order.
    pub legs: Vec<Leg>,
}

impl Path {
    /// A way without legs.
    pub fn at(start: Pose) -> Self {
        Self { start, legs: Vec::new() }
    }

    /// Adds a leg, unless it has no length.
    pub fn push(&mut self, leg: Leg) {
        self.legs.extend(Some(leg).filter(Leg::is_way));
    }

    /// This way followed by another.
    pub fn then(mut self, next: &Self) -> Self {
        self.legs.extend(&next.legs);
        self
    }

    /// The length at the stack, inches.
    pub fn length_in(&self) -> f64 {
        self.legs.iter().map(Leg::length_in).sum()
    }

    /// The pose at the end.
    pub fn end(&self) -> Pose {
        self.legs.iter().fold(self.start, |pose, leg| leg.pose_after(pose, 1.0))
    }

    /// The pose after `run_in` inches, limited to start and end. A pivot at exactly that place is completed.
    pub fn pose_at(&self, run_in: f64) -> Pose {
        self.within(run_in).fold(self.start, |pose, leg| leg.pose_after(pose, 1.0))
    }

    /// The part of the way within an allowance; its end is the furthest legal place along the way. A pivot at
    /// exactly that place is included.
    pub fn cut_at(&self, allowance_in: f64) -> Self {
        Self { start: self.start, legs: self.within(allowance_in).collect() }
    }

    /// The legs within an allowance, the last of them cut off there; legs without a length are left out.
    fn within(&self, allowance_in: f64) -> impl Iterator<Item = Leg> + '_ {
        let mut left_in = Some(allowance_in.max(0.0));
        let legs = self.legs.iter().map_while(move |&leg| {
            let (length_in, allowed_in) = (leg.length_in(), left_in?);
            left_in = (length_in <= allowed_in).then_some(allowed_in - length_in);
            Some(if left_in.is_some() { leg } else { part_of(leg, allowed_in / length_in) })
        });
        legs.filter(Leg::is_way)
    }

    /// Poses from start to end, at most `step_in` inches or `step_rad` of a pivot apart, and at every end of
    /// a leg; each with the inches run up to it.
    pub fn sampled(&self, step_in: f64, step_rad: f64) -> Vec<(f64, Pose)> {
        let mut poses = vec![(0.0, self.start)];
        let (mut pose, mut run_in) = (self.start, 0.0);
        for leg in &self.legs {
            let steps = match *leg {
                Leg::Pivot { clockwise_rad } => (clockwise_rad.abs() / step_rad).ceil(),
                _ => (leg.length_in() / step_in).ceil(),
            };
            // A limit of 100,000 steps per leg; no table needs as many.
            let steps = (steps as u32).clamp(1, 100_000);
            for step in 1..=steps {
                let share = f64::from(step) / f64::from(steps);
                poses.push((run_in + share * leg.length_in(), leg.pose_after(pose, share)));
            }
            pose = leg.pose_after(pose, 1.0);
            run_in += leg.length_in();
        }
        poses
    }
}

fn part_of(leg: Leg, share: f64) -> Leg {
    match leg {
        Leg::Straight { ahead_in } => Leg::Straight { ahead_in: share * ahead_in },
        Leg::Turn { helm, radius_in, angle_rad } => {
            Leg::Turn { helm, radius_in, angle_rad: share * angle_rad }
        }
        Leg::Pivot { clockwise_rad } => Leg::Pivot { clockwise_rad: share * clockwise_rad },
    }
}
