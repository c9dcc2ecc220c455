//! Tracks of the hulls that move between two measured frames.

use crate::hull::pose::HullPose;
use geometry::Point;

/// A hull that is followed from frame to frame since the last measured one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HullTrack {
    /// Where it stood in the last measured frame.
    pub from: HullPose,
    /// Where it is now, or was last seen.
    pub pose: HullPose,
    /// Where it was in the frame before.
    pub before: HullPose,
    /// True as long as it has never been out of sight.
    pub in_sight: bool,
    /// The time of the last frame, seconds since the source began.
    pub at_s: f64,
}

/// A track ends at a hull this close to it, inches and radians. A hull that is set down slides a little under the
/// hand in the last frames.
const ENDS_WITHIN_IN: f64 = 0.35;
const ENDS_WITHIN_RAD: f64 = 0.5;

impl HullTrack {
    /// The track of a hull that has not moved yet.
    pub fn starting(from: HullPose, at_s: f64) -> Self {
        Self { from, pose: from, before: from, in_sight: true, at_s }
    }

    /// True if the track ends at this hull, whichever of its ends is the bow.
    pub fn ends_at(&self, hull: HullPose) -> bool {
        let turn_rad = self.pose.heading.angle_to(hull.heading);
        self.pose.middle.distance_in(hull.middle) < ENDS_WITHIN_IN
            && turn_rad.min(std::f64::consts::PI - turn_rad) < ENDS_WITHIN_RAD
    }

    /// The pose in the next frame if the hull keeps its speed.
    pub fn predicted(&self) -> HullPose {
        let (now, before) = (self.pose, self.before);
        let middle = Point::new(
            2.0 * now.middle.x_in - before.middle.x_in,
            2.0 * now.middle.y_in - before.middle.y_in,
        );
        let turn_rad = before.heading.relative(now.heading).rad();
        HullPose { middle, heading: now.heading.turned(turn_rad) }
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
