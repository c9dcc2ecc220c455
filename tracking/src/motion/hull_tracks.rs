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

    /// True if any hull is followed.
    pub fn in_sight(&self) -> bool {
        self.tracks.iter().flatten().any(|track| track.in_sight)
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

#[cfg(test)]
mod tests {
    use super::*;
    use geometry::Heading;

    fn at(x_in: f64, heading_deg: f64) -> HullPose {
        HullPose { middle: Point::new(x_in, 10.0), heading: Heading::from_deg(heading_deg) }
    }

    #[test]
    fn a_hull_that_keeps_its_speed_is_where_it_is_predicted() {
        let track = HullTrack::starting(at(5.0, 90.0), 1.0).sighted(at(5.5, 100.0), 1.1);
        let next = track.predicted(1.2, 1.0);
        assert!(
            (next.middle.x_in - 6.0).abs() < 1e-9 && (next.heading.deg() - 110.0).abs() < 1e-9,
            "{next:?}"
        );
        let later = track.predicted(1.3, 0.5);
        assert!((later.middle.x_in - 6.0).abs() < 1e-9, "half the speed, twice the time: {later:?}");
    }

    #[test]
    fn a_track_ends_at_a_hull_in_either_bow_direction_and_says_where_it_came_from() {
        let track = HullTrack::starting(at(5.0, 90.0), 0.0).sighted(at(9.0, 80.0), 0.5);
        assert!(track.ends_at(at(9.1, 85.0)) && track.ends_at(at(9.0, 260.0)));
        assert!(!track.ends_at(at(9.6, 80.0)) && !track.ends_at(at(9.0, 140.0)));
        let lost = HullTrack { in_sight: false, ..track };
        let tracks =
            HullTracks::new(vec![None, Some(track), Some(HullTrack { from: at(20.0, 0.0), ..lost })]);
        assert_eq!(tracks.from(at(5.02, 90.0)), Some(&track));
        assert_eq!(tracks.from(at(20.0, 0.0)), None, "a hull that was lost proves nothing");
        assert_eq!(tracks.only(|ship| ship == 2).from(at(5.0, 90.0)), None);
    }
}
