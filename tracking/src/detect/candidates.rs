//! Candidate regions of the table, and how well each ship fits each of them.

use crate::detect::hands::BlobKind;
use crate::hull::pose::HullPose;
use crate::segment::blobs::Blob;
use crate::segment::foreground::Foreground;
use crate::state::tracked_ship::TrackedShip;
use crate::template::registration::Registration;
use std::f64::consts::{FRAC_PI_2, PI};

/// A region where a ship may stand.
#[derive(Debug, Clone, Copy)]
pub struct CandidateRegion {
    /// Middle and longer axis (bow and stern are not known).
    pub axis: HullPose,
    /// Length of the blob, if there is a separate one, inches.
    pub length_in: Option<f64>,
    /// Width of the region, inches.
    pub width_in: f64,
    /// Area of the blob, if there is a separate one, square inches.
    pub area_in2: f64,
    /// Index of that blob among the foreground's blobs.
    pub blob: Option<usize>,
    /// The blob is about as wide as long, so its axis is unreliable.
    pub roundish: bool,
}

/// How well one ship fits one region.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    /// The better of both bow directions.
    pub fit: Registration,
    /// The other bow direction.
    pub other: Option<Registration>,
    /// Dissimilarity plus the cost of having moved there.
    pub cost: f64,
}

/// A fit near the last place means that the ship stayed if its dissimilarity is below this. A fit that moved
/// to something near by, or that lies under a hand, must be below the second value.
const STAYED: f64 = 0.35;
const STRAYED: f64 = 0.12;
/// A fit in a pile, of which the ship is only a part, must be below this.
pub const IN_PILE: f64 = 0.2;
/// At least this share of a deck must be inside the picture.
const LEAST_INSIDE: f64 = 0.6;
/// Number of the largest blobs that are tried.
const MOST_ALONE: usize = 60;
/// Where width and length of a blob have at least this ratio, all headings are tried.
const ROUNDISH: f64 = 0.62;
/// Extra cost of any move, and of each 10 in.
const MOVED: f64 = 0.03;
const MOVED_TEN_IN: f64 = 0.03;
/// A blob smaller than this share of a ship's deck is not tried for that ship: fitting every ship to every
/// speck would take too long.
const LEAST_OF_A_DECK: f64 = 0.2;
/// If no ship fits a blob better than this, all ships are tried again from headings turned by this angle
/// either way.
const TRY_AGAIN: f64 = 0.12;
const TRY_TURN_RAD: f64 = 0.14;

/// The candidate regions: the last places that still look occupied, and the blobs. `kinds`: what each blob is.
pub fn places(
    foreground: &Foreground<'_>,
    ships: &[&TrackedShip],
    kinds: &[BlobKind],
) -> Vec<CandidateRegion> {
    let mut locals: Vec<(Registration, &TrackedShip)> = ships
        .iter()
        .filter_map(|ship| Some((ship.fit_coarse(&foreground.signal, ship.last)?, *ship)))
        .filter(|(fit, ship)| {
            let strayed_in = fit.pose.middle.distance_in(ship.last.middle);
            let lies_in = |kind: BlobKind| {
                let mut of_kind = foreground.blobs.iter().zip(kinds).filter(|(_, it)| **it == kind);
                of_kind.any(|(blob, _)| holds(foreground, blob, ship, fit.pose))
            };
            let limit = if strayed_in >= 0.5 * ship.hull.beam_in || lies_in(BlobKind::Hand) {
                STRAYED
            } else if lies_in(BlobKind::Pile) {
                IN_PILE
            } else {
                STAYED
            };
            fit.dissimilarity < limit && fit.inside > LEAST_INSIDE
        })
        .collect();
    locals.sort_by(|a, b| a.0.dissimilarity.total_cmp(&b.0.dissimilarity));
    let mut taken: Vec<(HullPose, &TrackedShip)> = Vec::new();
    for (fit, ship) in locals {
        let apart = |&(pose, other): &(HullPose, &TrackedShip)| {
            pose.middle.distance_in(fit.pose.middle) > 0.6 * ship.hull.beam_in.min(other.hull.beam_in)
        };
        if taken.iter().all(apart) {
            taken.push((fit.pose, ship));
        }
    }
    let mut places: Vec<CandidateRegion> = taken
        .iter()
        .map(|(pose, _)| CandidateRegion {
            axis: *pose,
            length_in: None,
            width_in: 0.0,
            area_in2: 0.0,
            blob: None,
            roundish: false,
        })
        .collect();
    let mut alone: Vec<CandidateRegion> = Vec::new();
    let free = foreground.blobs.iter().zip(kinds).enumerate();
    for (index, (blob, _)) in free.filter(|(_, (_, kind))| **kind == BlobKind::Ships) {
        if !taken.iter().any(|(pose, ship)| holds(foreground, blob, ship, *pose)) {
            alone.push(CandidateRegion {
                axis: blob.axis,
                length_in: Some(blob.length_in),
                width_in: blob.width_in,
                area_in2: blob.area_in2,
                blob: Some(index),
                roundish: blob.width_in > ROUNDISH * blob.length_in,
            });
        }
    }
    // If foreground is everywhere, trying every speck would take too long.
    alone.sort_by(|a, b| b.area_in2.total_cmp(&a.area_in2));
    places.extend(alone.into_iter().take(MOST_ALONE));
    places
}

/// True if the middle of a hull at `pose` is part of the blob.
fn holds(foreground: &Foreground<'_>, blob: &Blob, ship: &TrackedShip, pose: HullPose) -> bool {
    let Some(pixel) =
        foreground.signal.background.camera.pixel_from_table(pose.middle, ship.templates.height_in)
    else {
        return false;
    };
    let (x, y) = foreground.signal.coarse.cell_of(pixel);
    let [left, top, right, bottom] = blob.bounds.map(|v| v as f32);
    if x < left - 1.0 || x > right + 1.0 || y < top - 1.0 || y > bottom + 1.0 {
        return false;
    }
    blob.cells.iter().any(|&(cx, cy)| (cx as f32 - x).abs() < 2.0 && (cy as f32 - y).abs() < 2.0)
}

/// How well each ship fits each region: one row for each ship.
pub fn candidates(
    foreground: &Foreground<'_>,
    ships: &[&TrackedShip],
    places: &[CandidateRegion],
) -> Vec<Vec<Option<Candidate>>> {
    let mut table: Vec<Vec<Option<Candidate>>> = ships
        .iter()
        .map(|ship| places.iter().map(|place| candidate(foreground, ship, place, false)).collect())
        .collect();
    for (column, place) in places.iter().enumerate().filter(|(_, place)| place.length_in.is_some()) {
        let fits_somebody = table
            .iter()
            .any(|row| row[column].is_some_and(|candidate| candidate.fit.dissimilarity < TRY_AGAIN));
        if !fits_somebody {
            for (row, ship) in table.iter_mut().zip(ships) {
                row[column] = candidate(foreground, ship, place, true);
            }
        }
    }
    table
}

/// Fits a ship to a region in both directions; `None` if it cannot be there. `thorough`: start from more
/// headings.
fn candidate(
    foreground: &Foreground<'_>,
    ship: &TrackedShip,
    place: &CandidateRegion,
    thorough: bool,
) -> Option<Candidate> {
    if let Some(length_in) = place.length_in {
        let told = ship.hull.length_in;
        let lean_in = ship.annotation.stack_height_in()
            * foreground.signal.background.camera.lean(place.axis.middle).norm();
        let wide = place.width_in > 1.4 * ship.hull.beam_in + 0.25 + lean_in;
        let speck = place.area_in2 < LEAST_OF_A_DECK * told * ship.hull.beam_in;
        if speck || wide || length_in > 1.35 * told + 0.3 + lean_in || length_in < 0.6 * told - 0.1 {
            return None;
        }
    }
    let quarter: &[f64] = if place.roundish { &[0.0, PI / 4.0, FRAC_PI_2, -PI / 4.0] } else { &[0.0] };
    let nudge: &[f64] = if thorough { &[0.0, TRY_TURN_RAD, -TRY_TURN_RAD] } else { &[0.0] };
    let toward = |about: f64| {
        let turns = quarter.iter().flat_map(|turn| nudge.iter().map(move |nudge| turn + nudge + about));
        let fits =
            turns.filter_map(|turn| ship.fit_coarse(&foreground.signal, place.axis.stepped(0.0, 0.0, turn)));
        fits.filter(|fit| fit.inside > LEAST_INSIDE && near(fit.pose, place, ship)).reduce(better)
    };
    both_bows(ship, toward(0.0), toward(PI))
}

fn better(a: Registration, b: Registration) -> Registration {
    if b.dissimilarity < a.dissimilarity { b } else { a }
}

/// True if the fit stayed in its region. A fit that moved away is no evidence for the region.
fn near(pose: HullPose, place: &CandidateRegion, ship: &TrackedShip) -> bool {
    let reach_in =
        if place.length_in.is_some() { 0.3 + 0.2 * ship.hull.length_in } else { 0.6 * ship.hull.beam_in };
    pose.middle.distance_in(place.axis.middle) < reach_in
}

/// Combines the fits of both bow directions.
pub fn both_bows(
    ship: &TrackedShip,
    one: Option<Registration>,
    other: Option<Registration>,
) -> Option<Candidate> {
    let (fit, other) = match (one, other) {
        (Some(a), Some(b)) if b.dissimilarity < a.dissimilarity => (b, Some(a)),
        (Some(a), b) => (a, b),
        (None, Some(b)) => (b, None),
        (None, None) => return None,
    };
    Some(Candidate { fit, other, cost: fit.dissimilarity + moving(ship, fit.pose) })
}

/// The cost of a move from the last place to `pose`.
fn moving(ship: &TrackedShip, pose: HullPose) -> f64 {
    let distance_in = ship.last.middle.distance_in(pose.middle);
    if pose.is_at(ship.last) {
        return 0.0;
    }
    MOVED + MOVED_TEN_IN * (distance_in / 10.0).min(2.0)
}
