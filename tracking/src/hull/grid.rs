//! The sampling grid in the frame of a hull.

/// Limit for the number of samples along one side.
const MOST_SAMPLES: usize = 4000;

/// A sampling grid in the ship's frame, centred on the hull's middle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SampleGrid {
    /// Inches between samples.
    pub step_in: f64,
    /// Samples from stern to bow.
    pub along: usize,
    /// Samples from port to starboard.
    pub across: usize,
}

impl SampleGrid {
    /// A grid over a hull and a margin around it.
    pub fn around(length_in: f64, beam_in: f64, margin_in: f64, step_in: f64) -> Self {
        let count = |size_in: f64| (((size_in + 2.0 * margin_in) / step_in).ceil() as usize).max(3) | 1;
        Self { step_in, along: count(length_in), across: count(beam_in) }
    }

    /// True if a grid from a file is plausible.
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

    /// Distance of a sample ahead of the middle, inches.
    #[inline]
    pub fn ahead_in(&self, index: usize) -> f64 {
        (index as f64 - (self.along as f64 - 1.0) / 2.0) * self.step_in
    }

    /// Distance of a sample to starboard of the middle, inches.
    #[inline]
    pub fn starboard_in(&self, index: usize) -> f64 {
        (index as f64 - (self.across as f64 - 1.0) / 2.0) * self.step_in
    }
}
