//! Stage: detection of each ship in one picture: by placement by hand, by tag, by appearance.

use crate::background::still_picture::TrackError;
use crate::detect::by_appearance::by_appearance;
use crate::detect::by_hand::{by_hand, without_vacated};
use crate::detect::by_tag::by_tag;
use crate::detect::detection::Detections;
use crate::motion::evidence::MotionEvidence;
use crate::segment::foreground::Foreground;
use crate::state::tracked_ship::TrackedShip;

/// Detects the ships of a fleet.
///
/// # Errors
/// When OpenCV fails.
pub fn detect(
    foreground: &Foreground<'_>,
    ships: &[TrackedShip],
    motion: &dyn MotionEvidence,
) -> Result<Detections, TrackError> {
    let placed = by_hand(foreground, without_vacated(ships, motion))?;
    let tagged = by_tag(foreground, placed)?;
    Ok(by_appearance(foreground, tagged))
}
