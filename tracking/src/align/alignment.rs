//! Stage: alignment. Candidates are registered at full resolution, touching ships are placed jointly, and
//! close neighbours are registered again without each other's pixels.

use crate::align::touching::{clusters, place_jointly};
use crate::background::frame_signal::FrameSignal;
use crate::background::still_picture::TrackError;
use crate::detect::by_appearance::MISSING;
use crate::detect::candidates::IN_PILE;
use crate::detect::detection::{Detection, Detections, refine_candidate};
use crate::detect::explained::explained;
use crate::detect::hands::{BlobKind, SizeLimit};
use crate::hull::pose::HullPose;
use crate::learn::correction::LearntCorrection;
use crate::segment::foreground::Foreground;
use crate::state::tracked_ship::TrackedShip;
use crate::template::occlusion::Occluder;
use geometry::outline_gap_in;

/// Rounds of searching for missing ships in the foreground that no other ship explains.
const ROUNDS: usize = 3;
/// Ships whose plans are nearer than this, inches, are registered again without each other's pixels; and the
/// number of rounds.
const CLOSE_IN: f64 = 0.3;
const PARTINGS: usize = 2;
/// The largest distance that such a second registration may move a ship, inches.
const PARTED_IN: f64 = 0.3;

/// The aligned hulls of one picture. Lists are in the order of the fleet.
#[derive(Debug, Clone)]
pub struct AlignedShips {
    /// The ships, as detection returned them.
    pub ships: Vec<TrackedShip>,
    /// The hull found for each ship. Its identity is decided later.
    pub hulls: Vec<Option<Detection>>,
    /// Corrections learnt from placements by hand.
    pub lessons: Vec<LearntCorrection>,
}

/// Aligns the detected ships.
///
/// # Errors
/// When OpenCV fails.
pub fn align(foreground: &Foreground<'_>, detections: Detections) -> Result<AlignedShips, TrackError> {
    let Detections { ships, found, candidates, lessons } = detections;
    let mut hulls = found;
    for ((ship, hull), candidate) in ships.iter().zip(&mut hulls).zip(&candidates) {
        if let Some(candidate) = candidate {
            *hull = Some(refine_candidate(&foreground.signal, ship, candidate)?);
        }
    }
    let hulls = with_touching(foreground, &ships, hulls)?;
    let hulls = separated(&foreground.signal, &ships, hulls)?;
    Ok(AlignedShips { ships, hulls, lessons })
}

/// The ships that have a hull, with its pose.
pub fn lying<'s>(ships: &'s [TrackedShip], hulls: &[Option<Detection>]) -> Vec<(&'s TrackedShip, HullPose)> {
    ships.iter().zip(hulls).filter_map(|(ship, hull)| Some((ship, hull.as_ref()?.pose))).collect()
}

/// Adds the ships still missing, placed jointly in the foreground that no other ship explains.
fn with_touching(
    foreground: &Foreground<'_>,
    ships: &[TrackedShip],
    mut hulls: Vec<Option<Detection>>,
) -> Result<Vec<Option<Detection>>, TrackError> {
    let signal = &foreground.signal;
    for _ in 0..ROUNDS {
        let wanted: Vec<usize> = (0..ships.len()).filter(|&ship| hulls[ship].is_none()).collect();
        if wanted.is_empty() {
            break;
        }
        let left = foreground.blobs_without(&explained(foreground, &lying(ships, &hulls), |_| 0.0))?;
        let largest = SizeLimit::of(ships);
        let of_kind = |kind: BlobKind| {
            clusters(signal, left.iter().filter(|blob| BlobKind::of(foreground, blob, largest) == kind))
        };
        let taken: Vec<(usize, HullPose)> =
            hulls.iter().enumerate().filter_map(|(ship, f)| Some((ship, f.as_ref()?.pose))).collect();
        let place =
            |kind: BlobKind, limit: f64| place_jointly(signal, ships, &wanted, &taken, &of_kind(kind), limit);
        let mut choices = place(BlobKind::Ships, MISSING);
        if choices.is_empty() {
            choices = place(BlobKind::Pile, IN_PILE);
        }
        if choices.is_empty() {
            break;
        }
        for choice in choices {
            hulls[choice.ship] = Some(refine_candidate(signal, &ships[choice.ship], &choice.candidate)?);
        }
    }
    Ok(hulls)
}

/// Registers ships that stand close together again, each without the pixels of the others.
fn separated(
    signal: &FrameSignal<'_>,
    ships: &[TrackedShip],
    mut hulls: Vec<Option<Detection>>,
) -> Result<Vec<Option<Detection>>, TrackError> {
    let outline = |ship: usize, pose| ships[ship].hull.outline(ships[ship].stack_pose(pose));
    for _ in 0..PARTINGS {
        let poses: Vec<Option<HullPose>> = hulls.iter().map(|f| f.as_ref().map(|f| f.pose)).collect();
        for ship in 0..ships.len() {
            let Some(found) = hulls[ship].as_mut().filter(|found| !found.by_tag()) else { continue };
            let near: Vec<Occluder> = poses
                .iter()
                .enumerate()
                .filter_map(|(other, pose)| Some((other, (*pose)?)))
                .filter(|&(other, pose)| {
                    let reach_in = CLOSE_IN + ships[other].hull.length_in + ships[ship].hull.length_in;
                    other != ship
                        && pose.middle.distance_in(found.pose.middle) < reach_in
                        && outline_gap_in(&outline(ship, found.pose), &outline(other, pose)) < CLOSE_IN
                })
                .map(|(other, pose)| ships[other].as_occluder(pose))
                .collect();
            if near.is_empty() {
                continue;
            }
            let parted = ships[ship].fit_fine_occluded(signal, found.pose, &near)?;
            if let Some(fit) = parted.filter(|fit| fit.pose.middle.distance_in(found.pose.middle) < PARTED_IN)
            {
                found.pose = fit.pose;
            }
        }
    }
    Ok(hulls)
}
