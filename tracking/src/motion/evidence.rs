//! What was seen between two still moments, where somebody watched.

use crate::hull::pose::HullPose;

/// What was seen of the table between two still moments.
pub trait MotionEvidence {
    /// Nothing moved at this spot all the while: the ship that stood there stands there still.
    fn untouched(&self, spot: HullPose) -> bool;
    /// The spot was seen without its ship: whoever stands there now came there.
    fn vacated(&self, spot: HullPose) -> bool;
    /// A ship may have gone from one place to the other: it was not still at the first when the other was taken.
    fn may_have_gone(&self, from: HullPose, to: HullPose) -> bool;
}

/// Nobody watched.
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
