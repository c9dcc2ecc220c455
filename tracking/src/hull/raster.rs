//! Shapes rasterised on a grid in the frame of a hull. Each sample holds the maximum over all shapes that
//! cover it.

use crate::hull::grid::SampleGrid;
use crate::hull::shape_model::{SizedShape, Superstructure};
use std::ops::Range;

/// A raster over a hull and its surroundings.
#[derive(Debug, Clone)]
pub struct Raster {
    /// Samples per inch, and the place of the first sample, inches ahead and to starboard.
    per_in: f32,
    first_in: (f32, f32),
    along: usize,
    across: usize,
    values: Vec<f32>,
}

impl Raster {
    /// An empty raster.
    pub fn new(layout: SampleGrid) -> Self {
        Self {
            per_in: (1.0 / layout.step_in) as f32,
            first_in: (layout.ahead_in(0) as f32, layout.starboard_in(0) as f32),
            along: layout.along,
            across: layout.across,
            values: vec![0.0; layout.len()],
        }
    }

    /// Draws a hull displaced by `off` (inches ahead and to starboard); `times` weights its coverage along the keel.
    pub fn hull(&mut self, shape: &SizedShape, off: (f32, f32), times: impl Fn(f32) -> f32) {
        let of_column = |ahead_in| {
            let (share, half_width_in) = shape.section(ahead_in);
            (times(ahead_in) * share, half_width_in)
        };
        self.lay(
            off,
            shape.hull_reach_in(),
            of_column,
            |v| v,
            |(share, half_width_in), v| share * shape.strip(*v, *half_width_in),
        );
    }

    /// Draws a box of the superstructure, displaced by `off`.
    pub fn superstructure(
        &mut self,
        shape: &SizedShape,
        on_deck: &Superstructure,
        off: (f32, f32),
        times: f32,
    ) {
        let (half_length_in, half_width_in) = on_deck.half_in;
        let of_column = |u| times * shape.strip(u, half_length_in);
        let of_row = |v| shape.strip(v, half_width_in);
        let at = (off.0 + on_deck.ahead_in, off.1 + on_deck.starboard_in);
        self.lay(at, shape.box_reach_in(on_deck), of_column, of_row, |along, across| along * across);
    }

    /// Limits all samples to the maximum `most`.
    pub fn at_most(&mut self, most: f32) {
        self.values.iter_mut().for_each(|value| *value = value.min(most));
    }

    /// Draws a shape with its middle at `middle_in` that reaches `reach_in` ahead and abeam. The value of a
    /// sample is `covers` of precomputed values of its column and its row.
    fn lay<C, R>(
        &mut self,
        middle_in: (f32, f32),
        reach_in: (f32, f32),
        of_column: impl Fn(f32) -> C,
        of_row: impl Fn(f32) -> R,
        covers: impl Fn(&C, &R) -> f32,
    ) {
        let step_in = self.per_in.recip();
        let first_in = (self.first_in.0 - middle_in.0, self.first_in.1 - middle_in.1);
        let within = |first_in: f32, reach_in: f32, count: usize| -> Range<usize> {
            let sample = |at_in: f32| ((at_in - first_in) * self.per_in).clamp(0.0, count as f32) as usize;
            sample(-reach_in)..count.min(sample(reach_in) + 1)
        };
        let columns = within(first_in.0, reach_in.0, self.along);
        let rows = within(first_in.1, reach_in.1, self.across);
        let of_columns: Vec<C> =
            columns.clone().map(|column| of_column(first_in.0 + column as f32 * step_in)).collect();
        for row in rows {
            let of_row = of_row(first_in.1 + row as f32 * step_in);
            let values = &mut self.values[row * self.along..][columns.clone()];
            for (value, of_column) in values.iter_mut().zip(&of_columns) {
                *value = value.max(covers(of_column, &of_row));
            }
        }
    }

    /// The value at a place, bilinear; 0 outside.
    #[inline]
    pub fn at(&self, ahead_in: f32, starboard_in: f32) -> f32 {
        let x = (ahead_in - self.first_in.0) * self.per_in;
        let y = (starboard_in - self.first_in.1) * self.per_in;
        if !(x >= 0.0 && y >= 0.0) {
            return 0.0;
        }
        let (column, row) = (x as usize, y as usize);
        let at = row * self.along + column;
        let (Some([a, b]), Some([c, d])) =
            (self.values.get(at..at + 2), self.values.get(at + self.along..at + self.along + 2))
        else {
            return 0.0;
        };
        let (fx, fy) = (x - column as f32, y - row as f32);
        let (above, below) = (a + fx * (b - a), c + fx * (d - c));
        above + fy * (below - above)
    }
}
