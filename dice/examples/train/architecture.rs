//! The shapes of the networks, with random weights.

use crate::backward::random_conv;
use dice::detector;
use dice::faces;
use dice::network::{ConvShape, Layer, Network};
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

/// A small face network for so many classes that has learnt nothing: it looks at every place that the detector finds.
pub fn new_faces(classes: usize) -> Network {
    let random = &mut ChaCha8Rng::seed_from_u64(2);
    let mut last = random_conv(conv(1, 1, 1, 128, classes + faces::MEASURES), false, random);
    if let Layer::Conv(conv) = &mut last {
        conv.weights *= 0.1;
    }
    let whole = ConvShape { kernel: 4, stride: 1, dilation: 1, padding: 0, inputs: 64, outputs: 128 };
    Network {
        layers: vec![
            random_conv(conv(3, 1, 1, 3, 16), true, random),
            Layer::Pool,
            random_conv(conv(3, 1, 1, 16, 32), true, random),
            Layer::Pool,
            random_conv(conv(3, 1, 1, 32, 64), true, random),
            random_conv(conv(3, 1, 1, 64, 64), true, random),
            Layer::Pool,
            random_conv(whole, true, random),
            last,
        ],
    }
}

/// A wider face network, which costs three times as much.
pub fn new_wide_faces(classes: usize) -> Network {
    let random = &mut ChaCha8Rng::seed_from_u64(3);
    let mut last = random_conv(conv(1, 1, 1, 192, classes + faces::MEASURES), false, random);
    if let Layer::Conv(conv) = &mut last {
        conv.weights *= 0.1;
    }
    let whole = ConvShape { kernel: 4, stride: 1, dilation: 1, padding: 0, inputs: 96, outputs: 192 };
    Network {
        layers: vec![
            random_conv(conv(3, 1, 1, 3, 24), true, random),
            Layer::Pool,
            random_conv(conv(3, 1, 1, 24, 48), true, random),
            random_conv(conv(3, 1, 1, 48, 48), true, random),
            Layer::Pool,
            random_conv(conv(3, 1, 1, 48, 96), true, random),
            random_conv(conv(3, 1, 1, 96, 96), true, random),
            Layer::Pool,
            random_conv(whole, true, random),
            last,
        ],
    }
}
