//! Tracks of the hulls that move between two measured frames.

use crate::hull::pose::HullPose;
use geometry::Point;

/// A hull that is followed from frame to frame since the last measured one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HullTrack {
    /// Where it stood in the last measured frame.
    pub from: HullPose,
    /// Where it was last in sight.
    pub pose: HullPose,
    /// When that was, seconds since the source began.
    pub seen_s: f64,
    /// Where it was in sight before, and when.
    pub before: (HullPose, f64),
    /// True as long as it has been in sight, but for moments.
    pub in_sight: bool,
}

/// A track ends at a hull this close to it, inches and radians. A hull that is set down slides a little under the
/// hand in the last frames.
const ENDS_WITHIN_IN: f64 = 0.35;
const ENDS_WITHIN_RAD: f64 = 0.5;
/// Frames are at least so far apart, seconds.
const LEAST_STEP_S: f64 = 0.01;

impl HullTrack {
    /// The track of a hull that has not moved yet.
    pub fn starting(from: HullPose, at_s: f64) -> Self {
        Self { from, pose: from, seen_s: at_s, before: (from, at_s), in_sight: true }
    }

    /// The track of a hull that is in sight at `pose`.
    #[must_use]
    pub fn sighted(self, pose: HullPose, at_s: f64) -> Self {
        Self { pose, seen_s: at_s, before: (self.pose, self.seen_s), ..self }
    }

    /// True if the track ends at this hull, whichever of its ends is the bow.
    pub fn ends_at(&self, hull: HullPose) -> bool {
        let turn_rad = self.pose.heading.angle_to(hull.heading);
        self.pose.middle.distance_in(hull.middle) < ENDS_WITHIN_IN
            && turn_rad.min(std::f64::consts::PI - turn_rad) < ENDS_WITHIN_RAD
    }

    /// The pose at a time if the hull goes on at `share` of its speed.
    pub fn predicted(&self, at_s: f64, share: f64) -> HullPose {
        let (now, (before, before_s)) = (self.pose, self.before);
        let times = share * (at_s - self.seen_s) / (self.seen_s - before_s).max(LEAST_STEP_S);
        let along = |now_in: f64, before_in: f64| now_in + times * (now_in - before_in);
        let middle = Point::new(
            along(now.middle.x_in, before.middle.x_in),
            along(now.middle.y_in, before.middle.y_in),
        );
        let turn_rad = before.heading.relative(now.heading).rad();
        HullPose { middle, heading: now.heading.turned(times * turn_rad) }
    }
}

/// The tracks of a fleet, in its order; `None`: the ship has not been touched.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HullTracks {
    tracks: Vec<Option<HullTrack>>,
}

impl HullTracks {
    /// Tracks of these ships.
    pub fn new(tracks: Vec<Option<HullTrack>>) -> Self {
        Self { tracks }
    }

    /// The track of a ship.
    pub fn of(&self, ship: usize) -> Option<&HullTrack> {
        self.tracks.get(ship)?.as_ref()
    }

    /// The track of the hull that stood at a place, if it was never out of sight since.
    pub fn from(&self, place: HullPose) -> Option<&HullTrack> {
        self.tracks.iter().flatten().find(|track| track.in_sight && track.from.is_at(place))
    }

    /// The tracks of those ships that `keep` accepts.
    #[must_use]
    pub fn only(&self, keep: impl Fn(usize) -> bool) -> Self {
        let kept = |(ship, track): (usize, &Option<HullTrack>)| track.filter(|_| keep(ship));
        Self { tracks: self.tracks.iter().enumerate().map(kept).collect() }
    }
}
