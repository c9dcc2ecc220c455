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
use crate::detect::hands::{SizeLimit, is_hand, is_too_large};
use crate::estimate::observation::CalibrationInForce;
use crate::estimate::questions::questions;
use crate::hull::pose::HullPose;
use crate::identity::question::is_sure;
use crate::segment::blobs::Blob;
use crate::segment::foreground::Foreground;
use crate::segment::revealed::revealed;
use crate::state::reading::{Presence, Stranger, TableReading, ThingSeen};
use crate::state::track_state::TrackState;
use crate::state::tracked_ship::TrackedShip;
use crate::things::learning::ThingCandidates;
use crate::things::scene::Things;
use crate::things::thing::Thing;
use geometry::FrameId;
use std::collections::BTreeSet;
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
    /// The things on the table with those that this picture showed to be some; `None`: no new ones.
    pub learnt: Option<Things>,
}

/// What is known besides the picture.
#[derive(Debug, Clone, Copy)]
pub struct EstimateInput<'a> {
    /// The state used for measuring this picture.
    pub before: &'a TrackState,
    /// The things in it.
    pub things: &'a Things,
    /// The calibration in use.
    pub calibration: &'a CalibrationInForce,
    /// The picture's number.
    pub frame: FrameId,
}

/// Estimates poses and uncertainties of all ships.
///
/// # Errors
/// When OpenCV fails.
pub fn estimate(
    foreground: Foreground<'_>,
    association: Association,
    input: EstimateInput<'_>,
) -> Result<Estimate, TrackError> {
    let EstimateInput { before, things, calibration, frame } = input;
    let Association { mut ships, hulls, confidence, hypotheses, lessons } = association;
    let largest = SizeLimit::of(&ships);
    let still = !foreground.blobs.iter().any(|blob| is_hand(&foreground, blob, largest));
    let mostly_covered = foreground.blobs.iter().any(|blob| foreground.covers_most(blob));
    let of_ships = explained(&foreground, &lying(&ships, &hulls), TrackedShip::margin_in);
    let unexplained = foreground.without(&of_ships)?;
    for (ship, hull) in ships.iter_mut().zip(&hulls) {
        ship.hand_placed = placement_after(&unexplained, ship, hull.as_ref());
    }
    let of_ships: BTreeSet<(u32, u32)> = of_ships.into_iter().collect();
    let is_large = |blob: &Blob| is_too_large(blob, largest);
    let all_seen = hulls.iter().all(Option::is_some);
    // While it is open which of two tags is the ship's own, the blob with the other one may be the ship.
    let has_tag = |blob: &Blob| {
        let within = |pose: &HullPose| pose.middle.distance_in(blob.axis.middle) < blob.length_in;
        ships.iter().flat_map(|ship| &ship.tag_also_at).any(within)
    };
    let may_be_ship = |blob: &Blob| has_tag(blob) || !(all_seen || is_large(blob));
    let ThingCandidates { settled, unsettled } =
        ThingCandidates::find(&unexplained, &of_ships, is_large, may_be_ship);
    let learnt = match settled.as_slice() {
        [] => None,
        _ => Some(things.with(settled, &unexplained.signal, &of_ships)?),
    };
    let strangers = unexplained
        .blobs
        .iter()
        .filter(|blob| !is_hand(&unexplained, blob, largest))
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
        things: background.as_ref().map_or_else(|| things.clone(), |bare| things.clone().on(bare)),
        background: background.unwrap_or_else(|| Arc::clone(&before.background)),
        ships,
        hypotheses,
        pending: Vec::new(),
        watch: before.watch.clone(),
    };
    Ok(Estimate {
        reading: TableReading {
            observations,
            presence,
            still,
            mostly_covered,
            unsettled,
            things: seen_things(things)?,
            strangers,
            lessons,
            questions,
        },
        next,
        learnt,
    })
}

/// The things on the table, for players.
fn seen_things(things: &Things) -> Result<Vec<ThingSeen>, TrackError> {
    let scene = things.scene();
    let seen = |thing: &Thing| {
        Ok(ThingSeen { number: thing.number, outline: thing.outline(|cell| scene.point_of(cell))? })
    };
    things.lying().iter().map(seen).collect()
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
