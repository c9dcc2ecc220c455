//! Detection of ships by appearance, at their last place or alone on a blob.

use crate::detect::candidates::{Candidate, candidates, places};
use crate::detect::detection::Detections;
use crate::detect::explained::is_alone;
use crate::detect::hands::{BlobKind, SizeLimit};
use crate::hull::pose::HullPose;
use crate::identity::assignment::assign;
use crate::segment::foreground::Foreground;
use crate::state::tracked_ship::TrackedShip;

/// A ship is missing if its dissimilarity is at least this at every place.
pub const MISSING: f64 = 0.5;
/// A blob is taken for one ship if the dissimilarity is below this and the ship explains most of the blob;
/// otherwise it may contain several ships.
const ALONE: f64 = 0.2;
/// A cost that no assignment accepts.
const NEVER: f64 = 1e3;

/// Adds a candidate pose for each ship that is not found yet and is visible at its last place, or alone on a
/// blob.
pub fn by_appearance(foreground: &Foreground<'_>, detections: Detections) -> Detections {
    let Detections { ships, found, .. } = &detections;
    let wanted: Vec<usize> = (0..ships.len()).filter(|&i| found[i].is_none()).collect();
    let looked_for: Vec<&TrackedShip> = wanted.iter().map(|&i| &ships[i]).collect();
    if looked_for.is_empty() {
        return detections;
    }
    let known: Vec<(HullPose, &TrackedShip)> =
        found.iter().zip(ships).filter_map(|(f, ship)| Some((f.as_ref()?.pose, ship))).collect();
    let largest = SizeLimit::of(ships);
    let kinds: Vec<BlobKind> =
        foreground.blobs.iter().map(|blob| BlobKind::of(foreground, blob, largest)).collect();
    let mut places = places(foreground, &looked_for, &kinds);
    places.retain(|place| {
        known.iter().all(|(pose, ship)| pose.middle.distance_in(place.axis.middle) > 0.6 * ship.hull.beam_in)
    });
    let table = candidates(foreground, &looked_for, &places);
    let chosen = assign(&costs(&table, places.len()));
    let mut candidates: Vec<Option<Candidate>> = vec![None; ships.len()];
    for (row, &ship) in wanted.iter().enumerate() {
        candidates[ship] = table[row].get(chosen[row]).copied().flatten().filter(|candidate| {
            places[chosen[row]].blob.is_none_or(|blob| {
                candidate.fit.dissimilarity <= ALONE
                    && is_alone(foreground, &ships[ship], candidate.fit.pose, &foreground.blobs[blob])
            })
        });
    }
    Detections { candidates, ..detections }
}

/// The cost of every ship at every place, with one additional column per ship for "missing".
fn costs(table: &[Vec<Option<Candidate>>], places: usize) -> Vec<Vec<f64>> {
    let ships = table.len();
    table
        .iter()
        .enumerate()
        .map(|(row, candidates)| {
            let mut costs: Vec<f64> =
                candidates.iter().map(|c| c.filter(|c| c.cost < MISSING).map_or(NEVER, |c| c.cost)).collect();
            costs.resize(places + ships, NEVER);
            costs[places + row] = MISSING;
            costs
        })
        .collect()
}
