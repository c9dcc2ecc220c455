//! What a ship meets on the way really taken: shoals, mines, banks, other hulls.

use crate::measure::{Measured, Verdict};
use crate::outline::{signed_gap_in, signed_outline_gap_in};
use crate::path::Path;
use crate::place::{HullShape, Point, Pose};
use crate::standing::Standing;
use crate::steering::golden_section;
use crate::terrain::Terrain;
use serde::{Deserialize, Serialize};

/// A way is looked at every so many inches, then more closely where it comes nearest.
const STEP_IN: f64 = 0.05;
/// A pivot is looked at every so many radians: a degree and a half, 0.05 in at the stem of a ship of 4 in.
const STEP_RAD: f64 = 0.026;

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
/// Sigma: at the nearest place, a share `t` along the way, `sqrt(((1 - t) sigma_start)^2 + (t sigma_end)^2)`: the way
/// is tied to both measured ends. The hull's swing by the heading's error is in neither, but well below both.
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
    let samples: Vec<(f64, Pose, f64)> = path
        .sampled(STEP_IN, STEP_RAD)
        .into_iter()
        .map(|(run_in, pose)| (run_in, pose, gap_in(pose)))
        .collect();
    let start = (0.0, path.start, gap_in(path.start));
    let nearest = samples.iter().copied().fold(start, |best, one| if one.2 < best.2 { one } else { best });
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
        _ if start.2 <= 0.0 => (0.0, path.start),
        Some(met) => met,
        None => (nearest.0, nearest.1),
    };
    let share = if path.length_in() > 0.0 { nearest.0 / path.length_in() } else { 1.0 };
    let way_sigma_in = ((1.0 - share) * ends.0.middle_sigma_in).hypot(share * ends.1.middle_sigma_in);
    let clearance_in = Measured::new(nearest.2, way_sigma_in.hypot(outline_sigma_in));
    Encounter { clearance_in, entered: clearance_in.at_most(0.0), after_in: met.0, there: met.1 }
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
