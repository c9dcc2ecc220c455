//! Hazards on a ship's actual way: shoals, mines, banks, other hulls.

use crate::movement::path::{Leg, Path};
use crate::movement::steering::golden_section;
use crate::plane::measure::{Measured, Verdict};
use crate::plane::outline::{
    Bounds, closest, edges, gap_to_side_in, nearest_on_outline, signed_gap_in, signed_outline_gap_in,
};
use crate::plane::place::{HullShape, Point, Pose};
use crate::plane::terrain::Terrain;
use crate::ships::standing::{Standing, clockwise, dot, offset};
use serde::{Deserialize, Serialize};

/// The spacing of samples along a way, inches; it is refined around the nearest point.
const STEP_IN: f64 = 0.05;
/// The spacing of samples in a pivot, radians: a degree and a half, 0.05 in at the stem of a 4 in ship.
const STEP_RAD: f64 = 0.026;
/// The stride of the first coarse search over these samples.
const LOOK_EVERY: usize = 8;
/// The distance from an end of a way at which a growing gap is tested, inches: less than the final steps of
/// [`golden_section`] are apart.
const NEXT_IN: f64 = 1e-7;
/// The growth over that distance that rounding can't feign, inches.
const GROWS_IN: f64 = 1e-12;

/// The part of a ship that counts on its way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sweep<'a> {
    /// The track of the stack only.
    Stack,
    /// The whole area that the hull sweeps.
    Hull(&'a HullShape),
}

/// The relation of a way to an outline.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Encounter {
    /// From the way to the outline at the nearest (or deepest) point, inches; negative inside.
    pub clearance_in: Measured,
    /// Whether any part of the way was inside it; its edge counts as inside.
    pub entered: Verdict,
    /// The length of the way up to the first contact with the outline or, without one, up to the nearest
    /// point; inches.
    pub after_in: f64,
    /// The ship's pose there.
    pub there: Pose,
}

impl Encounter {
    /// Tells whether any part of the way came this close (GUN-55: an inch off any bank is shoal).
    pub fn came_within(&self, distance_in: f64) -> Verdict {
        self.clearance_in.at_most(distance_in)
    }
}

/// The relation of a ship's way to an outline, which errs by `outline_sigma_in` across itself.
///
/// Sigma: the way is tied to both measured ends, so at a share `t` along it a centre errs by
/// `sqrt(((1 - t) sigma_start)^2 + (t sigma_end)^2)`, and a heading likewise. The nearest point errs by both
/// as in [`Standing`], and the outline's error is added.
pub fn encounter(
    path: &Path,
    sweep: Sweep<'_>,
    ends: (&Standing, &Standing),
    outline: &[Point],
    outline_sigma_in: f64,
) -> Encounter {
    let only_place = || path.legs.is_empty().then(|| (0.0, path.start, gap_in(sweep, path.start, outline)));
    let (nearest, met) = only_place()
        .or_else(|| nearest_end(path, sweep, outline))
        .map_or_else(|| searched(path, sweep, outline), |nearest| (nearest, (nearest.0, nearest.1)));
    let share = if path.length_in() > 0.0 { nearest.0 / path.length_in() } else { 1.0 };
    let shared = |first: f64, last: f64| ((1.0 - share) * first).hypot(share * last);
    let way_sigma_in = shared(ends.0.middle_sigma_in, ends.1.middle_sigma_in);
    let heading_sigma_rad = shared(ends.0.heading_sigma_rad, ends.1.heading_sigma_rad);
    let swung_in = if heading_sigma_rad > 0.0 {
        heading_sigma_rad * lever_in(nearest.1, sweep, ends.0.stack_ahead_in(), outline)
    } else {
        0.0
    };
    let sigma_in = way_sigma_in.hypot(swung_in).hypot(outline_sigma_in);
    let clearance_in = Measured::new(nearest.2, sigma_in);
    Encounter { clearance_in, entered: clearance_in.at_most(0.0), after_in: met.0, there: met.1 }
}

/// A place on a way: the inches run up to it, the ship's pose, and the gap to the outline there, inches.
type Sample = (f64, Pose, f64);

fn gap_in(sweep: Sweep<'_>, pose: Pose, outline: &[Point]) -> f64 {
    match sweep {
        Sweep::Stack => signed_gap_in(outline, pose.stack),
        Sweep::Hull(hull) => signed_outline_gap_in(&hull.corners(pose), outline),
    }
}

/// The nearest place of a straight way, if that is certainly one of its ends, clear of the outline. Along most ways a ship
/// only approaches a bank, or only leaves it.
///
/// The distance of a convex hull from each side of the outline is a convex function of the length run. If it grows
/// measurably over the first bit of the way from one end, it is greater everywhere else than at that end.
fn nearest_end(path: &Path, sweep: Sweep<'_>, outline: &[Point]) -> Option<Sample> {
    let (Sweep::Hull(hull), [Leg::Straight { ahead_in }]) = (sweep, path.legs.as_slice()) else {
        return None;
    };
    let length_in = ahead_in.abs();
    if length_in < STEP_IN {
        return None;
    }
    let nearest_at = |(run_in, pose): (f64, Pose), next_in: f64| {
        let (there, next) = (hull.corners(pose), hull.corners(path.pose_at(next_in)));
        let found = signed_outline_gap_in(&there, outline);
        let bounds = Bounds::of(&there);
        let only_grows = |side: (Point, Point)| {
            bounds.is_clear_of(Bounds::of(&[side.0, side.1]), found + length_in) || {
                let there_in = gap_to_side_in(&there, side);
                there_in > found + length_in + GROWS_IN || gap_to_side_in(&next, side) > there_in + GROWS_IN
            }
        };
        (found > 0.0 && edges(outline).all(only_grows)).then_some((run_in, pose, found))
    };
    let end = path.end();
    let at_start = || nearest_at((0.0, path.start), NEXT_IN);
    let at_end = || nearest_at((length_in, end), length_in - NEXT_IN);
    // The end that is probably nearer first.
    let middle = hull.middle(path.start);
    let near = nearest_on_outline(outline, middle)?;
    if dot(offset(middle, near), offset(path.start.stack, end.stack)) > 0.0 {
        at_end().or_else(at_start)
    } else {
        at_start().or_else(at_end)
    }
}

/// The nearest (or deepest) place of a way, and the first contact with the outline or, without one, the nearest place.
fn searched(path: &Path, sweep: Sweep<'_>, outline: &[Point]) -> (Sample, (f64, Pose)) {
    let gap_in = |pose: Pose| gap_in(sweep, pose, outline);
    // At any heading, no part of the ship is further from its stack than this.
    let reach_in = match sweep {
        Sweep::Stack => 0.0,
        Sweep::Hull(hull) => hull.length_in / 2.0 + hull.stack_ahead_in.abs() + hull.beam_in / 2.0,
    };
    // A lower bound of the gap at a pose, from one at another.
    let closest_from = |(known_in, stood): (f64, Pose), pose: Pose| {
        let swung_in = reach_in * stood.heading.angle_to(pose.heading);
        known_in - stood.stack.distance_in(pose.stack) - swung_in
    };
    let poses = path.sampled(STEP_IN, STEP_RAD);
    // First a coarse search. It gives an upper bound of the gap, and between two samples no part of the ship
    // moves further than its stack does plus the swing of its ends.
    let mut looks: Vec<f64> = Vec::with_capacity(poses.len() / LOOK_EVERY + 1);
    let (mut exact, mut smallest_in) = ((f64::NEG_INFINITY, path.start), f64::INFINITY);
    for &(_, pose) in poses.iter().step_by(LOOK_EVERY) {
        let least_in = closest_from(exact, pose);
        // Too far off to matter: a lower bound of the gap is enough.
        if least_in > smallest_in.max(0.0) {
            looks.push(least_in);
            continue;
        }
        exact = (gap_in(pose), pose);
        smallest_in = smallest_in.min(exact.0);
        looks.push(exact.0);
    }
    let at_least_in = |at: usize, pose: Pose| {
        let from = |look: usize| {
            let (known_in, (_, stood)) = (*looks.get(look)?, *poses.get(look * LOOK_EVERY)?);
            Some(closest_from((known_in, stood), pose))
        };
        let (before, after) = (from(at / LOOK_EVERY), from(at / LOOK_EVERY + 1));
        before.unwrap_or(f64::NEG_INFINITY).max(after.unwrap_or(f64::NEG_INFINITY))
    };
    let mut nearest = (0.0, path.start, f64::INFINITY);
    for (&(run_in, pose), &gap_in) in poses.iter().step_by(LOOK_EVERY).zip(&looks) {
        if gap_in < nearest.2 {
            nearest = (run_in, pose, gap_in);
        }
    }
    let mut samples = Vec::with_capacity(poses.len());
    for (at, &(run_in, pose)) in poses.iter().enumerate() {
        let known_in = at.is_multiple_of(LOOK_EVERY).then(|| looks.get(at / LOOK_EVERY)).flatten().copied();
        // Too far off to matter: a lower bound of the gap is enough.
        let least_in = known_in.unwrap_or_else(|| at_least_in(at, pose));
        let clear = least_in > nearest.2.max(0.0);
        let sample = (run_in, pose, if clear { least_in } else { known_in.unwrap_or_else(|| gap_in(pose)) });
        if sample.2 < nearest.2 {
            nearest = sample;
        }
        samples.push(sample);
    }
    let start_in = samples.first().map_or(f64::INFINITY, |start| start.2);
    let closer_in = golden_section(
        (nearest.0 - STEP_IN).max(0.0),
        (nearest.0 + STEP_IN).min(path.length_in()),
        |run_in| gap_in(path.pose_at(run_in)),
    );
    let closer = (closer_in, path.pose_at(closer_in), gap_in(path.pose_at(closer_in)));
    let nearest = if closer.2 < nearest.2 { closer } else { nearest };
    let first = samples.windows(2).find_map(|pair| match pair {
        [before, after] if before.2 > 0.0 && after.2 <= 0.0 => {
            Some(first_met(path, before.0, after, &gap_in))
        }
        _ => None,
    });
    let met = match first {
        _ if start_in <= 0.0 => (0.0, path.start),
        Some(met) => met,
        None => (nearest.0, nearest.1),
    };
    (nearest, met)
}

/// The movement of the nearest point towards the outline per radian of the ship's turn about its centre.
fn lever_in(pose: Pose, sweep: Sweep<'_>, stack_ahead_in: f64, outline: &[Point]) -> f64 {
    let near = match sweep {
        Sweep::Stack => nearest_on_outline(outline, pose.stack).map(|near| (pose.stack, near)),
        Sweep::Hull(hull) => {
            let found = closest(&hull.corners(pose), outline);
            Some((found.on_one, found.on_other))
        }
    };
    let middle = pose.stack.moved(pose.heading, -stack_ahead_in);
    near.map_or(0.0, |(point, near)| dot(clockwise(offset(middle, point)), point.heading_to(near).unit()))
}

/// Bisects the step in which a way meets an outline. In a pivot, where the distance run is constant, it
/// returns the sample itself.
fn first_met(
    path: &Path,
    clear_at_in: f64,
    after: &(f64, Pose, f64),
    gap_in: &impl Fn(Pose) -> f64,
) -> (f64, Pose) {
    let (mut clear_in, mut met) = (clear_at_in, (after.0, after.1));
    for _ in 0..30 {
        let tried_in = (clear_in + met.0) / 2.0;
        let pose = path.pose_at(tried_in);
        if gap_in(pose) <= 0.0 { met = (tried_in, pose) } else { clear_in = tried_in }
    }
    met
}

/// The terrain pieces that a way entered, or may have entered, in the order in which it met them.
pub fn terrain_met<'a>(
    path: &Path,
    sweep: Sweep<'_>,
    ends: (&Standing, &Standing),
    terrain: &'a [Terrain],
) -> Vec<(&'a Terrain, Encounter)> {
    let mut met: Vec<(&Terrain, Encounter)> = terrain
        .iter()
        .map(|piece| (piece, encounter(path, sweep, ends, &piece.outline, piece.outline_sigma_in)))
        .filter(|(_, found)| found.entered != Verdict::No)
        .collect();
    met.sort_by(|one, other| {
        one.1.after_in.total_cmp(&other.1.after_in).then_with(|| one.0.id.cmp(&other.0.id))
    });
    met
}
