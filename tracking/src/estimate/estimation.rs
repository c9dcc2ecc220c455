//! Stage: estimation. The identified hulls give the observations of this picture and the state for the next
//! one.

use crate::align::alignment::lying;
use crate::associate::association::Association;
use crate::background::still_picture::TrackError;
use crate::background::table_background::TableBackground;
use crate::detect::by_hand::placement_after;
use crate::detect::coverage::covered;
use crate::detect::detection::Detection;
use crate::detect::explained::explained;
use crate::detect::hands::{SizeLimit, is_hand};
use crate::estimate::observation::CalibrationInForce;
use crate::estimate::questions::questions;
use crate::hull::pose::HullPose;
use crate::identity::question::is_sure;
use crate::segment::foreground::Foreground;
use crate::segment::revealed::revealed;
use crate::state::reading::{Presence, Stranger, TableReading};
use crate::state::track_state::TrackState;
use crate::state::tracked_ship::TrackedShip;
use geometry::FrameId;
use std::sync::Arc;

/// A missing ship counts as hidden if at least this share of its place is covered.
const HIDES: f64 = 0.3;
/// Hulls further apart than this do not disturb each other's ends, inches.
const CLEAR_IN: f64 = 0.15;

/// The result of a picture: the reading, and the state after it.
#[derive(Debug, Clone)]
pub struct Estimate {
    /// The reading of the table.
    pub reading: TableReading,
    /// The state for the measurement of the next picture.
    pub next: TrackState,
}

/// Estimates poses and uncertainties of all ships. `before`: the state used for measuring this picture.
///
/// # Errors
/// When OpenCV fails.
pub fn estimate(
    foreground: Foreground<'_>,
    association: Association,
    before: &TrackState,
    calibration: &CalibrationInForce,
    frame: FrameId,
) -> Result<Estimate, TrackError> {
    let Association { mut ships, hulls, confidence, hypotheses, lessons } = association;
    let largest = SizeLimit::of(&ships);
    let still = !foreground.blobs.iter().any(|blob| is_hand(blob, largest));
    let of_ships = explained(&foreground, &lying(&ships, &hulls), TrackedShip::margin_in);
    let unexplained = foreground.without(&of_ships)?;
    for (ship, hull) in ships.iter_mut().zip(&hulls) {
        ship.hand_placed = placement_after(&unexplained, ship, hull.as_ref());
    }
    let strangers = unexplained
        .blobs
        .iter()
        .filter(|blob| !is_hand(blob, largest))
        .map(|blob| Stranger { middle: blob.axis.middle, length_in: blob.length_in })
        .collect();
    let background = if still { background_after(&unexplained, &ships, before)? } else { None };
    let presence = ships.iter().zip(&hulls).map(|(ship, hull)| match hull {
        Some(_) => Presence::Seen,
        None if !still || covered(&unexplained, ship, ship.last) > HIDES => Presence::Hidden,
        None => Presence::Missing,
    });
    let presence = presence.collect();
    let alone = alone(&ships, &hulls);
    let mut observations = Vec::with_capacity(ships.len());
    for (((ship, hull), confidence), alone) in ships.iter_mut().zip(&hulls).zip(confidence).zip(alone) {
        let hull = hull.as_ref();
        if let Some(hull) = hull.filter(|hull| alone && !hull.by_tag()) {
            ship.bias = ship.bias_seen(&unexplained.signal, hull.pose, is_sure(confidence))?;
        }
        let camera = &before.background.camera;
        observations.push(calibration.observation(camera, ship, hull, confidence, frame));
    }
    let questions = questions(&ships, &hulls, &hypotheses);
    let lessons = before.pending.iter().cloned().chain(lessons).collect();
    let next = TrackState {
        background: background.unwrap_or_else(|| Arc::clone(&before.background)),
        ships,
        hypotheses,
        pending: Vec::new(),
        watch: before.watch.clone(),
    };
    Ok(Estimate {
        reading: TableReading { observations, presence, still, strangers, lessons, questions },
        next,
    })
}

/// The background model with newly revealed cells in place of estimated ones; `None` if nothing was revealed.
fn background_after(
    unexplained: &Foreground<'_>,
    ships: &[TrackedShip],
    before: &TrackState,
) -> Result<Option<Arc<TableBackground>>, TrackError> {
    // A ship that was not found may still stand at its last place.
    let places: Vec<_> = ships.iter().map(|ship| (&ship.annotation, ship.last)).collect();
    let revealed = revealed(unexplained, &places)?;
    Ok(revealed.map(|revealed| Arc::new(TableBackground::clone(&before.background).with(revealed))))
}

/// For each detected ship: true if no other hull is near enough to be taken for one of its ends. Other
/// objects (dice, smoke, the ship's own leaning mast) hardly affect a silhouette.
fn alone(ships: &[TrackedShip], hulls: &[Option<Detection>]) -> Vec<bool> {
    let half_in = |ship: &TrackedShip| ship.hull.length_in / 2.0;
    let poses: Vec<Option<HullPose>> = hulls.iter().map(|hull| hull.as_ref().map(|hull| hull.pose)).collect();
    let clear = |at: usize, pose: HullPose| {
        poses.iter().zip(ships).enumerate().all(|(other, (found, ship))| {
            other == at
                || found.is_none_or(|found| {
                    found.middle.distance_in(pose.middle) > half_in(&ships[at]) + half_in(ship) + CLEAR_IN
                })
        })
    };
    poses.iter().enumerate().map(|(at, pose)| pose.is_some_and(|pose| clear(at, pose))).collect()
}
