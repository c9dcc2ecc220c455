//! The colours around a ship's stack.
//!
//! Sister ships often differ only by a band around the stack. The band is high above the table, is displaced
//! differently at every place and is a few pixels large, so it cannot be registered like a deck. Its colours
//! do not change: those of the upper half of the stack are stored as a set, and another picture's colours are
//! compared with the nearest in the set.

use crate::background::frame_signal::FrameSignal;
use crate::background::signal::{Signal, SignalMap, length_squared};
use crate::hull::annotation::ShipAnnotation;
use crate::hull::pose::HullPose;
use crate::template::plane::Plane;
use calibration::TableCamera;
use geometry::{HullShape, Point};
use serde::{Deserialize, Serialize};

/// The signals around a ship's stack: on a grid level by level and row by row, and additional colours.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct StackColours {
    grid: Vec<Signal>,
    #[serde(default)]
    more: Vec<Signal>,
    /// The number of places of the table at which they were measured.
    #[serde(default)]
    looks: u32,
}

/// The band is searched from this share of the stack's height over the deck up to its top.
const FROM_SHARE: f64 = 0.6;
/// Number of levels, of rows across and of columns along at which the stack is sampled.
const LEVELS: usize = 5;
const ROWS: usize = 15;
const COLUMNS: usize = 9;
/// Search range ahead and astern of the stack's given place, inches.
const REACH_IN: f64 = 0.1;
/// Search range across, as a share of the beam: many ships have two stacks abreast.
const ACROSS_SHARE: f64 = 0.5;
/// Objects within this distance of the stack may appear above it from another side: shares of the length and
/// of the beam.
const NEIGHBOURS: (f64, f64) = (0.25, 0.5);
/// Number of samples of the neighbourhood, along and across.
const NEIGHBOUR_POINTS: (usize, usize) = (21, 11);
/// Nats that each picture of the ship adds to the limit of the evidence against it, and the largest limit.
const TRUST: f64 = 2.5;
const MOST_TRUST: f64 = 5.0;
/// A colour is new to a set if it is further from all of them than this, in squared standard deviations.
const NEW: f32 = 0.3;
/// A colour equals another one if it is at most this far from it.
const SAME: f32 = 0.03;
/// Number of colours compared at once.
const BLOCK: usize = 8;
/// Limit for the number of additional colours.
const MOST: usize = 400;
/// Noise and shading between two measurements of one colour: variance of each channel, and the additional
/// variance of strong colours as a share of their squared length.
const VARIANCE: f32 = 0.004;
const SHARE_VARIANCE: f32 = 0.006;
/// Limit of the nats of a single sample: glints, a die, a hand's shadow.
const MOST_OF_ONE: f32 = 4.0;
/// Number of samples that count as one independent sample: neighbours share optics and paint.
const ALIKE: f64 = 8.0;
/// Range of the factor by which light and shade may scale the hue of a paint.
const SHADING: (f32, f32) = (0.5, 1.8);
/// Weight of a difference in brightness against one in hue, squared.
const BRIGHTNESS: f32 = 0.03;

/// The coordinates of a grid over `-reach..reach`.
fn steps(count: usize, reach: f64) -> impl Iterator<Item = f64> + Clone {
    (0..count).map(move |at| reach * (2.0 * at as f64 / (count - 1) as f64 - 1.0))
}

/// Radius around the middle of a hull within which its stack is searched, inches.
pub fn reach_in(hull: &HullShape) -> f64 {
    hull.length_in / 2.0 + 0.4
}

/// The signal at a point at this height. It is rounded to four digits, which is more than a camera resolves
/// and keeps the file small.
fn read(map: &SignalMap, camera: &TableCamera, height_in: f64, point: Point) -> Signal {
    let seen = Plane { camera, height_in }.sample(map, point);
    seen.unwrap_or_default().map(|channel| (channel * 1e4).round() / 1e4)
}

impl StackColours {
    /// Measures the colours around the stack of a ship at `pose`.
    ///
    /// # Errors
    /// When OpenCV fails.
    pub fn read(
        signal: &FrameSignal<'_>,
        annotation: &ShipAnnotation,
        pose: HullPose,
    ) -> opencv::Result<Self> {
        let map = signal.fine(pose.middle, annotation.deck_height_in(), reach_in(&annotation.hull()))?;
        Ok(map.map_or_else(Self::default, |map| Self::on(&map, &signal.background.camera, annotation, pose)))
    }

    /// Measures the colours in a given signal map.
    pub fn on(map: &SignalMap, camera: &TableCamera, annotation: &ShipAnnotation, pose: HullPose) -> Self {
        let hull = annotation.hull();
        // The empty table is visible beside every stack that leans over the rail.
        let mut looks =
            Self { grid: Self::grid(map, camera, annotation, pose), more: vec![[0.0; 4]], looks: 1 };
        let mut around = Vec::with_capacity(NEIGHBOUR_POINTS.0 * NEIGHBOUR_POINTS.1);
        for starboard_in in steps(NEIGHBOUR_POINTS.1, NEIGHBOURS.1 * hull.beam_in) {
            for ahead_in in steps(NEIGHBOUR_POINTS.0, NEIGHBOURS.0 * hull.length_in) {
                let point = pose.point(hull.stack_ahead_in + ahead_in, starboard_in);
                around.push(read(map, camera, annotation.deck_height_in(), point));
            }
        }
        looks.add(looks.palette(), around.iter());
        looks
    }

    /// The signals on the grid over the upper half of the stack, for a ship at `pose`.
    pub fn grid(
        map: &SignalMap,
        camera: &TableCamera,
        annotation: &ShipAnnotation,
        pose: HullPose,
    ) -> Vec<Signal> {
        let hull = annotation.hull();
        let rise_in = annotation.stack_rise_in();
        let mut grid = Vec::with_capacity(LEVELS * ROWS * COLUMNS);
        for level in 0..LEVELS {
            let share = FROM_SHARE + (1.0 - FROM_SHARE) * level as f64 / (LEVELS - 1) as f64;
            let height_in = annotation.deck_height_in() + share * rise_in;
            for starboard_in in steps(ROWS, ACROSS_SHARE * hull.beam_in) {
                let row = steps(COLUMNS, REACH_IN);
                grid.extend(row.map(|ahead_in| {
                    read(map, camera, height_in, pose.point(hull.stack_ahead_in + ahead_in, starboard_in))
                }));
            }
        }
        grid
    }

    /// The set of its colours, for comparison with another picture.
    pub fn palette(&self) -> Palette {
        let mut palette = Palette::default();
        for colour in self.grid.iter().chain(&self.more) {
            palette.add(colour, SAME);
        }
        palette
    }

    /// Learns the colours from another picture of the same ship.
    pub fn learn(&mut self, seen: &Self) {
        self.looks = self.looks.saturating_add(1);
        let own = self.palette();
        self.add(own, seen.grid.iter().chain(&seen.more));
    }

    /// The limit of the evidence of these colours against a ship, nats: a ship seen from one side only may
    /// have colours that were not visible.
    pub fn trust(&self) -> f64 {
        (TRUST * f64::from(self.looks)).min(MOST_TRUST)
    }

    /// Adds those signals that are new to `own`.
    fn add<'s>(&mut self, mut own: Palette, signals: impl Iterator<Item = &'s Signal>) {
        for signal in signals {
            if self.more.len() < MOST && own.add(signal, NEW) {
                self.more.push(*signal);
            }
        }
    }
}

/// The set of colours of one ship's stack, duplicates removed.
#[derive(Debug, Clone, Default)]
pub struct Palette {
    /// Blocks of colours, channel by channel; the fifth row holds one over each colour's squared hue.
    blocks: Vec<[[f32; BLOCK]; 5]>,
    colours: usize,
}

impl Palette {
    /// How unlikely the observed colours are for this ship, nats, against a ship that has all of them.
    pub fn unlikely(&self, seen: &[Signal]) -> f64 {
        if self.colours == 0 {
            return 0.0;
        }
        let miss = |signal: &Signal| (self.nearest(signal) / 2.0).min(MOST_OF_ONE);
        f64::from(seen.iter().map(miss).sum::<f32>()) / ALIKE
    }

    /// Adds a colour if it is further than `apart` squared standard deviations from all others; returns
    /// whether it was added.
    fn add(&mut self, colour: &Signal, apart: f32) -> bool {
        if self.nearest(colour) <= apart {
            return false;
        }
        let lane = self.colours % BLOCK;
        let hue_squared = colour[0] * colour[0] + colour[1] * colour[1] + colour[2] * colour[2];
        let [blue, green, red, brighter] = *colour;
        let entry = [blue, green, red, brighter, 1.0 / hue_squared.max(1e-6)];
        if lane == 0 {
            // A block that is not full repeats its first colour.
            self.blocks.push(entry.map(|channel| [channel; BLOCK]));
        } else if let Some(block) = self.blocks.last_mut() {
            for (lanes, channel) in block.iter_mut().zip(entry) {
                lanes[lane] = channel;
            }
        }
        self.colours += 1;
        true
    }

    /// Distance of a signal from the nearest of these colours, in squared standard deviations. A wall turned
    /// towards the lamp or away keeps its hue but changes its brightness: so the hue may be scaled, and
    /// brightness counts little.
    fn nearest(&self, seen: &Signal) -> f32 {
        let mut nearest = [f32::INFINITY; BLOCK];
        for [blue, green, red, brighter, inverse] in &self.blocks {
            for lane in 0..BLOCK {
                let own = [blue[lane], green[lane], red[lane]];
                let dot = seen[0] * own[0] + seen[1] * own[1] + seen[2] * own[2];
                let scale = (dot * inverse[lane]).clamp(SHADING.0, SHADING.1);
                let miss = [seen[0] - scale * own[0], seen[1] - scale * own[1], seen[2] - scale * own[2]];
                let above = seen[3] - brighter[lane];
                let squared = miss[0] * miss[0] + miss[1] * miss[1] + miss[2] * miss[2];
                let squared = squared + BRIGHTNESS * above * above;
                nearest[lane] = if squared < nearest[lane] { squared } else { nearest[lane] };
            }
        }
        let least = nearest.into_iter().fold(f32::INFINITY, f32::min);
        least / (VARIANCE + SHARE_VARIANCE * length_squared(seen))
    }
}
