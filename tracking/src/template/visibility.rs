//! How much of a hull is in sight below a hand, and the pose at which most of it is.
//!
//! Least squares follow whatever covers half of a hull. The number of samples that agree does not: it is the largest
//! at the true pose, however little is seen there (consensus, as in RANSAC: Fischler and Bolles, 1981).

use crate::background::signal::{Signal, SignalMap, length_squared};
use crate::hull::pose::HullPose;
use crate::template::cover_colours::CoverColours;
use crate::template::local_projection::LocalProjection;
use crate::template::plane::Plane;
use crate::template::registration::{LOOKS_NOISE, SHOWN, Sample, Template};

/// What is seen of a hull at a pose.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Visibility {
    /// The share of the deck's samples that look as they should, 0 to 1.
    pub deck: f64,
    /// The number of these samples; about sixty to the square inch.
    pub deck_cells: u32,
    /// The share of the sea beside it that can be seen.
    pub sea: f64,
    /// The agreement of the deck, less what looks like deck beside it, a sample of deck; it is largest at the
    /// hull's pose. What something covers counts nothing.
    pub consensus: f64,
}

/// A hull is in sight if at least this share of its deck and of the sea beside it is seen: a hand that holds a model
/// leaves its ends free. Fewer cells of deck could be anything.
const IN_SIGHT: f64 = 0.2;
const IN_SIGHT_CELLS: u32 = 20;
/// A hull of which this share is seen is seen clearly.
const CLEARLY: f64 = 0.7;

impl Visibility {
    /// True if enough of the hull is seen to follow it. What lies over it hides both its deck and the sea beside it.
    pub fn in_sight(&self) -> bool {
        self.deck.min(self.sea) >= IN_SIGHT && self.deck_cells >= IN_SIGHT_CELLS
    }

    /// True if most of it is seen.
    pub fn is_clear(&self) -> bool {
        self.deck.min(self.sea) > CLEARLY
    }
}

/// Samples of the surroundings have at most this cover of hull.
const BESIDE: f32 = 0.1;
/// First and last step of the search, as shares of half the hull's length; each round halves it.
const STEPS: (f64, f64) = (0.2, 0.02);
const MOST_ROUNDS: usize = 40;

/// The samples of a template that tell where a hull is.
pub struct VisibleParts {
    deck: Vec<Part>,
    /// Sea beside the hull. Its signal is that of the nearest deck.
    sea: Vec<Part>,
    reach_in: (f32, f32),
    half_length_in: f64,
    /// The colours of what reaches over the hull, if anything does.
    covers: Option<CoverColours>,
}

#[derive(Clone, Copy)]
struct Part {
    ahead_in: f32,
    starboard_in: f32,
    signal: Signal,
}

impl Part {
    /// How well a seen signal agrees with this one, 0 to 1; 0 if it shows something else.
    fn agreement(&self, (seen, from_cover): (Signal, f32)) -> f32 {
        let miss: Signal = std::array::from_fn(|i| seen[i] - self.signal[i]);
        let (miss, size) = (length_squared(&miss), length_squared(&self.signal).max(length_squared(&seen)));
        if from_cover < miss { 0.0 } else { (1.0 - miss / (SHOWN * size)).max(0.0) }
    }
}

impl VisibleParts {
    /// The parts of a template, as it appears in a view.
    pub fn of(template: &Template, covers: Option<CoverColours>) -> Self {
        let part = |sample: &Sample, signal| Part {
            ahead_in: sample.ahead_in,
            starboard_in: sample.starboard_in,
            signal,
        };
        let samples = || template.samples.iter();
        let is_deck = |sample: &&Sample| sample.hull > 0.5 && length_squared(&sample.signal) > LOOKS_NOISE;
        let deck: Vec<Part> = samples().filter(is_deck).map(|s| part(s, s.signal)).collect();
        let nearest = |sample: &Sample| {
            let away = |part: &&Part| {
                (part.ahead_in - sample.ahead_in).powi(2) + (part.starboard_in - sample.starboard_in).powi(2)
            };
            deck.iter().min_by(|a, b| away(a).total_cmp(&away(b))).map(|part| part.signal)
        };
        let sea = samples()
            .filter(|sample| sample.hull < BESIDE)
            .filter_map(|sample| Some(part(sample, nearest(sample)?)))
            .collect();
        Self { sea, reach_in: template.reach_in, half_length_in: template.length_in / 2.0, deck, covers }
    }

    /// What is seen of the hull at `pose`.
    fn visibility(&self, map: &SignalMap, plane: Plane<'_>, pose: HullPose) -> Visibility {
        let Some(near) = LocalProjection::new(map, plane, pose, self.reach_in) else {
            return Visibility::default();
        };
        let seen = |part: &Part| {
            let cell = near.cell(part.ahead_in, part.starboard_in);
            let from_cover = self.covers.as_ref().map_or(f32::INFINITY, |covers| covers.away(cell.x, cell.y));
            (map.at(cell.x, cell.y).unwrap_or_default(), from_cover)
        };
        let (mut agree, mut shown, mut beyond, mut open) = (0.0, 0u32, 0.0, 0u32);
        for part in &self.deck {
            let agreement = part.agreement(seen(part));
            agree += agreement;
            shown += u32::from(agreement > 0.0);
        }
        for part in &self.sea {
            let seen = seen(part);
            if length_squared(&seen.0) < LOOKS_NOISE {
                open += 1;
            } else {
                beyond += part.agreement(seen);
            }
        }
        let (deck, sea) = (self.deck.len().max(1) as f64, self.sea.len().max(1) as f64);
        Visibility {
            deck: f64::from(shown) / deck,
            deck_cells: shown,
            sea: f64::from(open) / sea,
            consensus: f64::from(agree - beyond) / deck,
        }
    }

    /// True if most of the deck's place at `pose` shows the sea.
    pub fn shows_sea(&self, map: &SignalMap, plane: Plane<'_>, pose: HullPose) -> bool {
        let Some(near) = LocalProjection::new(map, plane, pose, self.reach_in) else { return false };
        let open = self.deck.iter().filter(|part| {
            let seen = near.sample(map, part.ahead_in, part.starboard_in);
            seen.is_some_and(|seen| length_squared(&seen) < LOOKS_NOISE)
        });
        2 * open.count() > self.deck.len()
    }

    /// The pose near one of some starts at which most of the hull is seen. Once it is seen clearly, no other start is
    /// tried.
    pub fn found(
        &self,
        map: &SignalMap,
        plane: Plane<'_>,
        starts: impl Iterator<Item = HullPose>,
    ) -> Option<(HullPose, Visibility)> {
        let mut best: Option<(HullPose, Visibility)> = None;
        for start in starts {
            let seen = self.most_visible(map, plane, start);
            if best.is_none_or(|best| seen.1.consensus > best.1.consensus) {
                best = Some(seen);
            }
            if seen.1.is_clear() {
                break;
            }
        }
        best
    }

    /// The pose near `start` at which most of the hull is seen: a pattern search over place and heading.
    fn most_visible(&self, map: &SignalMap, plane: Plane<'_>, start: HullPose) -> (HullPose, Visibility) {
        let mut best = (start, self.visibility(map, plane, start));
        let mut step = STEPS.0;
        for _ in 0..MOST_ROUNDS {
            if step < STEPS.1 {
                break;
            }
            let (by_in, by_rad) = (step * self.half_length_in, step);
            let tries = [(by_in, 0.0, 0.0), (0.0, by_in, 0.0), (0.0, 0.0, by_rad)];
            let mut moved = false;
            for (ahead_in, starboard_in, turn_rad) in tries {
                for sign in [1.0, -1.0] {
                    let pose = best.0.stepped(sign * ahead_in, sign * starboard_in, sign * turn_rad);
                    let seen = self.visibility(map, plane, pose);
                    if seen.consensus > best.1.consensus {
                        (best, moved) = ((pose, seen), true);
                    }
                }
            }
            if !moved {
                step /= 2.0;
            }
        }
        best
    }
}
