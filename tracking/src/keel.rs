//! Where a ship really lies on the muster picture: the player's click and heading are only a beginning.

use crate::ends::{Width, fit_ends};
use crate::patch::{HullPose, Layout, Patch, Plane};
use crate::register::Template;
use crate::signal::{SignalMap, length_squared};
use geometry::{HullShape, wrap_pi};

/// Rounds of finding the keel line and the ends in turn.
const ROUNDS: usize = 4;
/// Gauss–Newton rounds of one reflection.
const MIRROR_ROUNDS: usize = 15;
/// Sea read around the hull, inches.
const MARGIN_IN: f64 = 0.2;
/// The picture's blur, pixels: optics, pixel, and the smoothing of the signal together.
const BLUR_PX: f64 = 1.3;

/// Samples this near the keel line, as a share of the beam, say how strong the deck's signal is.
const KEEL_SHARE: f64 = 0.15;
/// The deck that a sample is compared with begins this many pixels inboard of it, clear of the blur, and reaches on
/// for this share of the length.
const INBOARD_PX: f64 = 2.6;
const INBOARD_SHARE: f64 = 0.08;

/// Finds keel line and middle. The keel line is the axis of symmetry of the hull's ends; the middle lies between
/// the two ends. `step_in` is the size of a picture pixel on the table.
pub fn find_keel(
    map: &SignalMap,
    plane: Plane<'_>,
    hull: &HullShape,
    guess: HullPose,
    step_in: f64,
) -> Option<HullPose> {
    let layout = Layout::around(hull.length_in, hull.beam_in, MARGIN_IN, step_in);
    let mut pose = guess;
    for _ in 0..ROUNDS {
        let patch = Patch::read(map, plane, pose, layout)?.trimmed(hull.length_in, hull.beam_in, 0.15);
        let mirror = Template::new(&patch.mirrored(), hull.length_in, true);
        let fit = mirror.fit(map, plane, pose, MIRROR_ROUNDS)?;
        let (_, starboard) = pose.ship_frame(fit.pose.middle);
        let turn = wrap_pi(fit.pose.heading.rad() - pose.heading.rad());
        pose = pose.stepped(0.0, starboard / 2.0, turn / 2.0);
        let patch = Patch::read(map, plane, pose, layout)?.trimmed(hull.length_in, hull.beam_in, 0.15);
        if let Some(ends) = fit_ends(&widths(&patch, hull), hull.length_in, hull.beam_in, BLUR_PX * step_in) {
            let ahead = (ends.bow_in + ends.stern_in) / 2.0;
            pose = pose.stepped(ahead.clamp(-0.3, 0.3), 0.0, 0.0);
        }
    }
    Some(pose)
}

/// The hull's width along the keel, from how far each sample is covered: its signal along that of the deck a little
/// further inboard, so that an end painted differently loses nothing and noise adds nothing.
fn widths(patch: &Patch, hull: &HullShape) -> Vec<Width> {
    let layout = patch.layout;
    let near_keel: Vec<usize> = (0..layout.across)
        .filter(|row| layout.starboard_in(*row).abs() < KEEL_SHARE * hull.beam_in)
        .collect();
    let from_in = INBOARD_PX * layout.step_in;
    let deck_in = from_in..from_in + INBOARD_SHARE * hull.length_in;
    (0..layout.along)
        .map(|column| {
            let ahead_in = layout.ahead_in(column);
            let inboard = |other: &usize| {
                let distance_in = (ahead_in - layout.ahead_in(*other)) * ahead_in.signum();
                deck_in.contains(&distance_in)
            };
            let mut deck = [0f32; 4];
            let mut count = 0f32;
            for other in (0..layout.along).filter(inboard) {
                for row in &near_keel {
                    let signal = &patch.signal[row * layout.along + other];
                    deck = std::array::from_fn(|i| deck[i] + signal[i]);
                    count += 1.0;
                }
            }
            deck = deck.map(|sum| sum / count.max(1.0));
            let size = length_squared(&deck).max(1e-4);
            let covered: f32 = (0..layout.across)
                .map(|row| {
                    let signal = &patch.signal[row * layout.along + column];
                    (0..4).map(|i| signal[i] * deck[i]).sum::<f32>() / size
                })
                .map(|covered| covered.min(1.0))
                .sum();
            Width { ahead_in, width_in: f64::from(covered) * layout.step_in }
        })
        .collect()
}
