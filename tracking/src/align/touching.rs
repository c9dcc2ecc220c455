//! Hulls that touch: merged blobs are searched for all ships still missing, and these are placed jointly so
//! that none overlaps another.

use crate::background::frame_signal::FrameSignal;
use crate::detect::candidates::{Candidate, both_bows};
use crate::hull::pose::HullPose;
use crate::segment::blobs::Blob;
use crate::state::tracked_ship::TrackedShip;
use crate::template::occlusion::{Occluder, shared};
use crate::template::plane::Plane;
use crate::template::registration::Registration;
use crate::template::sparse::Around;
use geometry::Heading;
use std::f64::consts::PI;

/// Cells of the coarse map: column and row.
pub type Cells = Vec<(u32, u32)>;

/// A possible pose of one ship in a cluster.
#[derive(Debug, Clone, Copy)]
pub struct PlacedCandidate {
    /// The ship's index in the fleet.
    pub ship: usize,
    /// The pose and how well the ship fits there.
    pub candidate: Candidate,
}

/// Blobs nearer than this may belong to one hull, inches.
const CLUSTER_IN: f64 = 0.4;
/// A cluster is searched for a ship only if it covers at least this share of the ship's plan.
const LEAST_LEFT: f64 = 0.2;
/// Number of the largest clusters that are searched.
const MOST_CLUSTERS: usize = 16;
/// Headings tried at each place.
const HEADINGS: u32 = 24;
/// Approximate number of places tried in a cluster.
const SEEDS: usize = 150;
/// Number of the best sparse matches that are registered, and number of the best registrations that are kept.
const FOLLOWED: usize = 8;
const KEPT: usize = 3;
/// Matches nearer to each other than this count as one, inches and radians.
const SAME_IN: f64 = 0.15;
const SAME_RAD: f64 = 0.3;
/// At least this share of the keel must be foreground.
const LEAST_KEEL: f64 = 0.55;
/// At least this share of a deck must be inside the picture.
const LEAST_INSIDE: f64 = 0.6;
/// Hulls that overlap by more than this share cannot both be right.
const MOST_SHARED: f64 = 0.2;
/// Limit for the number of joint placements that are compared.
const MOST_PLACEMENTS: usize = 30_000;

/// Groups of unexplained foreground blobs that are near each other: a hull across the edge of a card falls
/// into several blobs.
pub fn clusters<'b>(signal: &FrameSignal<'_>, blobs: impl Iterator<Item = &'b Blob>) -> Vec<Cells> {
    let reach = (CLUSTER_IN / signal.background.coarse_step_in()).ceil() as u32;
    let near = |a: [u32; 4], b: [u32; 4]| {
        a[0] <= b[2] + reach && b[0] <= a[2] + reach && a[1] <= b[3] + reach && b[1] <= a[3] + reach
    };
    let mut clusters: Vec<([u32; 4], Cells)> = Vec::new();
    for blob in blobs {
        let (mut bounds, mut cells) = (blob.bounds, blob.cells.clone());
        while let Some(at) = clusters.iter().position(|(other, _)| near(bounds, *other)) {
            let (other, more) = clusters.swap_remove(at);
            bounds = [
                bounds[0].min(other[0]),
                bounds[1].min(other[1]),
                bounds[2].max(other[2]),
                bounds[3].max(other[3]),
            ];
            cells.extend(more);
        }
        clusters.push((bounds, cells));
    }
    clusters.sort_by_key(|(_, cells)| std::cmp::Reverse(cells.len()));
    clusters.into_iter().take(MOST_CLUSTERS).map(|(_, cells)| cells).collect()
}

/// Places the ships `wanted` in the clusters. The ships `taken` are placed already; `missing` is the cost of
/// leaving a ship out.
pub fn place_jointly(
    signal: &FrameSignal<'_>,
    ships: &[TrackedShip],
    wanted: &[usize],
    taken: &[(usize, HullPose)],
    clusters: &[Cells],
    missing: f64,
) -> Vec<PlacedCandidate> {
    let cell_in = signal.background.coarse_step_in();
    let stands_free = |ship: usize, pose: HullPose| {
        taken
            .iter()
            .all(|&(other, at)| shared((&ships[ship].hull, pose), (&ships[other].hull, at)) <= MOST_SHARED)
    };
    let neighbours: Vec<Occluder> =
        taken.iter().map(|&(other, pose)| ships[other].as_occluder(pose)).collect();
    let options: Vec<Vec<Candidate>> = wanted
        .iter()
        .map(|&ship| {
            let hull = ships[ship].hull;
            let least = LEAST_LEFT * hull.length_in * hull.beam_in / (cell_in * cell_in);
            let large = clusters.iter().filter(|heap| heap.len() as f64 > least);
            let mut found: Vec<Candidate> =
                large.flat_map(|heap| search(signal, &ships[ship], heap, &neighbours)).collect();
            found.retain(|c| c.cost < missing && stands_free(ship, c.fit.pose));
            found.sort_by(|a, b| a.cost.total_cmp(&b.cost));
            found
        })
        .collect();
    let best = JointPlacement::best(ships, wanted, &options, missing);
    let mut choices = Vec::new();
    for (row, chosen) in best.chosen.iter().enumerate() {
        let Some(chosen) = chosen else { continue };
        choices.push(PlacedCandidate { ship: wanted[row], candidate: options[row][*chosen] });
    }
    choices
}

/// The candidate chosen for each ship.
#[derive(Debug, Clone)]
struct JointPlacement {
    chosen: Vec<Option<usize>>,
    cost: f64,
}

impl JointPlacement {
    /// Finds the cheapest placement without overlaps by branch and bound, cheapest candidates first.
    fn best(ships: &[TrackedShip], wanted: &[usize], options: &[Vec<Candidate>], missing: f64) -> Self {
        let least = |row: &Vec<Candidate>| row.first().map_or(missing, |c| c.cost.min(missing));
        let mut order: Vec<usize> = (0..wanted.len()).collect();
        order.sort_by(|&a, &b| least(&options[a]).total_cmp(&least(&options[b])));
        // Lower bound of the cost of the remaining ships.
        let mut ahead = vec![0.0; order.len() + 1];
        for at in (0..order.len()).rev() {
            ahead[at] = ahead[at + 1] + least(&options[order[at]]);
        }
        let mut best = Self { chosen: vec![None; wanted.len()], cost: missing * wanted.len() as f64 };
        let mut now = Self { chosen: vec![None; wanted.len()], cost: 0.0 };
        let mut told = 0;
        let walk = BranchAndBound { ships, wanted, options, missing, order: &order, ahead: &ahead };
        walk.on(0, &mut now, &mut best, &mut told);
        best
    }
}

/// The fixed data of the branch and bound.
struct BranchAndBound<'a> {
    ships: &'a [TrackedShip],
    wanted: &'a [usize],
    options: &'a [Vec<Candidate>],
    missing: f64,
    order: &'a [usize],
    ahead: &'a [f64],
}

impl BranchAndBound<'_> {
    fn on(&self, depth: usize, now: &mut JointPlacement, best: &mut JointPlacement, told: &mut usize) {
        *told += 1;
        if now.cost + self.ahead[depth] >= best.cost || *told > MOST_PLACEMENTS {
            return;
        }
        let Some(&row) = self.order.get(depth) else {
            *best = now.clone();
            return;
        };
        for (at, option) in self.options[row].iter().enumerate() {
            if self.fits(row, option, now) {
                now.chosen[row] = Some(at);
                now.cost += option.cost;
                self.on(depth + 1, now, best, told);
                now.cost -= option.cost;
                now.chosen[row] = None;
            }
        }
        now.cost += self.missing;
        self.on(depth + 1, now, best, told);
        now.cost -= self.missing;
    }

    fn fits(&self, row: usize, option: &Candidate, now: &JointPlacement) -> bool {
        let hull = &self.ships[self.wanted[row]].hull;
        now.chosen.iter().enumerate().all(|(other, chosen)| {
            let Some(chosen) = chosen else { return true };
            let pose = self.options[other][*chosen].fit.pose;
            shared((hull, option.fit.pose), (&self.ships[self.wanted[other]].hull, pose)) <= MOST_SHARED
        })
    }
}

/// Searches a cluster for a ship, every few cells and in every heading. Returns the best places, each
/// registered in both bow directions.
fn search(
    signal: &FrameSignal<'_>,
    ship: &TrackedShip,
    cells: &[(u32, u32)],
    neighbours: &[Occluder],
) -> Vec<Candidate> {
    let camera = &signal.background.camera;
    let plane = Plane { camera, height_in: ship.templates.height_in };
    let mut tried: Vec<(f64, HullPose)> = Vec::new();
    let every = (cells.len() / SEEDS).max(2);
    for &(x, y) in cells.iter().step_by(every) {
        let pixel = signal.coarse.pixel_of(f64::from(x), f64::from(y));
        let Some(middle) = camera.table_from_pixel(pixel, ship.templates.height_in) else { continue };
        let Some(around) = Around::new(&signal.coarse, plane, middle) else { continue };
        for turn in 0..HEADINGS {
            let heading = Heading::from_rad(2.0 * PI * f64::from(turn) / f64::from(HEADINGS));
            if around.along_keel(heading, ship.hull.length_in) >= LEAST_KEEL {
                tried.push((
                    ship.templates.sketch.dissimilarity(&around, heading),
                    HullPose { middle, heading },
                ));
            }
        }
    }
    tried.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut starts: Vec<HullPose> = Vec::new();
    for (_, pose) in tried {
        if starts.iter().all(|other| apart(*other, pose)) {
            starts.push(pose);
        }
        if starts.len() == FOLLOWED {
            break;
        }
    }
    let mut fits: Vec<Registration> = starts
        .into_iter()
        .filter_map(|pose| ship.fit_coarse_occluded(signal, pose, neighbours))
        .filter(|fit| fit.inside > LEAST_INSIDE)
        .collect();
    fits.sort_by(|a, b| a.dissimilarity.total_cmp(&b.dissimilarity));
    let mut kept: Vec<(Registration, Option<Registration>)> = Vec::new();
    for fit in fits {
        let about = kept
            .iter()
            .position(|(one, _)| !apart(one.pose, fit.pose) || !apart(one.pose.reversed(), fit.pose));
        match about {
            Some(at) if apart(kept[at].0.pose, fit.pose) => kept[at].1 = kept[at].1.or(Some(fit)),
            None if kept.len() < KEPT => kept.push((fit, None)),
            _ => {}
        }
    }
    kept.into_iter()
        .filter_map(|(fit, other)| {
            let other = other.or_else(|| ship.fit_coarse_occluded(signal, fit.pose.reversed(), neighbours));
            both_bows(ship, Some(fit), other)
        })
        .collect()
}

fn apart(one: HullPose, other: HullPose) -> bool {
    one.middle.distance_in(other.middle) > SAME_IN || one.heading.angle_to(other.heading) > SAME_RAD
}
