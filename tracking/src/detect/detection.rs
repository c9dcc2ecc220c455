//! The steps of detection in one picture: by tag, by appearance where a blob is one ship, jointly where blobs of
//! several ships touch.

use crate::detect::bow_evidence::both_ways;
use crate::detect::candidates::{Candidate, candidates, places};
use crate::detect::error::TrackError;
use crate::detect::occlusion::Occluder;
use crate::detect::presence::{SizeLimit, is_hand};
use crate::detect::target::TrackedShip;
use crate::detect::touching::{clusters, place_jointly};
use crate::hull::pose::HullPose;
use crate::identity::assignment::assign;
use crate::identity::bow_belief::BothWays;
use crate::identity::motion_prior;
use crate::segment::blobs::Blob;
use crate::segment::scene::Scene;
use crate::segment::tags::{places_of_tag, read_tags};
use geometry::outline_gap_in;

/// A detected hull, under the name it was searched for. Its identity is decided later (`track::identify`).
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
    /// A player laid it there.
    Hand,
    /// By its appearance, registered in both directions.
    Looks(BothWays),
}

impl Detection {
    /// Are name and bow certain?
    pub fn is_certain(&self) -> bool {
        !matches!(self.by, DetectedBy::Looks(_))
    }

    /// Was it detected by its tag?
    pub fn by_tag(&self) -> bool {
        matches!(self.by, DetectedBy::Tag)
    }
}

/// A ship is missing if its dissimilarity is at least this everywhere.
const MISSING: f64 = 0.5;
/// A blob is taken for one ship if the dissimilarity is below this and the ship explains most of the blob; otherwise
/// it may be several ships.
const ALONE: f64 = 0.2;
const ALONE_MARGIN_IN: f64 = 0.06;
const LEAST_EXPLAINED: f64 = 0.7;
/// Rounds of looking for ships in what others leave.
const ROUNDS: usize = 3;
/// Ships whose plans come nearer than this, inches, are registered again without each other's pixels; and how many
/// times.
const CLOSE_IN: f64 = 0.3;
const PARTINGS: usize = 2;
/// Such a fit must stay this near to where it was, inches.
const PARTED_IN: f64 = 0.3;
/// A cost that no assignment takes.
const NEVER: f64 = 1e3;

/// Detects ships by tag. If a number is read at several places, all but one are copies: the ship is taken to be where
/// it most likely went, and the other places are stored with it.
///
/// # Errors
/// OpenCV's own.
pub fn find_by_tags(
    scene: &Scene<'_>,
    ships: &mut [TrackedShip],
    found: &mut [Option<Detection>],
) -> Result<(), TrackError> {
    let camera = &scene.table.camera;
    let tags = read_tags(scene, ships.iter().map(|ship| (&ship.annotation, ship.last)))?;
    for (ship, found) in ships.iter_mut().zip(found) {
        let mut places: Vec<HullPose> = places_of_tag(&tags, &ship.annotation, ship.tag_side_in, camera)
            .into_iter()
            .map(|tag| tag.pose)
            .collect();
        // A hand has just said which of them is hers.
        let near = |pose: HullPose, place: HullPose| {
            place.middle.distance_in(pose.middle) < ship.hull.length_in / 2.0
        };
        let laid = found.filter(|found| matches!(found.by, DetectedBy::Hand)).map(|found| found.pose);
        let own = laid.and_then(|laid| places.iter().position(|place| near(laid, *place)));
        if let Some(own) = own.map(|own| places.swap_remove(own)) {
            ship.tag_copies = std::mem::replace(&mut places, vec![own]);
        }
        places.retain(|place| ship.tag_copies.iter().all(|copy| !place.is_at(*copy)));
        let likely = |place: &HullPose| {
            let way = || motion_prior::nats(ship.last, 1.0, *place, ship.reach_in, ship.elapsed);
            if place.is_at(ship.last) { f64::INFINITY } else { way() }
        };
        places.sort_by(|a, b| likely(b).total_cmp(&likely(a)));
        ship.tag_also_at = places.split_off(places.len().min(1));
        if let Some(pose) = places.pop() {
            *found = Some(Detection { pose, by: DetectedBy::Tag });
        }
    }
    Ok(())
}

/// Detects ships by appearance, at their last place or alone on a blob. `hands[i]`: blob `i` is a hand.
///
/// # Errors
/// OpenCV's own.
pub fn find_by_appearance(
    scene: &Scene<'_>,
    ships: &[TrackedShip],
    hands: &[bool],
    found: &mut [Option<Detection>],
) -> Result<(), TrackError> {
    let wanted: Vec<usize> = (0..ships.len()).filter(|&i| found[i].is_none()).collect();
    let looked_for: Vec<&TrackedShip> = wanted.iter().map(|&i| &ships[i]).collect();
    if looked_for.is_empty() {
        return Ok(());
    }
    let known: Vec<(HullPose, &TrackedShip)> =
        found.iter().zip(ships).filter_map(|(f, ship)| Some((f.as_ref()?.pose, ship))).collect();
    let mut places = places(scene, &looked_for, hands);
    places.retain(|place| {
        known.iter().all(|(pose, ship)| pose.middle.distance_in(place.axis.middle) > 0.6 * ship.hull.beam_in)
    });
    let table = candidates(scene, &looked_for, &places);
    let costs = costs(&table, places.len());
    let chosen = assign(&costs);
    for (row, &ship) in wanted.iter().enumerate() {
        let Some(candidate) = table[row].get(chosen[row]).copied().flatten() else { continue };
        if let Some(blob) = places[chosen[row]].blob
            && (candidate.fit.dissimilarity > ALONE
                || !is_alone(scene, &ships[ship], candidate.fit.pose, &scene.blobs[blob]))
        {
            continue;
        }
        found[ship] = Some(refine_candidate(scene, &ships[ship], &candidate)?);
    }
    Ok(())
}

/// Registers a candidate at full resolution and chooses the more likely bow.
///
/// # Errors
/// OpenCV's own.
pub fn refine_candidate(
    scene: &Scene<'_>,
    ship: &TrackedShip,
    candidate: &Candidate,
) -> opencv::Result<Detection> {
    let ways = both_ways(scene, ship, candidate)?;
    let (_, pose) = ship.bow.next(ship.last, &ways, ship.reach_in, ship.elapsed);
    Ok(Detection { pose, by: DetectedBy::Looks(ways) })
}

/// Is most of a blob this one ship?
fn is_alone(scene: &Scene<'_>, ship: &TrackedShip, pose: HullPose, blob: &Blob) -> bool {
    let of_ship =
        blob.cells.iter().filter(|&&cell| belongs(scene, ship, pose, ALONE_MARGIN_IN, cell)).count();
    of_ship as f64 > LEAST_EXPLAINED * blob.cells.len() as f64
}

/// Costs of every ship at every place, and one column for each ship to be missing.
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

/// Removes the detected ships, with margin and shadow, from the foreground.
///
/// # Errors
/// OpenCV's own.
pub fn remove_explained(
    scene: &mut Scene<'_>,
    ships: &[TrackedShip],
    found: &[Option<Detection>],
) -> Result<(), TrackError> {
    let gone: Vec<_> = explained(scene, ships, found, TrackedShip::margin_in).collect();
    scene.difference.clear(gone.into_iter())?;
    scene.blobs = scene.table.blobs(&scene.coarse, &scene.difference)?;
    Ok(())
}

/// What is left of the foreground without the hulls of the detected ships.
fn left_by(
    scene: &Scene<'_>,
    ships: &[TrackedShip],
    found: &[Option<Detection>],
) -> Result<Vec<Blob>, TrackError> {
    let mut difference = scene.difference.clone();
    difference.clear(explained(scene, ships, found, |_| 0.0))?;
    Ok(scene.table.blobs(&scene.coarse, &difference)?)
}

/// The cells that belong to detected ships.
fn explained<'s>(
    scene: &'s Scene<'_>,
    ships: &'s [TrackedShip],
    found: &'s [Option<Detection>],
    margin_in: impl Fn(&TrackedShip) -> f64 + 's,
) -> impl Iterator<Item = (u32, u32)> + 's {
    let standing = move || ships.iter().zip(found).filter_map(|(ship, f)| Some((ship, f.as_ref()?.pose)));
    scene.blobs.iter().flat_map(move |blob| {
        let near: Vec<(&TrackedShip, HullPose, f64)> = standing()
            .filter(|(ship, pose)| {
                blob.axis.middle.distance_in(pose.middle) <= blob.length_in + ship.hull.length_in
            })
            .map(|(ship, pose)| (ship, pose, margin_in(ship)))
            .collect();
        blob.cells.iter().copied().filter(move |&cell| {
            near.iter().any(|&(ship, pose, margin_in)| belongs(scene, ship, pose, margin_in, cell))
        })
    })
}

/// Does a coarse cell belong to a ship that lies at `pose`?
fn belongs(
    scene: &Scene<'_>,
    ship: &TrackedShip,
    pose: HullPose,
    margin_in: f64,
    (x, y): (u32, u32),
) -> bool {
    let pixel = scene.coarse.pixel_of(f64::from(x), f64::from(y));
    ship.explains(&scene.table.camera, pixel, pose, margin_in)
}

/// Detects the ships still missing, jointly, in the foreground that no other ship explains.
///
/// # Errors
/// OpenCV's own.
pub fn find_touching(
    scene: &Scene<'_>,
    ships: &[TrackedShip],
    found: &mut [Option<Detection>],
) -> Result<(), TrackError> {
    for _ in 0..ROUNDS {
        let wanted: Vec<usize> = (0..ships.len()).filter(|&ship| found[ship].is_none()).collect();
        if wanted.is_empty() {
            break;
        }
        let left = left_by(scene, ships, found)?;
        let largest = SizeLimit::of(ships);
        let clusters = clusters(scene, left.iter().filter(|blob| !is_hand(blob, largest)));
        let taken: Vec<(usize, HullPose)> =
            found.iter().enumerate().filter_map(|(ship, f)| Some((ship, f.as_ref()?.pose))).collect();
        let choices = place_jointly(scene, ships, &wanted, &taken, &clusters, MISSING);
        if choices.is_empty() {
            break;
        }
        for choice in choices {
            found[choice.ship] = Some(refine_candidate(scene, &ships[choice.ship], &choice.candidate)?);
        }
    }
    Ok(())
}

/// Registers ships that stand close together again, each without the pixels of the others.
///
/// # Errors
/// OpenCV's own.
pub fn separate(
    scene: &Scene<'_>,
    ships: &[TrackedShip],
    found: &mut [Option<Detection>],
) -> Result<(), TrackError> {
    let outline = |ship: usize, pose| ships[ship].hull.outline(ships[ship].stack_pose(pose));
    for _ in 0..PARTINGS {
        let poses: Vec<Option<HullPose>> = found.iter().map(|f| f.as_ref().map(|f| f.pose)).collect();
        for ship in 0..ships.len() {
            let Some(found) = found[ship].as_mut().filter(|found| !found.by_tag()) else { continue };
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
            let parted = ships[ship].fit_fine_occluded(scene, found.pose, &near)?;
            if let Some(fit) = parted.filter(|fit| fit.pose.middle.distance_in(found.pose.middle) < PARTED_IN)
            {
                found.pose = fit.pose;
            }
        }
    }
    Ok(())
}
