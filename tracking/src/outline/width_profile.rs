//! The width of a hull or base along its keel line, sample by sample; its ends are fitted to these widths.

use crate::background::signal::{length, length_squared};
use crate::imaging::robust::median;
use crate::outline::hull_ends::WidthSample;
use crate::template::appearance::Appearance;
use geometry::HullShape;

/// Samples this near the keel line, as a share of the beam, give the strength of the deck's signal.
const KEEL_SHARE: f64 = 0.15;
/// A sample is compared with the deck further inboard: from this many pixels on, clear of the blur, over this
/// share of the length.
const INBOARD_PX: f64 = 2.6;
const INBOARD_SHARE: f64 = 0.08;
/// Noise of a width, inches, on a deck that differs clearly from the sea; and the signal at which a deck can
/// hardly be distinguished from the sea.
const WIDTH_SIGMA_IN: f64 = 0.0126;
const SIGNAL_NOISE: f32 = 0.028;
/// Lower bound for the strength of a deck's signal.
const LEAST_DECK: f32 = 0.04;

/// The same two values for differences from the empty table.
const DIFFERENCE_NOISE: f32 = 0.03;
const LEAST_DIFFERENCE: f32 = 0.08;

/// The width of everything along the keel on a base whose signal has the length `seen`: hull and label count
/// at least as much as the base.
pub fn covered_widths(patch: &Appearance, seen: f32) -> Vec<WidthSample> {
    let layout = patch.layout;
    (0..layout.along)
        .map(|column| {
            let covered = |row| (length(&patch.signal[row * layout.along + column]) / seen).min(1.0);
            let covered: f32 = (0..layout.across).map(covered).sum();
            WidthSample {
                ahead_in: layout.ahead_in(column),
                width_in: f64::from(covered) * layout.step_in,
                sigma_in: WIDTH_SIGMA_IN.hypot(f64::from(SIGNAL_NOISE * SIGNAL_NOISE / (seen * seen))),
            }
        })
        .collect()
}

/// The hull's width along the keel. The cover of each sample is its signal relative to the deck a little
/// further inboard, so that an end painted differently counts fully and noise adds nothing.
pub fn widths(patch: &Appearance, hull: &HullShape) -> Vec<WidthSample> {
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
            let size = length_squared(&deck).max(LEAST_DECK * LEAST_DECK);
            let covered: f32 = (0..layout.across)
                .map(|row| {
                    let signal = &patch.signal[row * layout.along + column];
                    (0..4).map(|i| signal[i] * deck[i]).sum::<f32>() / size
                })
                .map(|covered| covered.min(1.0))
                .sum();
            let faint = f64::from(SIGNAL_NOISE * SIGNAL_NOISE / size) * hull.beam_in;
            WidthSample {
                ahead_in,
                width_in: f64::from(covered) * layout.step_in,
                sigma_in: WIDTH_SIGMA_IN.hypot(faint),
            }
        })
        .collect()
}

/// The width along the keel of all differences from the empty table, shadow included. The cover of each
/// sample is its difference relative to the deck a little further inboard.
pub fn standing_widths(patch: &Appearance, hull: &HullShape) -> Vec<WidthSample> {
    let layout = patch.layout;
    let near_keel: Vec<usize> = (0..layout.across)
        .filter(|row| layout.starboard_in(*row).abs() < KEEL_SHARE * hull.beam_in)
        .collect();
    let on_hull: Vec<usize> =
        (0..layout.across).filter(|row| layout.starboard_in(*row).abs() <= hull.beam_in / 2.0).collect();
    let from_in = INBOARD_PX * layout.step_in;
    let deck_in = from_in..from_in + INBOARD_SHARE * hull.length_in;
    let far = |row: usize, column: usize| length(&patch.signal[row * layout.along + column]);
    (0..layout.along)
        .map(|column| {
            let ahead_in = layout.ahead_in(column);
            let inboard = |other: &usize| {
                let distance_in = (ahead_in - layout.ahead_in(*other)) * ahead_in.signum();
                deck_in.contains(&distance_in)
            };
            let mut deck: Vec<f32> = (0..layout.along)
                .filter(inboard)
                .flat_map(|other| near_keel.iter().map(move |row| (*row, other)))
                .map(|(row, other)| far(row, other))
                .collect();
            let level = median(&mut deck).max(LEAST_DIFFERENCE);
            let covered: f32 = on_hull.iter().map(|row| (far(*row, column) / level).min(1.0)).sum();
            let faint = f64::from(DIFFERENCE_NOISE / level).powi(2) * hull.beam_in;
            WidthSample {
                ahead_in,
                width_in: f64::from(covered) * layout.step_in,
                sigma_in: WIDTH_SIGMA_IN.hypot(faint),
            }
        })
        .collect()
}
