//! A ship's deck as the camera saw it: the signal on the plane of the deck, in the ship's own frame.

use crate::background::signal::{Signal, SignalMap, length};
use crate::template::local_projection::Near;
use calibration::TableCamera;
use geometry::{Heading, Point};
use std::f64::consts::FRAC_PI_2;

/// Where a hull lies: its middle and where its bow points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HullPose {
    /// The middle of the hull.
    pub middle: Point,
    /// Where the bow points.
    pub heading: Heading,
}

/// Hulls nearer than this to where they were have not moved, inches and radians.
const SAME_PLACE_IN: f64 = 0.12;
const SAME_HEADING_RAD: f64 = 0.08;

impl HullPose {
    /// The point of the table `ahead_in` ahead of the middle and `starboard_in` to starboard.
    #[inline]
    pub fn point(self, ahead_in: f64, starboard_in: f64) -> Point {
        self.points()(ahead_in, starboard_in)
    }

    /// The same for many points.
    #[inline]
    pub fn points(self) -> impl Fn(f64, f64) -> Point {
        let (ax, ay) = self.heading.unit();
        move |ahead_in, starboard_in| {
            Point::new(
                self.middle.x_in + ahead_in * ax + starboard_in * ay,
                self.middle.y_in + ahead_in * ay - starboard_in * ax,
            )
        }
    }

    /// The same moved by a step in the ship's own frame and turned clockwise.
    pub fn stepped(self, ahead_in: f64, starboard_in: f64, clockwise_rad: f64) -> Self {
        Self { middle: self.point(ahead_in, starboard_in), heading: self.heading.turned(clockwise_rad) }
    }

    /// The same with bow and stern exchanged.
    pub fn reversed(self) -> Self {
        Self { middle: self.middle, heading: self.heading.turned(2.0 * FRAC_PI_2) }
    }

    /// Is this the same place, as far as a still hull is measured twice, whichever way the bow points?
    pub fn is_at(self, other: Self) -> bool {
        let turn_rad = self.heading.angle_to(other.heading);
        self.middle.distance_in(other.middle) < SAME_PLACE_IN
            && turn_rad.min(2.0 * FRAC_PI_2 - turn_rad) < SAME_HEADING_RAD
    }

    /// A point of the table in the ship's frame: inches ahead and to starboard.
    #[inline]
    pub fn ship_frame(self, point: Point) -> (f64, f64) {
        let (ax, ay) = self.heading.unit();
        let (dx, dy) = (point.x_in - self.middle.x_in, point.y_in - self.middle.y_in);
        (dx * ax + dy * ay, dx * ay - dy * ax)
    }
}

/// A plane over the table, seen by the camera: where its points appear.
#[derive(Debug, Clone, Copy)]
pub struct Plane<'a> {
    /// The camera.
    pub camera: &'a TableCamera,
    /// Height over the table, inches.
    pub height_in: f64,
}

impl Plane<'_> {
    /// The signal at a point of the plane; `None` outside the map.
    #[inline]
    pub fn sample(&self, map: &SignalMap, point: Point) -> Option<Signal> {
        map.sample(self.camera.pixel_from_table(point, self.height_in)?)
    }
}

/// No patch has more samples along one side.
const MOST_SAMPLES: usize = 4000;

/// How a patch is laid out in the ship's frame: a grid centred on the hull's middle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Layout {
    /// Inches between samples.
    pub step_in: f64,
    /// Samples from stern to bow.
    pub along: usize,
    /// Samples from port to starboard.
    pub across: usize,
}

impl Layout {
    /// A grid over a hull and a margin around it.
    pub fn around(length_in: f64, beam_in: f64, margin_in: f64, step_in: f64) -> Self {
        let count = |size_in: f64| (((size_in + 2.0 * margin_in) / step_in).ceil() as usize).max(3) | 1;
        Self { step_in, along: count(length_in), across: count(beam_in) }
    }

    /// Can a patch from a file be laid out so?
    pub fn is_sane(&self) -> bool {
        let count = 3..=MOST_SAMPLES;
        count.contains(&self.along) && count.contains(&self.across) && (1e-4..1.0).contains(&self.step_in)
    }

    /// The number of samples.
    pub fn len(&self) -> usize {
        self.along * self.across
    }

    /// How far the grid reaches ahead and abeam, inches.
    pub fn reach_in(&self) -> (f32, f32) {
        let reach = |count: usize| ((count as f64 - 1.0) / 2.0 * self.step_in) as f32;
        (reach(self.along), reach(self.across))
    }

    /// Inches ahead of the middle of a sample.
    #[inline]
    pub fn ahead_in(&self, index: usize) -> f64 {
        (index as f64 - (self.along as f64 - 1.0) / 2.0) * self.step_in
    }

    /// Inches to starboard of the middle of a sample.
    #[inline]
    pub fn starboard_in(&self, index: usize) -> f64 {
        (index as f64 - (self.across as f64 - 1.0) / 2.0) * self.step_in
    }
}

/// The signal on the plane of a deck, on a grid in the ship's frame.
#[derive(Debug, Clone, PartialEq)]
pub struct Patch {
    /// The grid.
    pub layout: Layout,
    /// Row by row from port to starboard, each from stern to bow.
    pub signal: Vec<Signal>,
    /// How far each sample belongs to the model (1) rather than to the sea around it (0).
    pub hull: Vec<f32>,
}

/// A sample belongs wholly to a model when its signal is this long.
const HULL_SIGNAL: f32 = 0.12;

impl Patch {
    /// Reads the patch of a ship that lies at `pose`; `None` where part of it lies outside the map.
    pub fn read(map: &SignalMap, plane: Plane<'_>, pose: HullPose, layout: Layout) -> Option<Self> {
        let mut signal = Vec::with_capacity(layout.len());
        let near = Near::new(map, plane, pose, layout.reach_in())?;
        for row in 0..layout.across {
            for column in 0..layout.along {
                let (ahead_in, starboard_in) = (layout.ahead_in(column), layout.starboard_in(row));
                signal.push(near.sample(map, ahead_in as f32, starboard_in as f32)?);
            }
        }
        let hull = signal.iter().map(|s| (length(s) / HULL_SIGNAL).min(1.0)).collect();
        Some(Self { layout, signal, hull })
    }

    /// The patch as its own reflection in the keel line.
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

    /// Takes out whatever lies clearly outside the told hull: a neighbour, a die.
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
