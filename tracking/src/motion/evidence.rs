//! Evidence from the frames between two still pictures, if the table was watched.

use crate::hull::pose::HullPose;
use crate::motion::hull_tracks::{HullTrack, HullTracks};

/// The motion seen between two still pictures.
pub trait MotionEvidence {
    /// True if nothing moved at this place: the ship there is still there.
    fn untouched(&self, spot: HullPose) -> bool;
    /// True if the place was seen without its ship: a hull there now has arrived since.
    fn vacated(&self, spot: HullPose) -> bool;
    /// True if a ship can have gone from one place to the other: it had left the first before the second was
    /// occupied.
    fn may_have_gone(&self, from: HullPose, to: HullPose) -> bool;
    /// The track of the hull that stood at this place, if it was never out of sight since.
    fn followed(&self, _from: HullPose) -> Option<&HullTrack> {
        None
    }
}

/// No evidence: the table was not watched.
#[derive(Debug, Clone, Copy)]
pub struct NoEvidence;

impl MotionEvidence for NoEvidence {
    fn untouched(&self, _: HullPose) -> bool {
        false
    }

    fn vacated(&self, _: HullPose) -> bool {
        false
    }

    fn may_have_gone(&self, _: HullPose, _: HullPose) -> bool {
        true
    }
}

/// The evidence of tracks, besides that of the frames as a whole.
pub struct TrackEvidence<'a> {
    /// The tracks.
    pub tracks: &'a HullTracks,
    /// What else was seen.
    pub frames: &'a dyn MotionEvidence,
}

impl MotionEvidence for TrackEvidence<'_> {
    fn untouched(&self, spot: HullPose) -> bool {
        self.frames.untouched(spot)
    }

    fn vacated(&self, spot: HullPose) -> bool {
        self.frames.vacated(spot)
    }

    fn may_have_gone(&self, from: HullPose, to: HullPose) -> bool {
        self.frames.may_have_gone(from, to)
    }

    fn followed(&self, from: HullPose) -> Option<&HullTrack> {
        self.tracks.from(from)
    }
}
