//! Stage: estimation. The identified hulls give the observations of this picture and the state for the next
//! one.

use crate::align::alignment::lying;
use crate::associate::association::Association;
use crate::background::frame_signal::FrameSignal;
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
use crate::things::learning::{ThingCandidates, parts_of_things};
use crate::things::scene::Things;
use crate::things::thing::Thing;
use geometry::FrameId;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A missing ship counts as hidden if at least this share of its place is covered.
const HIDES: f64 = 0.3;
/// Unknown objects larger than this may be taken for a part of a hull beside them, square inches: a puff of smoke.
const LEAST_CLUTTER_IN2: f64 = 0.5;
/// How near they must be, and the distance between the places that are looked at, inches.
const BESIDE_IN: f64 = 0.25;
const BESIDE_STEP_IN: f64 = 0.1;
/// Tolerance of a hull's outline, inches.
const OUTLINE_IN: f64 = 0.05;
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
    let of_hulls = explained(&foreground, &lying(&ships, &hulls), |_| OUTLINE_IN);
    let of_ships = explained(&foreground, &lying(&ships, &hulls), TrackedShip::margin_in);
    let all_of_ships: BTreeSet<(u32, u32)> = of_ships.iter().copied().collect();
    let parts = parts_of_things(&foreground, &of_hulls, &all_of_ships, things)?;
    let unexplained = foreground.without(&of_ships)?;
    for (ship, hull) in ships.iter_mut().zip(&hulls) {
        ship.hand_placed = placement_after(&unexplained, ship, hull.as_ref());
    }
    let is_large = |blob: &Blob| is_too_large(blob, largest);
    let all_seen = hulls.iter().all(Option::is_some);
    // While it is open which of two tags is the ship's own, the blob with the other one may be the ship.
    let has_tag = |blob: &Blob| {
        let within = |pose: &HullPose| pose.middle.distance_in(blob.axis.middle) < blob.length_in;
        ships.iter().flat_map(|ship| &ship.tag_also_at).any(within)
    };
    let may_be_ship = |blob: &Blob| has_tag(blob) || !(all_seen || is_large(blob));
    let ThingCandidates { settled, unsettled } =
        ThingCandidates::find(&unexplained, &all_of_ships, is_large, may_be_ship);
    let learnt = match (settled.is_empty(), still) {
        (false, _) => Some(things.with(settled, &unexplained.signal, &all_of_ships)?),
        (true, true) => things_beside_ships(things, &unexplained.signal, parts, &of_hulls)?,
        (true, false) => None,
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
    let clutter = clutter(&unexplained, things);
    let mut observations = Vec::with_capacity(ships.len());
    for (((ship, hull), confidence), alone) in ships.iter_mut().zip(&hulls).zip(confidence).zip(alone) {
        let hull = hull.as_ref();
        let clear = |hull: &&Detection| alone && !is_beside(&clutter, &unexplained, ship, hull.pose);
        if let Some(hull) = hull.filter(|hull| !hull.by_tag()).filter(clear) {
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

/// The things when ships have been found against them or on them; `None` if that changes nothing.
fn things_beside_ships(
    things: &Things,
    signal: &FrameSignal<'_>,
    parts: Vec<Vec<(u32, u32)>>,
    of_hulls: &[(u32, u32)],
) -> Result<Option<Things>, TrackError> {
    let of_hulls: BTreeSet<(u32, u32)> = of_hulls.iter().copied().collect();
    let left = things.without(&of_hulls);
    if parts.is_empty() {
        return Ok(left);
    }
    Ok(Some(left.as_ref().unwrap_or(things).with_parts(parts, signal, &of_hulls)?))
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

/// The cells of everything besides ships that is large enough to be taken for a part of one.
fn clutter(unexplained: &Foreground<'_>, things: &Things) -> BTreeSet<(u32, u32)> {
    let large = unexplained.blobs.iter().filter(|blob| blob.area_in2 > LEAST_CLUTTER_IN2);
    large.flat_map(|blob| blob.cells.iter().copied()).chain(things.shown_cells()).collect()
}

/// True if clutter is so near to a hull at `pose` that it may be taken for a part of it.
fn is_beside(
    clutter: &BTreeSet<(u32, u32)>,
    foreground: &Foreground<'_>,
    ship: &TrackedShip,
    pose: HullPose,
) -> bool {
    if clutter.is_empty() {
        return false;
    }
    let (signal, plane) = (&foreground.signal, ship.plane(&foreground.signal.background.camera));
    let steps = |half_in: f64| {
        let count = ((half_in + BESIDE_IN) / BESIDE_STEP_IN).ceil() as i32;
        (-count..=count).map(|step| f64::from(step) * BESIDE_STEP_IN)
    };
    steps(ship.hull.length_in / 2.0).any(|ahead_in| {
        steps(ship.hull.beam_in / 2.0).any(|starboard_in| {
            let pixel = plane.camera.pixel_from_table(pose.point(ahead_in, starboard_in), plane.height_in);
            pixel.is_some_and(|pixel| {
                let (x, y) = signal.coarse.cell_of(pixel);
                x >= 0.0 && y >= 0.0 && clutter.contains(&(x.round() as u32, y.round() as u32))
            })
        })
    })
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
