//! Where a ship really lies on the muster picture: the player's click and heading are only a beginning.

use crate::ends::{Width, fit_ends};
use crate::patch::{HullPose, Layout, Patch, Plane};
use crate::register::Template;
use crate::signal::{SignalMap, length};
use geometry::{HullShape, wrap_pi};

/// Rounds of finding the keel line and the ends in turn.
const ROUNDS: usize = 4;
/// Gauss–Newton rounds of one reflection.
const MIRROR_ROUNDS: usize = 15;
/// Sea read around the hull, inches.
const MARGIN_IN: f64 = 0.2;
/// The picture's blur, pixels: optics, pixel, and the smoothing of the signal together.
const BLUR_PX: f64 = 1.0;
/// Of a hull's near wall, between water line and deck, this share counts as deck when its edge is sought.
const WALL_SHARE: f64 = 1.0;

/// Finds keel line and middle. The keel line is the axis of symmetry of the hull's ends; the middle lies between
/// the two ends. `step_in` is the size of a picture pixel on the table.
pub fn find_keel(
    map: &SignalMap,
    plane: Plane<'_>,
    hull: &HullShape,
    guess: HullPose,
    noise: f32,
    step_in: f64,
) -> Option<HullPose> {
    let layout = Layout::around(hull.length_in, hull.beam_in, MARGIN_IN, step_in);
    let mut pose = guess;
    for _ in 0..ROUNDS {
        let patch = Patch::read(map, plane, pose, layout, noise)?.trimmed(hull.length_in, hull.beam_in, 0.15);
        let mirror = Template::new(&patch.mirrored(), hull.length_in, true);
        let fit = mirror.fit(map, plane, pose, MIRROR_ROUNDS)?;
        let (_, starboard) = pose.ship_frame(fit.pose.middle);
        let turn = wrap_pi(fit.pose.heading.rad() - pose.heading.rad());
        pose = pose.stepped(0.0, starboard / 2.0, turn / 2.0);
        let patch = Patch::read(map, plane, pose, layout, noise)?.trimmed(hull.length_in, hull.beam_in, 0.15);
        if let Some(ends) = fit_ends(&widths(&patch, hull), hull.length_in, hull.beam_in, BLUR_PX * step_in) {
            let ahead = (ends.bow_in + ends.stern_in) / 2.0;
            pose = pose.stepped(ahead.clamp(-0.3, 0.3), 0.0, 0.0);
        }
    }
    Some(without_wall(plane, pose))
}

/// The wall of the hull on the side of the camera is seen below the deck's edge: it shifts what looks like the
/// middle towards the point under the camera by half its visible width.
fn without_wall(plane: Plane<'_>, pose: HullPose) -> HullPose {
    let lean = plane.camera.lean(pose.middle);
    let shift = WALL_SHARE * plane.height_in / 2.0;
    let mut middle = pose.middle;
    middle.x_in += shift * lean.x;
    middle.y_in += shift * lean.y;
    HullPose { middle, heading: pose.heading }
}

/// The hull's width along the keel, from how far each sample is covered.
fn widths(patch: &Patch, hull: &HullShape) -> Vec<Width> {
    let layout = patch.layout;
    let full = |bow: bool| {
        let mut sizes = Vec::new();
        for row in 0..layout.across {
            for column in 0..layout.along {
                let u = layout.ahead_in(column) * if bow { 1.0 } else { -1.0 };
                let inboard = u > 0.2 * hull.length_in && u < 0.42 * hull.length_in;
                if inboard && layout.starboard_in(row).abs() < 0.25 * hull.beam_in {
                    sizes.push(length(&patch.signal[row * layout.along + column]));
                }
            }
        }
        sizes.sort_unstable_by(f32::total_cmp);
        sizes.get(sizes.len() * 7 / 10).copied().unwrap_or(1.0).max(1e-3)
    };
    let (bow, stern) = (full(true), full(false));
    (0..layout.along)
        .map(|column| {
            let ahead_in = layout.ahead_in(column);
            let reference = if ahead_in > 0.0 { bow } else { stern };
            let covered: f32 = (0..layout.across)
                .map(|row| (length(&patch.signal[row * layout.along + column]) / reference).min(1.0))
                .sum();
            Width { ahead_in, width_in: f64::from(covered) * layout.step_in }
        })
        .collect()
}
