//! The appearance of a ship's deck: the signal on the plane of the deck, resampled in the ship's frame.

use crate::background::signal::{Signal, SignalMap, length};
use crate::hull::grid::SampleGrid;
use crate::hull::pose::HullPose;
use crate::template::local_projection::LocalProjection;
use crate::template::plane::Plane;

/// The signal on the plane of a deck, on a grid in the ship's frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Appearance {
    /// The grid.
    pub layout: SampleGrid,
    /// Samples row by row from port to starboard, each row from stern to bow.
    pub signal: Vec<Signal>,
    /// The cover of each sample: model (1) or surrounding sea (0).
    pub hull: Vec<f32>,
}

/// A sample belongs fully to the model if its signal has at least this length.
const HULL_SIGNAL: f32 = 0.12;

impl Appearance {
    /// Reads the deck of a ship at `pose`; `None` if part of it lies outside the map.
    pub fn read(map: &SignalMap, plane: Plane<'_>, pose: HullPose, layout: SampleGrid) -> Option<Self> {
        let mut signal = Vec::with_capacity(layout.len());
        let near = LocalProjection::new(map, plane, pose, layout.reach_in())?;
        for row in 0..layout.across {
            for column in 0..layout.along {
                let (ahead_in, starboard_in) = (layout.ahead_in(column), layout.starboard_in(row));
                signal.push(near.sample(map, ahead_in as f32, starboard_in as f32)?);
            }
        }
        let hull = signal.iter().map(|s| (length(s) / HULL_SIGNAL).min(1.0)).collect();
        Some(Self { layout, signal, hull })
    }

    /// Its mirror image about the keel line.
    pub fn mirrored(&self) -> Self {
        let flip = |from: usize| {
            let (row, column) = (from / self.layout.along, from % self.layout.along);
            (self.layout.across - 1 - row) * self.layout.along + column
        };
        Self {
            layout: self.layout,
            signal: (0..self.signal.len()).map(|i| self.signal[flip(i)]).collect(),
            hull: (0..self.hull.len()).map(|i| self.hull[flip(i)]).collect(),
        }
    }

    /// Clears all samples clearly outside the given hull, such as a neighbour or a die.
    pub fn trimmed(mut self, length_in: f64, beam_in: f64, reach_in: f64) -> Self {
        for row in 0..self.layout.across {
            for column in 0..self.layout.along {
                let out_along = self.layout.ahead_in(column).abs() - length_in / 2.0;
                let out_across = self.layout.starboard_in(row).abs() - beam_in / 2.0;
                if out_along.max(out_across) > reach_in {
                    let at = row * self.layout.along + column;
                    self.signal[at] = [0.0; 4];
                    self.hull[at] = 0.0;
                }
            }
        }
        self
    }
}
