//! Evidence from the frames between two still pictures, if the table was watched.

use crate::hull::pose::HullPose;

/// What was seen between two still pictures.
pub trait MotionEvidence {
    /// Nothing moved at this place: the ship that stood there is still there.
    fn untouched(&self, spot: HullPose) -> bool;
    /// The place was seen without its ship: whatever stands there now came there.
    fn vacated(&self, spot: HullPose) -> bool;
    /// Could a ship have gone from one place to the other: had it left the first before the second was occupied?
    fn may_have_gone(&self, from: HullPose, to: HullPose) -> bool;
}

/// The table was not watched.
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
