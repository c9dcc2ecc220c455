//! Convolution as one product of matrices.

use super::maps::Maps;
use nalgebra::{DMatrix, DMatrixView, DMatrixViewMut};
use std::ops::Range;

/// Inputs of outputs that are worked on at once: 256 KiB.
const BLOCK: usize = 1 << 16;

/// The shape of a convolution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConvShape {
    /// Rows and columns of the kernel.
    pub kernel: usize,
    /// Step from output to output.
    pub stride: usize,
    /// Step from tap to tap of the kernel.
    pub dilation: usize,
    /// Rows and columns of zeros about the picture.
    pub padding: usize,
    /// Channels that go in.
    pub inputs: usize,
    /// Channels that come out.
    pub outputs: usize,
}

/// A convolution with a bias.
#[derive(Debug, Clone, PartialEq)]
pub struct Conv {
    /// Its shape.
    pub shape: ConvShape,
    /// A row for each output; columns by the kernel's row, its column, and the input channel.
    pub weights: DMatrix<f32>,
    /// One value for each output.
    pub bias: Vec<f32>,
    /// Are negative outputs zero?
    pub rectified: bool,
}

impl ConvShape {
    /// Inputs of one output.
    pub fn taps(&self) -> usize {
        self.kernel * self.kernel * self.inputs
    }

    /// Rows or columns of the output.
    pub fn size(&self, input: usize) -> usize {
        (input + 2 * self.padding).saturating_sub(self.dilation * (self.kernel - 1) + 1) / self.stride + 1
    }

    /// The inputs of each output as a column.
    pub fn columns(&self, maps: &Maps) -> Vec<f32> {
        let rows = maps.count * self.size(maps.height);
        let mut columns = vec![0.0; self.taps() * rows * self.size(maps.width)];
        self.fill_columns(maps, 0..rows, &mut columns);
        columns
    }

    /// The columns of some rows of the output, counted through all pictures, into zeros.
    fn fill_columns(&self, maps: &Maps, rows: Range<usize>, columns: &mut [f32]) {
        let (height, width) = (self.size(maps.height), self.size(maps.width));
        let mut places = columns.chunks_exact_mut(self.taps());
        for (picture, row) in rows.map(|row| (row / height, row % height)) {
            for column in 0..width {
                let Some(taps) = places.next() else { continue };
                self.for_each_run(maps, (row, column), |to, row, column, run| {
                    let from = maps.at(picture, row, column);
                    taps[to..to + run].copy_from_slice(&maps.values[from..from + run]);
                });
            }
        }
    }

    /// Calls with the place among the taps, row and column of the picture, and the number of values, for each run of values
    /// of one output that lie side by side in the picture.
    pub fn for_each_run(
        &self,
        maps: &Maps,
        (row, column): (usize, usize),
        mut each: impl FnMut(usize, usize, usize, usize),
    ) {
        for kernel_row in 0..self.kernel {
            let row = (row * self.stride + kernel_row * self.dilation).wrapping_sub(self.padding);
            if row >= maps.height {
                continue;
            }
            let first = column * self.stride;
            let to = kernel_row * self.kernel * self.inputs;
            if self.dilation == 1 {
                let skipped = self.padding.saturating_sub(first);
                let from = first + skipped - self.padding;
                let taken = (self.kernel - skipped).min(maps.width.saturating_sub(from));
                each(to + skipped * self.inputs, row, from, taken * self.inputs);
                continue;
            }
            for tap in 0..self.kernel {
                let column = (first + tap * self.dilation).wrapping_sub(self.padding);
                if column < maps.width {
                    each(to + tap * self.inputs, row, column, self.inputs);
                }
            }
        }
    }
}

impl Conv {
    /// The outputs for some inputs.
    pub fn run(&self, maps: &Maps) -> Maps {
        let shape = &self.shape;
        let mut out = Maps::zeros(maps.count, shape.size(maps.height), shape.size(maps.width), shape.outputs);
        if (shape.kernel, shape.stride, shape.padding) == (1, 1, 0) {
            self.product(&maps.values, &mut out.values);
            return out;
        }
        // A few rows at a time, so that their columns stay in the cache.
        let in_row = shape.taps() * out.width;
        let at_once = (BLOCK / in_row.max(1)).max(1);
        let rows = out.count * out.height;
        let mut columns = Vec::new();
        for from in (0..rows).step_by(at_once) {
            let to = (from + at_once).min(rows);
            columns.clear();
            columns.resize((to - from) * in_row, 0.0);
            shape.fill_columns(maps, from..to, &mut columns);
            let width = out.width * shape.outputs;
            self.product(&columns, &mut out.values[from * width..to * width]);
        }
        out
    }

    /// The outputs for inputs that are columns already.
    pub fn product(&self, columns: &[f32], out: &mut [f32]) {
        let shape = &self.shape;
        let places = out.len() / shape.outputs;
        for values in out.chunks_exact_mut(shape.outputs) {
            values.copy_from_slice(&self.bias);
        }
        let columns = DMatrixView::from_slice(columns, shape.taps(), places);
        DMatrixViewMut::from_slice(out, shape.outputs, places).gemm(1.0, &self.weights, &columns, 1.0);
        if self.rectified {
            for value in out {
                *value = value.max(0.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Output by output, as the definition says.
    fn slow(conv: &Conv, maps: &Maps, row: usize, column: usize, output: usize) -> f32 {
        let shape = &conv.shape;
        let mut sum = conv.bias[output];
        for tap in 0..shape.taps() {
            let (place, input) = (tap / shape.inputs, tap % shape.inputs);
            let at = |first: usize, tap: usize| {
                (first * shape.stride + tap * shape.dilation).checked_sub(shape.padding)
            };
            let rows = at(row, place / shape.kernel).filter(|row| *row < maps.height);
            let columns = at(column, place % shape.kernel).filter(|column| *column < maps.width);
            if let (Some(row), Some(column)) = (rows, columns) {
                sum += conv.weights[(output, tap)] * maps.values[maps.at(0, row, column) + input];
            }
        }
        sum.max(0.0)
    }

    #[test]
    fn a_product_of_matrices_is_a_convolution() {
        for (kernel, stride, dilation, padding) in
            [(3, 1, 1, 1), (3, 2, 1, 1), (3, 1, 2, 2), (4, 1, 1, 0), (1, 1, 1, 0)]
        {
            let shape = ConvShape { kernel, stride, dilation, padding, inputs: 2, outputs: 3 };
            let number = |at: usize| ((at * 7919) % 101) as f32 / 50.0 - 1.0;
            let conv = Conv {
                shape,
                weights: DMatrix::from_fn(3, shape.taps(), |row, column| number(row * 31 + column)),
                bias: vec![0.1, -0.2, 0.3],
                rectified: true,
            };
            let mut maps = Maps::zeros(1, 7, 9, 2);
            maps.values.iter_mut().enumerate().for_each(|(at, value)| *value = number(at + 13));
            let out = conv.run(&maps);
            for row in 0..out.height {
                for column in 0..out.width {
                    for output in 0..3 {
                        let value = out.values[out.at(0, row, column) + output];
                        assert!((value - slow(&conv, &maps, row, column, output)).abs() < 1e-4);
                    }
                }
            }
        }
    }
}
