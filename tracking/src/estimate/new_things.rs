//! What a picture shows besides ships: things on the table, and what may become one.

use crate::align::alignment::lying;
use crate::background::still_picture::TrackError;
use crate::detect::detection::Detection;
use crate::detect::explained::explained;
use crate::detect::hands::{SizeLimit, is_too_large};
use crate::hull::pose::HullPose;
use crate::segment::blobs::Blob;
use crate::segment::foreground::Foreground;
use crate::state::reading::ThingSeen;
use crate::state::tracked_ship::TrackedShip;
use crate::things::learning::{ThingCandidates, parts_of_things};
use crate::things::scene::Things;
use crate::things::thing::{Cell, Thing};
use std::collections::BTreeSet;

/// A ship that was not found stands partly below something if more than this share of its deck is seen at its last
/// place.
const PARTLY_SHOWN: f64 = 0.4;
/// Tolerance of a hull's outline, inches.
const OUTLINE_IN: f64 = 0.05;

/// The things that a picture showed to be some.
#[derive(Debug)]
pub struct NewThings {
    /// All things with the new ones; `None`: no new ones.
    pub learnt: Option<Things>,
    /// True if something else may become a thing when it has rested longer.
    pub unsettled: bool,
}

/// Learns what has rested in the foreground without the ships, which cover `of_ships`.
///
/// # Errors
/// When OpenCV fails.
pub fn new_things(
    unexplained: &Foreground<'_>,
    ships: &[TrackedShip],
    hulls: &[Option<Detection>],
    of_ships: Vec<Cell>,
    things: &Things,
) -> Result<NewThings, TrackError> {
    let mut of_ships: BTreeSet<Cell> = of_ships.into_iter().collect();
    // A ship that is partly below something new still shows the rest of its deck, which is no part of that thing.
    for (ship, _) in ships.iter().zip(hulls).filter(|(_, hull)| hull.is_none()) {
        let (cells, share) = ship.shown_at(&unexplained.signal, ship.last);
        if share > PARTLY_SHOWN {
            of_ships.extend(cells);
        }
    }
    let largest = SizeLimit::of(ships);
    let is_large = |blob: &Blob| is_too_large(blob, largest);
    let all_seen = hulls.iter().all(Option::is_some);
    // While it is open which of two tags is the ship's own, the blob with the other one may be the ship.
    let has_tag = |blob: &Blob| {
        let within = |pose: &HullPose| pose.middle.distance_in(blob.axis.middle) < blob.length_in;
        ships.iter().flat_map(|ship| &ship.tag_also_at).any(within)
    };
    let may_be_ship = |blob: &Blob| has_tag(blob) || !(all_seen || is_large(blob));
    let ThingCandidates { settled, unsettled } =
        ThingCandidates::find(unexplained, &of_ships, is_large, may_be_ship);
    let learnt = match settled.as_slice() {
        [] => None,
        _ => Some(things.with(settled, &unexplained.signal, &of_ships)?),
    };
    Ok(NewThings { learnt, unsettled })
}

/// The things when ships have been found on them or against them; `None` if that changes nothing. The cells of
/// hulls are no part of a thing; what touches a thing within a ship's margin is.
///
/// # Errors
/// When OpenCV fails.
pub fn things_beside_ships(
    foreground: &Foreground<'_>,
    ships: &[TrackedShip],
    hulls: &[Option<Detection>],
    of_ships: &[Cell],
    things: &Things,
) -> Result<Option<Things>, TrackError> {
    if things.lying().is_empty() {
        return Ok(None);
    }
    let of_hulls = explained(foreground, &lying(ships, hulls), |_| OUTLINE_IN);
    let of_ships: BTreeSet<Cell> = of_ships.iter().copied().collect();
    let parts = parts_of_things(foreground, &of_hulls, &of_ships, things)?;
    let of_hulls: BTreeSet<Cell> = of_hulls.into_iter().collect();
    let left = things.without(&of_hulls);
    if parts.is_empty() {
        return Ok(left);
    }
    Ok(Some(left.as_ref().unwrap_or(things).with_parts(parts, &foreground.signal, &of_hulls)?))
}

/// The things on the table, for players.
///
/// # Errors
/// When OpenCV fails.
pub fn seen_things(things: &Things) -> Result<Vec<ThingSeen>, TrackError> {
    let scene = things.scene();
    let seen = |thing: &Thing| {
        Ok(ThingSeen { number: thing.number, outline: thing.outline(|cell| scene.point_of(cell))? })
    };
    things.lying().iter().map(seen).collect()
}
