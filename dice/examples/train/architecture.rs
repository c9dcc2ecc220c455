//! The shapes of the networks, with random weights.

use crate::backward::random_conv;
use dice::detector;
use dice::faces;
use dice::network::{ConvShape, Layer, Network};
use nalgebra::DMatrix;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

fn conv(kernel: usize, stride: usize, dilation: usize, inputs: usize, outputs: usize) -> ConvShape {
    ConvShape { kernel, stride, dilation, padding: dilation * (kernel / 2), inputs, outputs }
}

/// A detector that has learnt nothing.
pub fn new_detector() -> Network {
    let random = &mut ChaCha8Rng::seed_from_u64(1);
    let mut last = random_conv(conv(1, 1, 1, 24, detector::OUTPUTS), false, random);
    if let Layer::Conv(conv) = &mut last {
        conv.weights *= 0.1;
        conv.bias[0] = -3.0;
    }
    Network {
        layers: vec![
            random_conv(conv(3, 2, 1, 3, 12), true, random),
            random_conv(conv(3, 2, 1, 12, 24), true, random),
            random_conv(conv(3, 1, 1, 24, 24), true, random),
            random_conv(conv(3, 1, 2, 24, 24), true, random),
            random_conv(conv(3, 1, 1, 24, 24), true, random),
            last,
        ],
    }
}

/// A small face network for views of so many channels and for so many classes that has learnt nothing: it looks at every place that
/// the detector finds.
pub fn new_faces(channels: usize, classes: usize) -> Network {
    face_network(2, channels, [&[16], &[32], &[64, 64]], 128, classes)
}

/// A wider face network, which costs three times as much.
pub fn new_wide_faces(channels: usize, classes: usize) -> Network {
    face_network(3, channels, [&[24], &[48, 48], &[96, 96]], 192, classes)
}

/// A face network with random weights of a seed: the channels of its convolutions, by size of the maps, and those of the whole
/// face.
fn face_network(
    seed: u64,
    mut inputs: usize,
    channels: [&[usize]; 3],
    of_face: usize,
    classes: usize,
) -> Network {
    let random = &mut ChaCha8Rng::seed_from_u64(seed);
    let mut last = random_conv(conv(1, 1, 1, of_face, classes + faces::MEASURES), false, random);
    if let Layer::Conv(conv) = &mut last {
        conv.weights *= 0.1;
    }
    let mut layers = Vec::new();
    for outputs in channels {
        for &outputs in outputs {
            layers.push(random_conv(conv(3, 1, 1, inputs, outputs), true, random));
            inputs = outputs;
        }
        layers.push(Layer::Pool);
    }
    let whole = ConvShape { kernel: 4, stride: 1, dilation: 1, padding: 0, inputs, outputs: of_face };
    layers.extend([random_conv(whole, true, random), last]);
    Network { layers }
}

/// A face network that goes on with views of more channels: the new ones say nothing at first.
pub fn with_channels(mut network: Network, channels: usize) -> Network {
    if let Some(Layer::Conv(conv)) = network.layers.first_mut()
        && conv.shape.inputs < channels
    {
        let inputs = conv.shape.inputs;
        conv.shape.inputs = channels;
        let old = |tap: usize| (tap % channels < inputs).then_some(tap / channels * inputs + tap % channels);
        conv.weights = DMatrix::from_fn(conv.shape.outputs, conv.shape.taps(), |output, tap| {
            old(tap).map_or(0.0, |tap| conv.weights[(output, tap)])
        });
    }
    network
}
