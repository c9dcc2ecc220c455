//! What stands on the middle of a ship: how it looks around the stack.
//!
//! Sisters often differ by nothing but a band round the stack. A band stands high, leans another way at every place of
//! the table and is a few pixels large, so it cannot be registered as a deck can. Its *colours* stay: the points of the
//! upper half of the stack are kept as a set, and another picture's are compared with the nearest of them.

use crate::patch::{HullPose, Plane};
use crate::scene::Scene;
use crate::signal::{Signal, SignalMap, length_squared};
use crate::words::ShipWords;
use serde::{Deserialize, Serialize};

/// The signals around a ship's stack (see [`crate::signal`]): on a grid level by level, row by row, and further colours.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct StackLooks {
    grid: Vec<Signal>,
    #[serde(default)]
    more: Vec<Signal>,
    /// At how many places of the table it was looked at.
    #[serde(default)]
    looks: u32,
}

/// From this share of the stack's height over the deck up to its top the band is looked for.
const FROM_SHARE: f64 = 0.6;
/// Heights, rows across and columns along at which the stack is looked at.
const LEVELS: usize = 5;
const ROWS: usize = 15;
const COLUMNS: usize = 9;
/// The stack is looked for within this far ahead and astern of its told place, inches.
const REACH_IN: f64 = 0.1;
/// And across, as a share of the beam: many ships have two stacks abreast.
const ACROSS_SHARE: f64 = 0.5;
/// What stands or lies within this far of the stack may show itself above it from another side: shares of the length
/// and of the beam.
const NEIGHBOURS: (f64, f64) = (0.25, 0.5);
/// Points of the neighbourhood, along and across.
const NEIGHBOUR_POINTS: (usize, usize) = (21, 11);
/// How much each look at the ship adds to what its colours may say against it, and the most they may, nats.
const TRUST: f64 = 2.5;
const MOST_TRUST: f64 = 5.0;
/// A colour is new to a set when it is further from all of them than this, in squared standard deviations.
const NEW: f32 = 0.3;
/// No more further colours than this are kept.
const MOST: usize = 400;
/// Noise and shading between two looks at one colour: variance of each channel, and what strong colours add to it as a
/// share of their squared length.
const VARIANCE: f32 = 0.004;
const SHARE_VARIANCE: f32 = 0.006;
/// A single sample says no more than this many nats: glints, a die, a hand's shadow.
const MOST_OF_ONE: f32 = 4.0;
/// Samples that stand for one independent one: neighbours share optics and paint.
const ALIKE: f64 = 8.0;
/// How much the hue of one paint may be scaled by light and shade.
const SHADING: (f32, f32) = (0.5, 1.8);
/// What a difference in brightness counts against one in hue, squared.
const BRIGHTNESS: f32 = 0.03;

/// How far apart two signals are, in squared standard deviations. A wall that is turned towards the lamp or away keeps its hue and loses its
/// brightness: so the hue may be scaled, and brightness counts little.
fn apart(seen: &Signal, own: &Signal) -> f32 {
    let dot = |a: &Signal, b: &Signal| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    let scale = (dot(seen, own) / dot(own, own).max(1e-6)).clamp(SHADING.0, SHADING.1);
    let miss: [f32; 3] = std::array::from_fn(|i| seen[i] - scale * own[i]);
    let brighter = seen[3] - own[3];
    let miss_squared = miss.iter().map(|m| m * m).sum::<f32>() + BRIGHTNESS * brighter * brighter;
    miss_squared / (VARIANCE + SHARE_VARIANCE * length_squared(seen))
}

/// The places of a grid over `-reach..reach`.
fn steps(count: usize, reach: f64) -> impl Iterator<Item = f64> + Clone {
    (0..count).map(move |at| reach * (2.0 * at as f64 / (count - 1) as f64 - 1.0))
}

impl StackLooks {
    /// Reads what is around the stack of a ship that lies at `pose`.
    ///
    /// # Errors
    /// OpenCV's own.
    pub fn read(scene: &Scene<'_>, words: &ShipWords, pose: HullPose) -> opencv::Result<Self> {
        let reach_in = words.hull().length_in / 2.0 + 1.0;
        let map = scene.fine(pose.middle, words.deck_height_in(), reach_in)?;
        Ok(map.map_or_else(Self::default, |map| Self::on(&map, scene, words, pose)))
    }

    /// The same from a signal that is at hand.
    pub fn on(map: &SignalMap, scene: &Scene<'_>, words: &ShipWords, pose: HullPose) -> Self {
        let hull = words.hull();
        let rise_in = (words.stack_height_in() - words.deck_height_in()).max(0.0);
        let plane = |height_in| Plane { camera: &scene.table.camera, height_in };
        // Four digits are more than a camera sees, and keep the file small.
        let read = |height_in, ahead_in, starboard_in| {
            let seen = plane(height_in).sample(map, pose.point(ahead_in, starboard_in));
            seen.unwrap_or_default().map(|channel| (channel * 1e4).round() / 1e4)
        };
        let mut grid = Vec::with_capacity(LEVELS * ROWS * COLUMNS);
        for level in 0..LEVELS {
            let share = FROM_SHARE + (1.0 - FROM_SHARE) * level as f64 / (LEVELS - 1) as f64;
            let height_in = words.deck_height_in() + share * rise_in;
            for starboard_in in steps(ROWS, ACROSS_SHARE * hull.beam_in) {
                let row = steps(COLUMNS, REACH_IN);
                grid.extend(
                    row.map(|ahead_in| read(height_in, hull.stack_ahead_in + ahead_in, starboard_in)),
                );
            }
        }
        // The bare table shows beside every stack that leans over the rail.
        let mut looks = Self { grid, more: vec![[0.0; 4]], looks: 1 };
        for starboard_in in steps(NEIGHBOUR_POINTS.1, NEIGHBOURS.1 * hull.beam_in) {
            for ahead_in in steps(NEIGHBOUR_POINTS.0, NEIGHBOURS.0 * hull.length_in) {
                looks.add(read(words.deck_height_in(), hull.stack_ahead_in + ahead_in, starboard_in));
            }
        }
        looks
    }

    /// How unlikely the colours seen are for this ship, in nats, against a ship that has all of them.
    pub fn unlikely(&self, seen: &Self) -> f64 {
        if self.grid.is_empty() {
            return 0.0;
        }
        let miss = |signal: &Signal| (self.nearest(signal) / 2.0).min(MOST_OF_ONE);
        f64::from(seen.grid.iter().map(miss).sum::<f32>()) / ALIKE
    }

    /// Learns the colours of another look at the same ship.
    pub fn learn(&mut self, seen: &Self) {
        self.looks = self.looks.saturating_add(1);
        for signal in seen.grid.iter().chain(&seen.more) {
            self.add(*signal);
        }
    }

    /// The most that these colours may say against a ship, nats: seen from one side only, a ship may well have colours
    /// that did not show.
    pub fn trust(&self) -> f64 {
        (TRUST * f64::from(self.looks)).min(MOST_TRUST)
    }

    fn add(&mut self, signal: Signal) {
        if self.more.len() < MOST && self.nearest(&signal) > NEW {
            self.more.push(signal);
        }
    }

    fn nearest(&self, signal: &Signal) -> f32 {
        self.grid.iter().chain(&self.more).map(|own| apart(signal, own)).fold(f32::INFINITY, f32::min)
    }
}
