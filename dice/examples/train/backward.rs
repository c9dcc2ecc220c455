//! Training: gradients of a network by back-propagation, and steps by Adam (Kingma and Ba, 2015).

use dice::network::{Conv, ConvShape, Layer, Maps, Network};
use nalgebra::{DMatrix, DMatrixView, DMatrixViewMut};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// A convolution with small random weights (He and others, 2015).
pub fn random_conv(shape: ConvShape, rectified: bool, random: &mut ChaCha8Rng) -> Layer {
    let spread = (2.0 / shape.taps() as f32).sqrt();
    // The sum of three even numbers is near enough to a normal one.
    let weights = DMatrix::from_fn(shape.outputs, shape.taps(), |_, _| {
        (0..3).map(|_| random.random::<f32>() * 2.0 - 1.0).sum::<f32>() * spread
    });
    Layer::Conv(Conv { shape, weights, bias: vec![0.0; shape.outputs], rectified })
}

/// Gradients of all convolutions: weights and bias, in the order of the layers.
pub struct Gradients(pub Vec<(DMatrix<f32>, Vec<f32>)>);

impl Gradients {
    /// The mean loss, and the sum of the gradients, of parts of a batch: small ones stay in the processor's cache.
    pub fn of_parts(count: usize, mut part: impl FnMut() -> (f32, Self)) -> (f32, Self) {
        let (mut loss, mut sum) = part();
        for _ in 1..count {
            let (more, gradients) = part();
            loss += more;
            sum.add(&gradients);
        }
        (loss / count as f32, sum)
    }

    /// Adds those of another part of the batch.
    pub fn add(&mut self, other: &Self) {
        for ((weights, bias), (more, more_bias)) in self.0.iter_mut().zip(&other.0) {
            *weights += more;
            bias.iter_mut().zip(more_bias).for_each(|(bias, more)| *bias += more);
        }
    }
}

/// What a layer got, kept for the way back.
enum Kept {
    Conv { inputs: Maps, columns: Vec<f32>, outputs: Maps },
    Pool { inputs: Maps, outputs: Maps },
}

/// Runs a network, asks `loss` for the loss and its gradient by the outputs, and returns the loss and all gradients.
pub fn gradients(
    network: &Network,
    inputs: Maps,
    loss: impl FnOnce(&Maps) -> (f32, Vec<f32>),
) -> (f32, Gradients) {
    let mut kept = Vec::new();
    let mut maps = inputs;
    for layer in &network.layers {
        let outputs = match layer {
            Layer::Conv(conv) => {
                let columns = conv.shape.columns(&maps);
                let (shape, height, width) = (&conv.shape, maps.height, maps.width);
                let mut outputs =
                    Maps::zeros(maps.count, shape.size(height), shape.size(width), shape.outputs);
                conv.product(&columns, &mut outputs.values);
                kept.push(Kept::Conv { inputs: maps, columns, outputs: outputs.clone() });
                outputs
            }
            Layer::Pool => {
                let outputs = maps.pooled();
                kept.push(Kept::Pool { inputs: maps, outputs: outputs.clone() });
                outputs
            }
        };
        maps = outputs;
    }
    let (loss, mut slope) = loss(&maps);
    let mut found = Vec::new();
    for (number, layer) in network.layers.iter().enumerate().rev() {
        match (layer, kept.pop()) {
            (Layer::Conv(conv), Some(Kept::Conv { inputs, columns, outputs })) => {
                if conv.rectified {
                    for (slope, output) in slope.iter_mut().zip(&outputs.values) {
                        *slope = if *output > 0.0 { *slope } else { 0.0 };
                    }
                }
                let shape = &conv.shape;
                let places = outputs.count * outputs.height * outputs.width;
                let slopes = DMatrixView::from_slice(&slope, shape.outputs, places);
                // The transpose of the product with transposed columns: slopes are far fewer than columns.
                let columns_view = DMatrixView::from_slice(&columns, shape.taps(), places);
                let weights = (columns_view * slopes.transpose()).transpose();
                let mut bias = vec![0.0; shape.outputs];
                for slopes in slope.chunks_exact(shape.outputs) {
                    bias.iter_mut().zip(slopes).for_each(|(bias, slope)| *bias += slope);
                }
                found.push((weights, bias));
                if number == 0 {
                    break;
                }
                let mut back = columns;
                let turned = conv.weights.transpose();
                DMatrixViewMut::from_slice(&mut back, shape.taps(), places).gemm(1.0, &turned, &slopes, 0.0);
                slope = spread(shape, &inputs, &outputs, &back);
            }
            (_, Some(Kept::Pool { inputs, outputs })) => slope = unpooled(&inputs, &outputs, &slope),
            _ => {}
        }
    }
    found.reverse();
    (loss, Gradients(found))
}

/// The slopes of columns, added up where they came from.
fn spread(shape: &ConvShape, inputs: &Maps, outputs: &Maps, columns: &[f32]) -> Vec<f32> {
    let mut slope = vec![0.0; inputs.values.len()];
    let mut places = columns.chunks_exact(shape.taps());
    for picture in 0..outputs.count {
        for row in 0..outputs.height {
            for column in 0..outputs.width {
                let Some(taps) = places.next() else { continue };
                shape.for_each_run(inputs, (row, column), |from, row, column, run| {
                    let to = inputs.at(picture, row, column);
                    let taps = &taps[from..from + run];
                    slope[to..to + run].iter_mut().zip(taps).for_each(|(sum, tap)| *sum += tap);
                });
            }
        }
    }
    slope
}

/// The slopes of pooled values, at the largest of the four.
fn unpooled(inputs: &Maps, outputs: &Maps, slopes: &[f32]) -> Vec<f32> {
    let mut slope = vec![0.0; inputs.values.len()];
    for picture in 0..outputs.count {
        for row in 0..outputs.height {
            for column in 0..outputs.width {
                let to = outputs.at(picture, row, column);
                let corner = inputs.at(picture, 2 * row, 2 * column);
                let below = corner + inputs.width * inputs.channels;
                let places = [corner, corner + inputs.channels, below, below + inputs.channels];
                let [a, b, c, _] = places.map(|at| &inputs.values[at..at + outputs.channels]);
                let largest = &outputs.values[to..to + outputs.channels];
                for (channel, largest) in largest.iter().enumerate() {
                    // Of equal ones the first.
                    let at = match (a[channel] == *largest, b[channel] == *largest, c[channel] == *largest) {
                        (true, _, _) => places[0],
                        (_, true, _) => places[1],
                        (_, _, true) => places[2],
                        _ => places[3],
                    };
                    slope[at + channel] = slopes[to + channel];
                }
            }
        }
    }
    slope
}

/// Adam's running means.
pub struct Adam {
    step: i32,
    means: Vec<(Vec<f32>, Vec<f32>)>,
}

impl Adam {
    /// For one network.
    pub fn new() -> Self {
        Self { step: 0, means: Vec::new() }
    }

    /// One step with decoupled weight decay.
    pub fn step(&mut self, network: &mut Network, gradients: &Gradients, rate: f32, decay: f32) {
        self.step += 1;
        let correction = (1.0 - 0.999_f32.powi(self.step)).sqrt() / (1.0 - 0.9_f32.powi(self.step));
        let convs = network.layers.iter_mut().filter_map(|layer| match layer {
            Layer::Conv(conv) => Some(conv),
            Layer::Pool => None,
        });
        for (number, (conv, (weights, bias))) in convs.zip(&gradients.0).enumerate() {
            if self.means.len() <= number {
                let count = weights.len() + bias.len();
                self.means.push((vec![0.0; count], vec![0.0; count]));
            }
            let (first, second) = &mut self.means[number];
            let slopes = weights.iter().chain(bias);
            let decays = weights.iter().map(|_| decay).chain(bias.iter().map(|_| 0.0));
            let values = conv.weights.iter_mut().chain(conv.bias.iter_mut());
            for ((((value, slope), first), second), decay) in
                values.zip(slopes).zip(first.iter_mut()).zip(second.iter_mut()).zip(decays)
            {
                *first = 0.9 * *first + 0.1 * slope;
                *second = 0.999 * *second + 0.001 * slope * slope;
                *value -= rate * (correction * *first / (second.sqrt() + 1e-8) + decay * *value);
            }
        }
    }
}
