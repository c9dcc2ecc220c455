//! What a ship meets on the way really taken: shoals, mines, banks, other hulls.

use crate::movement::path::Path;
use crate::movement::steering::golden_section;
use crate::plane::measure::{Measured, Verdict};
use crate::plane::outline::{closest, nearest_on_outline, signed_gap_in, signed_outline_gap_in};
use crate::plane::place::{HullShape, Point, Pose};
use crate::plane::terrain::Terrain;
use crate::ships::standing::{Standing, clockwise, dot, offset};
use serde::{Deserialize, Serialize};

/// A way is looked at every so many inches, then more closely where it comes nearest.
const STEP_IN: f64 = 0.05;
/// A pivot is looked at every so many radians: a degree and a half, 0.05 in at the stem of a ship of 4 in.
const STEP_RAD: f64 = 0.026;
/// At first only every so many of these places.
const LOOK_EVERY: usize = 8;

/// What of a ship counts on her way.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sweep<'a> {
    /// Her stack's track only.
    Stack,
    /// All the water that her hull sweeps.
    Hull(&'a HullShape),
}

/// How a way lies to an outline.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Encounter {
    /// From the way to the outline where it comes nearest (or goes deepest), inches; negative inside.
    pub clearance_in: Measured,
    /// Did any part of the way lie in it? The very edge belongs to it.
    pub entered: Verdict,
    /// How long the way was where it first met the outline or, where it never did, came nearest; inches.
    pub after_in: f64,
    /// Where she stood then.
    pub there: Pose,
}

impl Encounter {
    /// Did any part of the way come as near as this (GUN-55: an inch off any bank is shoal)?
    pub fn came_within(&self, distance_in: f64) -> Verdict {
        self.clearance_in.at_most(distance_in)
    }
}

/// How the way of a ship lies to an outline that errs by `outline_sigma_in` across itself.
///
/// Sigma: the way is tied to both measured ends, so a share `t` along it a middle errs by
/// `sqrt(((1 - t) sigma_start)^2 + (t sigma_end)^2)` and a heading alike; the point that comes nearest errs by both as in
/// [`Standing`], and the outline besides.
pub fn encounter(
    path: &Path,
    sweep: Sweep<'_>,
    ends: (&Standing, &Standing),
    outline: &[Point],
    outline_sigma_in: f64,
) -> Encounter {
    let gap_in = |pose: Pose| match sweep {
        Sweep::Stack => signed_gap_in(outline, pose.stack),
        Sweep::Hull(hull) => signed_outline_gap_in(&hull.outline(pose), outline),
    };
    // However she lies, no part of her is further from her stack than this.
    let reach_in = match sweep {
        Sweep::Stack => 0.0,
        Sweep::Hull(hull) => hull.length_in / 2.0 + hull.stack_ahead_in.abs() + hull.beam_in / 2.0,
    };
    let poses = path.sampled(STEP_IN, STEP_RAD);
    // A coarse look first: it says how near she comes at most, and between two looks no part of her moves further
    // than her stack does and her heading swings her ends.
    let looks: Vec<f64> = poses.iter().step_by(LOOK_EVERY).map(|&(_, pose)| gap_in(pose)).collect();
    let at_least_in = |at: usize, pose: Pose| {
        let from = |look: usize| {
            let (known_in, (_, stood)) = (*looks.get(look)?, *poses.get(look * LOOK_EVERY)?);
            let swung_in = reach_in * stood.heading.angle_to(pose.heading);
            Some(known_in - stood.stack.distance_in(pose.stack) - swung_in)
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
        // Too far off to matter: a lower bound of the gap says as much as the gap.
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
    let share = if path.length_in() > 0.0 { nearest.0 / path.length_in() } else { 1.0 };
    let shared = |first: f64, last: f64| ((1.0 - share) * first).hypot(share * last);
    let way_sigma_in = shared(ends.0.middle_sigma_in, ends.1.middle_sigma_in);
    let heading_sigma_rad = shared(ends.0.heading_sigma_rad, ends.1.heading_sigma_rad);
    let swung_in = heading_sigma_rad * lever_in(nearest.1, sweep, ends.0.stack_ahead_in(), outline);
    let sigma_in = way_sigma_in.hypot(swung_in).hypot(outline_sigma_in);
    let clearance_in = Measured::new(nearest.2, sigma_in);
    Encounter { clearance_in, entered: clearance_in.at_most(0.0), after_in: met.0, there: met.1 }
}

/// How far the point that comes nearest swings towards the outline per radian that the ship turns about her middle.
fn lever_in(pose: Pose, sweep: Sweep<'_>, stack_ahead_in: f64, outline: &[Point]) -> f64 {
    let near = match sweep {
        Sweep::Stack => nearest_on_outline(outline, pose.stack).map(|near| (pose.stack, near)),
        Sweep::Hull(hull) => {
            let found = closest(&hull.outline(pose), outline);
            Some((found.on_one, found.on_other))
        }
    };
    let middle = pose.stack.moved(pose.heading, -stack_ahead_in);
    near.map_or(0.0, |(point, near)| dot(clockwise(offset(middle, point)), point.heading_to(near).unit()))
}

/// Halves the step in which a way meets an outline. On a pivot, where the run stands still, the sample itself.
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

/// The pieces of terrain that a way lay in, or may have lain in, in the order in which it met them.
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
