//! Convolutions with a kernel of three by three by minimal filtering (Winograd, 1980; Lavin and Gray, 2016): two by two outputs
//! together cost sixteen products of an input and a weight instead of thirty-six.

use super::conv::Conv;
use super::maps::Maps;
use nalgebra::{DMatrix, DMatrixView, DMatrixViewMut};

/// Rows and columns of the inputs of two by two outputs; and how many numbers they are.
const TILE: usize = 4;
const PLACES: usize = TILE * TILE;

/// Fewer inputs are not worth it.
const LEAST_INPUTS: usize = 16;

/// Numbers that are worked on at once: 512 KiB.
const BLOCK: usize = 1 << 17;

/// A convolution whose weights are transformed.
#[derive(Debug)]
pub(super) struct Winograd {
    inputs: usize,
    outputs: usize,
    /// For each place of a tile a row for each output, a column for each input.
    weights: Vec<DMatrix<f32>>,
    bias: Vec<f32>,
    rectified: bool,
}

impl Winograd {
    /// Of a convolution that keeps the size of its inputs; none if it isn't one, or if it is too small.
    pub(super) fn of(conv: &Conv) -> Option<Self> {
        let shape = &conv.shape;
        if (shape.kernel, shape.stride, shape.dilation, shape.padding) != (3, 1, 1, 1)
            || shape.inputs < LEAST_INPUTS
        {
            return None;
        }
        let transformed = |place: usize| {
            let (row, column) = (KERNEL[place / TILE], KERNEL[place % TILE]);
            DMatrix::from_fn(shape.outputs, shape.inputs, |output, input| {
                let tap = |at: usize| conv.weights[(output, at * shape.inputs + input)];
                (0..9).map(|at| row[at / 3] * column[at % 3] * tap(at)).sum()
            })
        };
        Some(Self {
            inputs: shape.inputs,
            outputs: shape.outputs,
            weights: (0..PLACES).map(transformed).collect(),
            bias: conv.bias.clone(),
            rectified: conv.rectified,
        })
    }

    /// The outputs for some inputs.
    pub(super) fn run(&self, maps: &Maps) -> Maps {
        let mut out = Maps::zeros(maps.count, maps.height, maps.width, self.outputs);
        let (rows, columns) = (maps.height.div_ceil(2), maps.width.div_ceil(2));
        let tiles = maps.count * rows * columns;
        let at_once = (BLOCK / (PLACES * (self.inputs + self.outputs))).clamp(1, tiles.max(1));
        let mut seen = vec![0.0; PLACES * at_once * self.inputs];
        let mut said = vec![0.0; PLACES * at_once * self.outputs];
        let mut tile = vec![0.0; PLACES * self.inputs.max(self.outputs)];
        for first in (0..tiles).step_by(at_once) {
            let count = at_once.min(tiles - first);
            let place = |number: usize| {
                let tile = first + number;
                (tile / (rows * columns), 2 * (tile / columns % rows), 2 * (tile % columns))
            };
            for number in 0..count {
                let tile = &mut tile[..PLACES * self.inputs];
                cut(maps, place(number), tile);
                transform_inputs(tile, self.inputs);
                for (at, channels) in tile.chunks_exact(self.inputs).enumerate() {
                    let to = (at * at_once + number) * self.inputs;
                    seen[to..to + self.inputs].copy_from_slice(channels);
                }
            }
            for (at, weights) in self.weights.iter().enumerate() {
                let from = at * at_once * self.inputs;
                let inputs =
                    DMatrixView::from_slice(&seen[from..from + count * self.inputs], self.inputs, count);
                let to = at * at_once * self.outputs;
                let outputs = &mut said[to..to + count * self.outputs];
                DMatrixViewMut::from_slice(outputs, self.outputs, count).gemm(1.0, weights, &inputs, 0.0);
            }
            for number in 0..count {
                let tile = &mut tile[..PLACES * self.outputs];
                for (at, channels) in tile.chunks_exact_mut(self.outputs).enumerate() {
                    let from = (at * at_once + number) * self.outputs;
                    channels.copy_from_slice(&said[from..from + self.outputs]);
                }
                transform_outputs(tile, self.outputs);
                self.put(tile, place(number), &mut out);
            }
        }
        out
    }

    /// Writes the two by two outputs of a tile.
    fn put(&self, tile: &[f32], (picture, row, column): (usize, usize, usize), out: &mut Maps) {
        let least = if self.rectified { 0.0 } else { f32::MIN };
        for (down, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            if row + down >= out.height || column + right >= out.width {
                continue;
            }
            let from = (down * TILE + right) * self.outputs;
            let to = out.at(picture, row + down, column + right);
            let values = &mut out.values[to..to + self.outputs];
            for ((to, value), bias) in values.iter_mut().zip(&tile[from..from + self.outputs]).zip(&self.bias)
            {
                *to = (value + bias).max(least);
            }
        }
    }
}

/// How a kernel's rows, and its columns, are transformed.
const KERNEL: [[f32; 3]; TILE] = [[1.0, 0.0, 0.0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0.0, 0.0, 1.0]];

/// The inputs of two by two outputs, the first of which is at this place; zeros beyond the picture.
fn cut(maps: &Maps, (picture, row, column): (usize, usize, usize), tile: &mut [f32]) {
    let channels = maps.channels;
    for (at, to) in tile.chunks_exact_mut(channels).enumerate() {
        // The first row and column lie before the first output's.
        let (row, column) = (row + at / TILE, column + at % TILE);
        if row == 0 || column == 0 || row > maps.height || column > maps.width {
            to.fill(0.0);
        } else {
            let from = maps.at(picture, row - 1, column - 1);
            to.copy_from_slice(&maps.values[from..from + channels]);
        }
    }
}

/// Calls with the channels of the four places of each column, then of each row, of a tile.
fn for_each_line(
    tile: &mut [f32],
    channels: usize,
    mut each: impl FnMut(&mut [f32], &mut [f32], &mut [f32], &mut [f32]),
) {
    for (first, step) in [(1, TILE), (TILE, 1)] {
        for line in 0..TILE {
            let at = [0, 1, 2, 3].map(|number| {
                let from = (line * first + number * step) * channels;
                from..from + channels
            });
            if let Ok([a, b, c, d]) = tile.get_disjoint_mut(at) {
                each(a, b, c, d);
            }
        }
    }
}

fn transform_inputs(tile: &mut [f32], channels: usize) {
    for_each_line(tile, channels, |first, second, third, fourth| {
        for (((a, b), c), d) in first.iter_mut().zip(second).zip(third).zip(fourth) {
            (*a, *b, *c, *d) = (*a - *c, *b + *c, *c - *b, *b - *d);
        }
    });
}

/// Leaves the two by two outputs in the first two rows and columns.
fn transform_outputs(tile: &mut [f32], channels: usize) {
    for_each_line(tile, channels, |first, second, third, fourth| {
        for (((a, b), c), d) in first.iter_mut().zip(second).zip(third).zip(fourth) {
            (*a, *b) = (*a + *b + *c, *b - *c - *d);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network::ConvShape;

    #[test]
    fn it_says_what_the_convolution_says() {
        for (height, width, count, rectified) in [(8, 8, 3, true), (7, 9, 2, false), (1, 2, 1, true)] {
            let shape = ConvShape { kernel: 3, stride: 1, dilation: 1, padding: 1, inputs: 17, outputs: 5 };
            let number = |at: usize| ((at * 7919) % 101) as f32 / 50.0 - 1.0;
            let conv = Conv {
                shape,
                weights: DMatrix::from_fn(5, shape.taps(), |row, column| number(row * 31 + column)),
                bias: (0..5).map(number).collect(),
                rectified,
            };
            let mut maps = Maps::zeros(count, height, width, 17);
            maps.values.iter_mut().enumerate().for_each(|(at, value)| *value = number(at + 13));
            let (slow, quick) = (conv.run(&maps), Winograd::of(&conv).unwrap().run(&maps));
            assert_eq!((slow.height, slow.width, slow.channels), (quick.height, quick.width, quick.channels));
            assert!(slow.values.iter().zip(&quick.values).all(|(a, b)| (a - b).abs() < 1e-3));
        }
    }
}
