//! Stage: estimation. The identified hulls give the observations of this picture and the state for the next
//! one.

use crate::align::alignment::lying;
use crate::associate::association::Association;
use crate::background::still_picture::TrackError;
use crate::background::table_background::TableBackground;
use crate::detect::by_hand::placement_after;
use crate::detect::coverage::{covered, hidden};
use crate::detect::explained::explained;
use crate::detect::hands::{SizeLimit, is_hand};
use crate::estimate::clear_hulls::clear_hulls;
use crate::estimate::new_things::{new_things, seen_things, things_beside_ships};
use crate::estimate::observation::CalibrationInForce;
use crate::estimate::questions::questions;
use crate::identity::question::is_sure;
use crate::segment::foreground::Foreground;
use crate::segment::revealed::revealed;
use crate::state::reading::{Presence, Stranger, TableReading};
use crate::state::track_state::TrackState;
use crate::state::tracked_ship::TrackedShip;
use crate::things::scene::Things;
use geometry::{FrameId, Observation};
use std::sync::Arc;

/// A missing ship counts as hidden if at least this share of its place is covered.
const HIDES: f64 = 0.3;
/// Lower bound of the visible share of a hull; ships of which less is seen are not found.
const LEAST_VISIBLE: f64 = 0.4;

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
    let beside =
        if still { things_beside_ships(&foreground, &ships, &hulls, &of_ships, things)? } else { None };
    let unexplained = foreground.without(&of_ships)?;
    for (ship, hull) in ships.iter_mut().zip(&hulls) {
        ship.hand_placed = placement_after(&unexplained, ship, hull.as_ref());
    }
    let new_things = new_things(&unexplained, &ships, &hulls, of_ships, things)?;
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
    let clear = clear_hulls(&unexplained, things, &ships, &hulls);
    let mut observations = Vec::with_capacity(ships.len());
    for (((ship, hull), confidence), clear) in ships.iter_mut().zip(&hulls).zip(confidence).zip(clear) {
        let hull = hull.as_ref();
        if let Some(hull) = hull.filter(|hull| clear && !hull.by_tag()) {
            ship.bias = ship.bias_seen(&unexplained.signal, hull.pose, is_sure(confidence))?;
        }
        let camera = &before.background.camera;
        let visible = hull.map_or(1.0, |hull| 1.0 - hidden(&unexplained, ship, hull.pose));
        let seen = calibration.observation(camera, ship, hull, confidence, frame);
        observations.push(partly_hidden(seen, visible));
    }
    let questions = questions(&ships, &hulls, &hypotheses);
    let lessons = before.pending.iter().cloned().chain(lessons).collect();
    let next = TrackState {
        things: background.as_ref().map_or_else(|| things.clone(), |bare| things.clone().on(bare)),
        background: background.unwrap_or_else(|| Arc::clone(&before.background)),
        ships,
        hypotheses,
        pending: Vec::new(),
        light: Some(unexplained.signal.frame_light()),
        watch: before.watch.clone(),
    };
    Ok(Estimate {
        reading: TableReading {
            observations,
            presence,
            still,
            mostly_covered,
            unsettled: new_things.unsettled,
            things: seen_things(things)?,
            strangers,
            lessons,
            questions,
        },
        next,
        learnt: new_things.learnt.or(beside),
    })
}

/// The observation of a ship of which only this share of the hull was seen.
fn partly_hidden(seen: Observation, visible: f64) -> Observation {
    let times = 1.0 / visible.max(LEAST_VISIBLE);
    Observation { sigma_in: times * seen.sigma_in, heading_sigma_rad: times * seen.heading_sigma_rad, ..seen }
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
