//! Evidence from the frames between two still pictures, if the table was watched.

use crate::hull::pose::HullPose;

/// The motion seen between two still pictures.
pub trait MotionEvidence {
    /// True if nothing moved at this place: the ship there is still there.
    fn untouched(&self, spot: HullPose) -> bool;
    /// True if the place was seen without its ship: a hull there now has arrived since.
    fn vacated(&self, spot: HullPose) -> bool;
    /// True if a ship can have gone from one place to the other: it had left the first before the second was
    /// occupied.
    fn may_have_gone(&self, from: HullPose, to: HullPose) -> bool;
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
