//! The detections of one picture.

use crate::background::frame_signal::FrameSignal;
use crate::detect::bow_evidence::both_ways;
use crate::detect::candidates::Candidate;
use crate::hull::pose::HullPose;
use crate::identity::bow_belief::BothWays;
use crate::learn::correction::LearntCorrection;
use crate::state::tracked_ship::TrackedShip;

/// A detected hull and the ship it was searched for. Its identity is decided later (`associate`).
#[derive(Debug, Clone, Copy)]
pub struct Detection {
    /// Where the hull lies.
    pub pose: HullPose,
    /// How it was detected.
    pub by: DetectedBy,
}

/// How a hull was detected.
#[derive(Debug, Clone, Copy)]
pub enum DetectedBy {
    /// Its tag was read.
    Tag,
    /// A player placed it there.
    Hand,
    /// By its appearance, registered in both directions.
    Looks(BothWays),
}

impl Detection {
    /// True if name and bow are certain.
    pub fn is_certain(&self) -> bool {
        !matches!(self.by, DetectedBy::Looks(_))
    }

    /// True if it was detected by its tag.
    pub fn by_tag(&self) -> bool {
        matches!(self.by, DetectedBy::Tag)
    }
}

/// The detections of one picture. Lists are in the order of the fleet.
#[derive(Debug, Clone)]
pub struct Detections {
    /// The ships, updated from placements by hand and tags.
    pub ships: Vec<TrackedShip>,
    /// The hulls whose place is known: from a tag, or from a placement by hand.
    pub found: Vec<Option<Detection>>,
    /// The best candidate by appearance of each other ship, not aligned yet.
    pub candidates: Vec<Option<Candidate>>,
    /// Corrections learnt from placements by hand.
    pub lessons: Vec<LearntCorrection>,
}

/// Registers a candidate at full resolution and chooses the more likely bow.
///
/// # Errors
/// When OpenCV fails.
pub fn refine_candidate(
    signal: &FrameSignal<'_>,
    ship: &TrackedShip,
    candidate: &Candidate,
) -> opencv::Result<Detection> {
    let ways = both_ways(signal, ship, candidate)?;
    let (_, pose) = ship.bow.next(ship.last, &ways, ship.reach_in, ship.elapsed);
    Ok(Detection { pose, by: DetectedBy::Looks(ways) })
}
